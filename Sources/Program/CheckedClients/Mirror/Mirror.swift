import BoardWire

/// A reference client, as `protocol/README.md` describes: it builds a replica of each board from
/// the lines it reads, and rejects lines that do not fit.
package struct Mirror: Sendable {
  package struct Row: Hashable, Sendable {
    package var name: String
    /// The text in wire form, with its escapes.
    package var text: String
    /// The fields of an item, in wire form.
    package var fields: [String: String] = [:]
    /// Whether it is only counted: its text and fields are not known, and its name may be empty, which is not known either.
    package var isCounted = false

    /// An item of which nothing is known.
    static let unknown = Row(name: "", text: "", isCounted: true)

    /// Whether what is known of an item is so.
    func agrees(with whole: Row) -> Bool {
      isCounted ? name.isEmpty || name == whole.name : self == whole
    }

    /// Changes fields; one without a value goes.
    mutating func change(_ changes: [String: String]) {
      if isCounted { return }
      fields = fields.merging(changes) { $1 }.filter { !$0.value.isEmpty }
    }
  }

  package struct Section: Hashable, Sendable {
    package var row: Row
    package var items: [Row] = []
  }

  package struct Board: Hashable, Sendable {
    package var revision: Int
    package var sections: [Section] = []

    package init(revision: Int) { self.revision = revision }

    /// Whether some items are only counted.
    package var isCounted: Bool { sections.contains { $0.items.contains(where: \.isCounted) } }

    /// Whether everything that is known is so in the sections of a copy, too, of which everything is known.
    package func agrees(with whole: [Section]) -> Bool {
      sections.map(\.row) == whole.map(\.row)
        && zip(sections, whole).allSatisfy { mine, all in
          mine.items.count == all.items.count
            && zip(mine.items, all.items).allSatisfy { $0.agrees(with: $1) }
        }
    }
  }

  package struct Fault: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
  }

  package private(set) var boards: [String: Board] = [:]
  /// The live drag sessions that this client has received.
  package private(set) var sessions: Set<String> = []
  /// The selections, by board and client.
  package private(set) var selections: [String: [String: [String]]] = [:]
  /// The settings that are known, by board and target.
  package private(set) var policies: [String: [String: [String: String]]] = [:]
  private var block: [String] = []
  private var awaited = 0

  package init() {}

  /// Whether the next line is a row of a block.
  package var isInBlock: Bool { awaited > 0 }

  /// Begins with an earlier replica.
  package mutating func keep(_ board: Board, of name: String) { boards[name] = board }

  /// Receives the next line from the server.
  package mutating func read(_ line: String) throws {
    if awaited > 0 {
      block.append(line)
      awaited -= 1
      if awaited == 0 { try endBlock() }
      return
    }
    switch line.prefix(while: { $0 != " " }) {
    case "board", "batch": try begin(line, lines: MirrorLine(line, words: 4).words[3])
    case "drag": try readDrag(line)
    case "selected": try readSelected(line)
    case "policy": try readPolicy(line)
    case "fields": try readTypes(line)
    case "removed": try forget(MirrorLine(line, words: 1).words[0])
    case "renamed":
      let words = try MirrorLine(line, words: 2).words
      boards[words[1]] = boards.removeValue(forKey: words[0])
      selections[words[1]] = selections.removeValue(forKey: words[0])
      policies[words[1]] = policies.removeValue(forKey: words[0])
    case "ok": try skipRows(behind: line)
    case let tag where tag.hasPrefix("#"): try read(String(line.dropFirst(tag.count + 1)))
    case let kind: try skip(kind, line)
    }
  }

  /// The kinds of rows, which stand only in a block.
  private static let rows = Set(LineSchema.rows.map { $0.form.prefix { $0 != " " } })

  /// The kinds of lines that a snapshot has.
  private static let inSnapshots = Set(LineSchema.snapshotKinds.map { $0[...] })

  /// Skips a line of another kind, known or of a later version (rule 11.2).
  private func skip(_ kind: Substring, _ line: String) throws {
    let isWord = kind.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
    guard !kind.isEmpty, isWord, !Self.rows.contains(kind) else {
      throw Fault("nothing that a server sends: \(line)")
    }
  }

  private mutating func forget(_ board: String) {
    boards[board] = nil
    forgetSelections(of: board)
  }

  private mutating func begin(_ line: String, lines: String) throws {
    block = [line]
    awaited = try number(lines)
    if awaited == 0 { try endBlock() }
  }

  /// The replies with following lines, and the index of the word that counts them.
  private static let listings = Dictionary(
    uniqueKeysWithValues: LineSchema.replies.map { $0.form.split(separator: " ") }
      .compactMap { words in words.firstIndex(of: "LINES").map { (String(words[1]), $0 - 1) } })

  private mutating func skipRows(behind line: String) throws {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count > 1, words[0] == "ok", let index = Self.listings[words[1]] else { return }
    try begin(line, lines: MirrorLine(line, words: index + 1).words[index])
  }

  private mutating func endBlock() throws {
    let rows = Array(block.dropFirst())
    if block[0].hasPrefix("ok rows ") { return try readItems(MirrorLine(block[0], words: 3), rows) }
    guard !block[0].hasPrefix("ok ") else { return }
    let line = try MirrorLine(block[0], words: 4)
    let head = line.words
    guard block[0].hasPrefix("batch ") else {
      return try readSnapshot(head, rows, counts: line.keys["content"] == "counts")
    }
    guard let board = boards[head[0]] else { throw Fault("a batch before any snapshot") }
    guard try board.revision == number(head[1]) else { throw Fault("is at another revision") }
    guard try number(head[1]) < number(head[2]) else { throw Fault("a batch that goes nowhere") }
    var update = MirrorUpdate(board)
    try update.apply(rows)
    boards[head[0]]!.sections = update.sections
    forgetSettings(of: head[0], after: rows)
    boards[head[0]]!.revision = try number(head[2])
  }

  /// Reads items of a board, if they are of the revision that it is at.
  private mutating func readItems(_ head: MirrorLine, _ rows: [String]) throws {
    let name = head.words[1]
    guard let board = boards[name], head.keys["rev"] == "\(board.revision)" else { return }
    let path = try self.path(head.keys["at"] ?? "", on: board, count: rows.count)
    for (offset, row) in rows.enumerated() {
      let line = try MirrorLine(row, words: 1)
      let item = Row(name: line.words[0], text: line.text, fields: try line.fields)
      try learn(item, path[0], path[1] + offset, of: name)
    }
  }

  /// Reads what the last reply has found on some boards, if it is of the revisions at which they are.
  package mutating func readFound(on open: Set<String>) throws {
    guard block.first?.hasPrefix("ok find ") == true else { return }
    for row in block.dropFirst() {
      let name = String(row.prefix { $0 != " " })
      let line = try MirrorLine(row, words: 2)
      guard open.contains(name), let board = boards[name], line.keys["rev"] == "\(board.revision)"
      else { continue }
      let path = try self.path(line.words[0], on: board, count: 1)
      let fields = try line.fields.filter { $0.key != "rev" }
      let item = Row(name: line.words[1], text: line.text, fields: fields)
      try learn(item, path[0], path[1], of: name)
    }
  }

  /// The path of the first of some items of a section.
  private func path(_ word: String, on board: Board, count: Int) throws -> [Int] {
    let path = try word.split(separator: ".").map { try number(String($0)) }
    guard path.count == 2, path[0] < board.sections.count,
      path[1] + count <= board.sections[path[0]].items.count
    else { throw Fault("rows behind the end") }
    return path
  }

  private mutating func learn(_ item: Row, _ section: Int, _ index: Int, of name: String) throws {
    guard boards[name]?.sections[section].items[index].agrees(with: item) == true else {
      throw Fault("another item than the copy has: \(item)")
    }
    boards[name]!.sections[section].items[index] = item
  }

  private mutating func readSnapshot(_ head: [String], _ rows: [String], counts isCounted: Bool)
    throws
  {
    var board = Board(revision: try number(head[1]))
    var counts: [Int] = []
    forgetSelections(of: head[0])
    for row in rows {
      switch row.prefix(while: { $0 != " " }) {
      case "section":
        let line = try MirrorLine(row, words: 2)
        counts.append(try number(line.words[1]))
        board.sections.append(Section(row: Row(name: line.words[0], text: line.text)))
        guard isCounted, let count = counts.last else { continue }
        board.sections[counts.count - 1].items = Array(repeating: .unknown, count: count)
      case "item" where !board.sections.isEmpty && !isCounted:
        let line = try MirrorLine(row, words: 1)
        guard line.keys["was"] == nil else { throw Fault("no row of a snapshot: \(row)") }
        board.sections[board.sections.count - 1].items.append(
          Row(name: line.words[0], text: line.text, fields: try line.fields))
      case "drag": try readDrag(row)
      case "selected": try readSelected(row)
      case "policy": try readPolicy(row)
      case "fields": try readTypes(row)
      case let kind where !Self.rows.contains(kind) && Self.inSnapshots.contains(kind): continue
      default: throw Fault("no row of a snapshot: \(row)")
      }
    }
    guard board.sections.map(\.items.count) == counts, try counts.count == number(head[2]) else {
      throw Fault("a snapshot whose counts do not add up")
    }
    boards[head[0]] = board
  }

  /// Removes all selections and settings, because the server sends them anew.
  package mutating func forgetSelections(of board: String) {
    selections[board] = nil
    policies[board] = nil
  }

  /// A section that a batch deletes and does not insert again loses its settings (8.7).
  private mutating func forgetSettings(of board: String, after rows: [String]) {
    func sections(_ kind: String) -> [String] {
      rows.filter { $0.hasPrefix(kind + " ") }.map { String($0.split(separator: " ")[2]) }
    }
    let inserted = Set(sections("insert-section"))
    for section in sections("delete-section") where !inserted.contains(section) {
      policies[board]?[section] = nil
    }
  }

  private mutating func readPolicy(_ row: String) throws {
    let line = try MirrorLine(row, words: 2)
    policies[line.words[0], default: [:]][line.words[1]] = line.keys.isEmpty ? nil : line.keys
  }

  /// Records the types of fields, beside the settings of no target.
  private mutating func readTypes(_ row: String) throws {
    let line = try MirrorLine(row, words: 1)
    policies[line.words[0], default: [:]]["="] = line.keys.isEmpty ? nil : line.keys
  }

  /// Records the whole selection of a client.
  package mutating func select(_ items: [String], of client: String, on board: String) {
    selections[board, default: [:]][client] = items.isEmpty ? nil : items
  }

  private mutating func readSelected(_ row: String) throws {
    let line = try MirrorLine(row, words: 2)
    let items = line.list("items")
    guard Set(items).count == items.count else { throw Fault("selected twice") }
    select(items, of: line.words[1], on: line.words[0])
  }

  private mutating func readDrag(_ row: String) throws {
    let words = try MirrorLine(row, words: 2).words
    switch words[1] {
    case "began": sessions.insert(words[0])
    case "ended": sessions.remove(words[0])
    case _: break
    }
  }
}

package func number(_ word: String) throws -> Int {
  guard let number = Int(word) else { throw Mirror.Fault("no number: \(word)") }
  return number
}
