/// Applies the rows of one batch to a mirror's board, as rule 6.2 says and no cleverer.
struct MirrorUpdate {
  typealias Row = Mirror.Row
  typealias Path = [Int]

  private(set) var sections: [Mirror.Section]
  private let before: [Mirror.Section]
  private var deletedSections: [Int] = []
  private var placedSections: [(Int, Mirror.Section)] = []
  private var taken: [Path] = []
  private var placed: [(Path, Row)] = []

  init(_ board: Mirror.Board) {
    before = board.sections
    sections = board.sections
  }

  mutating func apply(_ rows: [String]) throws {
    var rest = rows[...]
    while let row = rest.popFirst() { try read(row, &rest) }
    for path in taken.sorted(by: >) { sections[path[0]].items.remove(at: path[1]) }
    for index in deletedSections.sorted(by: >) { sections.remove(at: index) }
    for (index, section) in placedSections.sorted(by: { $0.0 < $1.0 }) {
      guard index <= sections.count else { throw Mirror.Fault("no place for section \(index)") }
      sections.insert(section, at: index)
    }
    for (path, item) in placed.sorted(by: { $0.0 < $1.0 }) {
      guard path[0] < sections.count, path[1] <= sections[path[0]].items.count else {
        throw Mirror.Fault("no place for \(item.name) at \(path)")
      }
      sections[path[0]].items.insert(item, at: path[1])
    }
  }

  /// Reads one row, and the items behind an `insert-section`.
  private mutating func read(_ row: String, _ rest: inout ArraySlice<String>) throws {
    let words = row.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
      .map(String.init)
    switch words[0] {
    case "delete": taken.append(try source(words[1], words[2]))
    case "move":
      let from = try source(words[1], words[3])
      taken.append(from)
      placed.append((try path(words[2]), before[from[0]].items[from[1]]))
    case "insert":
      try origin(words[3], words[2])
      placed.append((try path(words[1]), Row(name: words[2], text: text(of: row, after: 4))))
    case "reload":
      let at = try source(words[1], words[2])
      sections[at[0]].items[at[1]].text = text(of: row, after: 3)
    case "delete-section": deletedSections.append(try sectionSource(words[1], words[2]))
    case "move-section":
      let from = try sectionSource(words[1], words[3])
      deletedSections.append(from)
      placedSections.append((try number(words[2]), before[from]))
    case "reload-section":
      sections[try sectionSource(words[1], words[2])].row.text = text(of: row, after: 3)
    case "insert-section": try insertSection(words, &rest)
    default: throw Mirror.Fault("no row: \(row)")
    }
  }

  private mutating func insertSection(
    _ words: [String], _ rest: inout ArraySlice<String>
  ) throws {
    let title = words.count > 4 ? words[4] : ""
    var section = Mirror.Section(row: Row(name: words[2], text: title))
    for _ in 0..<(try number(words[3])) {
      guard let row = rest.popFirst(), row.hasPrefix("item ") else {
        throw Mirror.Fault("an inserted section without its items")
      }
      let item = row.split(separator: " ", maxSplits: 3).map(String.init)
      try origin(item[2], item[1])
      section.items.append(Row(name: item[1], text: text(of: row, after: 3)))
    }
    placedSections.append((try number(words[1]), section))
  }

  private func text(of row: String, after words: Int) -> String {
    let parts = row.split(separator: " ", maxSplits: words, omittingEmptySubsequences: false)
    return parts.count > words ? String(parts[words]) : ""
  }

  private func path(_ word: String) throws -> Path {
    let parts = try word.split(separator: ".").map { try number(String($0)) }
    guard parts.count == 2 else { throw Mirror.Fault("no path: \(word)") }
    return parts
  }

  /// A path before, at which this very item stands.
  private func source(_ word: String, _ name: String) throws -> Path {
    let path = try path(word)
    guard path[0] < before.count, path[1] < before[path[0]].items.count,
      before[path[0]].items[path[1]].name == name
    else { throw Mirror.Fault("\(name) is not at \(word)") }
    return path
  }

  private func sectionSource(_ word: String, _ name: String) throws -> Int {
    let index = try number(word)
    guard index < before.count, before[index].row.name == name else {
      throw Mirror.Fault("section \(name) is not at \(word)")
    }
    return index
  }

  /// Checks WAS: the path before of this very item, or `-` if it was not on the board.
  private func origin(_ was: String, _ name: String) throws {
    if was != "-" {
      _ = try source(was, name)
    } else if before.contains(where: { $0.items.contains { $0.name == name } }) {
      throw Mirror.Fault("\(name) was on the board, and WAS does not say where")
    }
  }
}

extension [Int] {
  fileprivate static func < (a: Self, b: Self) -> Bool { a.lexicographicallyPrecedes(b) }
  fileprivate static func > (a: Self, b: Self) -> Bool { b < a }
}
