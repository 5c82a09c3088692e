import BoardModel

/// Applies the rows of one batch to a mirror's board, literally by rule 6.2.
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

  /// Reads one row, and the items after an `insert-section`.
  private mutating func read(_ row: String, _ rest: inout ArraySlice<String>) throws {
    switch row.prefix(while: { $0 != " " }) {
    case "delete":
      let words = try MirrorLine(row, words: 2).words
      taken.append(try source(words[0], words[1]))
    case "move":
      let words = try MirrorLine(row, words: 3).words
      let from = try source(words[0], words[2])
      taken.append(from)
      var item = before[from[0]].items[from[1]]
      item.name = words[2]
      placed.append((try path(words[1]), item))
    case "insert":
      let line = try MirrorLine(row, words: 2)
      try checkOrigin(line.keys["was"], line.words[1])
      let item = Row(name: line.words[1], text: line.text, fields: try line.fields)
      placed.append((try path(line.words[0]), item))
    case "reload":
      let line = try MirrorLine(row, words: 2)
      let at = try source(line.words[0], line.words[1])
      if !sections[at[0]].items[at[1]].isCounted {
        sections[at[0]].items[at[1]].text = line.text
      }
      sections[at[0]].items[at[1]].change(line.changes)
    case "reconfigure":
      let line = try MirrorLine(row, words: 2)
      let at = try source(line.words[0], line.words[1])
      guard !line.changes.isEmpty, line.text.isEmpty else { throw Mirror.Fault("no row: \(row)") }
      sections[at[0]].items[at[1]].change(line.changes)
    case "insert-section": try insertSection(MirrorLine(row, words: 3), &rest)
    default: try readSection(row)
    }
  }

  private mutating func readSection(_ row: String) throws {
    switch row.prefix(while: { $0 != " " }) {
    case "delete-section":
      let words = try MirrorLine(row, words: 2).words
      deletedSections.append(try sectionSource(words[0], words[1]))
    case "move-section":
      let words = try MirrorLine(row, words: 3).words
      let from = try sectionSource(words[0], words[2])
      deletedSections.append(from)
      placedSections.append((try number(words[1]), before[from]))
    case "reload-section":
      let line = try MirrorLine(row, words: 2)
      sections[try sectionSource(line.words[0], line.words[1])].row.text = line.text
    default: throw Mirror.Fault("no row: \(row)")
    }
  }

  private mutating func insertSection(
    _ line: MirrorLine, _ rest: inout ArraySlice<String>
  ) throws {
    var section = Mirror.Section(row: Row(name: line.words[1], text: line.text))
    let count = try number(line.words[2])
    if line.keys["content"] == "counts" {
      guard count > Limits.countedItems else { throw Mirror.Fault("a small section is counted") }
      section.items = Array(repeating: .unknown, count: count)
      return placedSections.append((try number(line.words[0]), section))
    }
    for _ in 0..<count {
      guard let row = rest.popFirst(), row.hasPrefix("item ") else {
        throw Mirror.Fault("an inserted section without its items")
      }
      let item = try MirrorLine(row, words: 1)
      try checkOrigin(item.keys["was"], item.words[0])
      section.items.append(Row(name: item.words[0], text: item.text, fields: try item.fields))
    }
    placedSections.append((try number(line.words[0]), section))
  }

  private func path(_ word: String) throws -> Path {
    let parts = try word.split(separator: ".").map { try number(String($0)) }
    guard parts.count == 2 else { throw Mirror.Fault("no path: \(word)") }
    return parts
  }

  /// A path before, which must be that of this item.
  private func source(_ word: String, _ name: String) throws -> Path {
    let path = try path(word)
    guard path[0] < before.count, path[1] < before[path[0]].items.count,
      ["", name].contains(before[path[0]].items[path[1]].name)
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

  /// Checks `was`: the path before of this item, or none if it was not on the board.
  private func checkOrigin(_ was: String?, _ name: String) throws {
    if let was {
      _ = try source(was, name)
    } else if before.contains(where: { $0.items.contains { $0.name == name } }) {
      throw Mirror.Fault("\(name) was on the board, and `was` does not say where")
    }
  }
}

extension [Int] {
  fileprivate static func < (a: Self, b: Self) -> Bool { a.lexicographicallyPrecedes(b) }
  fileprivate static func > (a: Self, b: Self) -> Bool { b < a }
}
