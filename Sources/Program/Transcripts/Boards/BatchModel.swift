/// The rows of a batch, by kind.
struct BatchModel: Sendable {
  typealias Path = BoardModel.Path

  /// A row that refers to something on the board before.
  struct Source: Sendable {
    let path: Path
    let id: String
    /// The new text or title, if it is a reload.
    var text: [UInt8] = []
    /// The fields that change; an empty one goes.
    var fields: [String: [UInt8]] = [:]
  }

  struct Move: Sendable {
    let source: Source
    let destination: Path
  }

  struct Insert: Sendable {
    let path: Path
    let item: BoardModel.Item
    let was: Path?
  }

  struct SectionInsert: Sendable {
    let index: Int
    var section: BoardModel.Section
    /// The number of following items.
    let count: Int
    /// The path before of each item, if it was on the board.
    var was: [Path?] = []
  }

  private(set) var deletes: [Source] = []
  private(set) var moves: [Move] = []
  private(set) var inserts: [Insert] = []
  private(set) var reloads: [Source] = []
  private(set) var reconfigures: [Source] = []
  private(set) var deletedSections: [Source] = []
  private(set) var movedSections: [Move] = []
  private(set) var insertedSections: [SectionInsert] = []
  private(set) var reloadedSections: [Source] = []

  /// - Returns: nil if a row is not a row of a batch.
  init?(_ rows: [Message.Row]) {
    for row in rows {
      guard let row = row.fields, read(row) else { return nil }
    }
    guard insertedSections.allSatisfy({ $0.section.items.count == $0.count }) else { return nil }
  }

  /// The ids in the row.
  var names: Set<String> {
    let sources = deletes + reloads + reconfigures + deletedSections + reloadedSections
    let moved = moves + movedSections
    let inserted = inserts.map(\.item) + insertedSections.flatMap(\.section.items)
    return Set(
      sources.map(\.id) + moved.map(\.source.id) + inserted.map(\.id)
        + insertedSections.map(\.section.id))
  }

  private mutating func read(_ row: ParsedLine) -> Bool {
    row.kind.hasSuffix("-section") ? readSection(row) : readItem(row)
  }

  private mutating func readItem(_ row: ParsedLine) -> Bool {
    guard let id = row.words.last?.word, let text = row.plainText, let fields = row.fields else {
      return false
    }
    let item = BoardModel.Item(id: id, text: text, fields: fields)
    if row.kind == "item" { return append(item, row) }
    guard let path = row.path(0) else { return false }
    let source = Source(path: path, id: id, text: text, fields: fields)
    switch row.kind {
    case "delete": deletes.append(source)
    case "reload": reloads.append(source)
    case "reconfigure": reconfigures.append(source)
    case "move":
      guard let destination = row.path(1) else { return false }
      moves.append(Move(source: source, destination: destination))
    case "insert":
      guard let was = row.was, !fields.values.contains([]) else { return false }
      inserts.append(Insert(path: path, item: item, was: was))
    default: return false
    }
    return true
  }

  /// Appends an item to the last inserted section.
  private mutating func append(_ item: BoardModel.Item, _ row: ParsedLine) -> Bool {
    guard !insertedSections.isEmpty, let was = row.was else { return false }
    insertedSections[insertedSections.count - 1].section.items.append(item)
    insertedSections[insertedSections.count - 1].was.append(was)
    return true
  }

  private mutating func readSection(_ row: ParsedLine) -> Bool {
    let isMove = row.kind == "move-section"
    guard let index = row.number(0), let id = row.words[isMove ? 2 : 1].word,
      let text = row.plainText
    else { return false }
    let source = Source(path: Path(section: index, item: 0), id: id, text: text)
    switch row.kind {
    case "delete-section": deletedSections.append(source)
    case "reload-section": reloadedSections.append(source)
    case "move-section":
      guard let destination = row.number(1) else { return false }
      movedSections.append(Move(source: source, destination: Path(section: destination, item: 0)))
    case "insert-section":
      guard let count = row.number(2) else { return false }
      let section = BoardModel.Section(id: id, title: text)
      insertedSections.append(SectionInsert(index: index, section: section, count: count))
    default: return false
    }
    return true
  }
}

extension ParsedLine {
  /// The path of `was`, none if it is missing, or nil if it is malformed.
  fileprivate var was: BoardModel.Path?? {
    guard let value = key("was") else { return .some(nil) }
    return value.word.flatMap(BoardModel.Path.init).map { .some($0) }
  }
}

/// A rule of the specification that a batch breaks: its letter and number, or `ids` and `was`.
struct BrokenRule: Error, Equatable, Sendable {
  let name: String
}

extension BatchModel {
  /// The board after the batch (6.2).
  ///
  /// - Throws: `BrokenRule` if the batch breaks a rule of 6.5.
  func applied(to board: BoardModel) throws(BrokenRule) -> BoardModel {
    try checkSources(on: board)
    let sections = try sectionsAfter(board)
    try checkHazards(among: sections)
    var result = BoardModel()
    result.sections = sections.map(\.section)
    try place(itemsAfter(board), in: &result)
    try require("ids", result.hasDistinctIDs)
    try checkOrigins(on: board)
    return result
  }

  private func require(_ rule: String, _ holds: Bool) throws(BrokenRule) {
    if !holds { throw BrokenRule(name: rule) }
  }

  /// Checks that each row refers to something on the board before, and that nothing is named twice.
  private func checkSources(on board: BoardModel) throws(BrokenRule) {
    let sections = deletedSections + movedSections.map(\.source) + reloadedSections
    for row in sections {
      try require("A1 A3 A7", board.sections.indices.contains(row.path.section))
      try require("ids", board.sections[row.path.section].id == row.id)
    }
    try require("B1 B7 B9 B10 B12", areDistinct(sections.map(\.path)))
    let items = deletes + moves.map(\.source) + reloads + reconfigures
    for row in items {
      guard let item = board.item(at: row.path) else { throw BrokenRule(name: "A4 A6 A7") }
      try require("ids", item.id == row.id)
    }
    try require("B3 B7 B9 B10 B12", areDistinct(items.map(\.path)))
  }

  private func areDistinct(_ paths: [Path]) -> Bool { Set(paths).count == paths.count }
}

// Sections.

extension BatchModel {
  /// A section after, and its index before, if it has one.
  private struct PlacedSection {
    var section: BoardModel.Section
    let origin: Int?
  }

  /// The sections after, with their remaining items.
  private func sectionsAfter(_ board: BoardModel) throws(BrokenRule) -> [PlacedSection] {
    var before = board.sections.enumerated().map { PlacedSection(section: $1, origin: $0) }
    for row in reloadedSections { before[row.path.section].section.title = row.text }
    for row in reloads { before[row.path.section].section.items[row.path.item].text = row.text }
    for row in reloads + reconfigures {
      let item = before[row.path.section].section.items[row.path.item]
      before[row.path.section].section.items[row.path.item].fields =
        item.fields.merging(row.fields) { $1 }.filter { !$0.value.isEmpty }
    }
    for path in (deletes + moves.map(\.source)).map(\.path).sorted(by: >) {
      before[path.section].section.items.remove(at: path.item)
    }
    var placed = insertedSections.map {
      ($0.index, PlacedSection(section: $0.section, origin: nil))
    }
    placed += movedSections.map { ($0.destination.section, before[$0.source.path.section]) }
    try require("B2 B8 B12", Set(placed.map(\.0)).count == placed.count)
    let gone = Set((deletedSections + movedSections.map(\.source)).map(\.path.section))
    var after = before.filter { !gone.contains($0.origin!) }
    for (index, section) in placed.sorted(by: { $0.0 < $1.0 }) {
      try require("A2 A3", 0...after.count ~= index)
      after.insert(section, at: index)
    }
    return after
  }

  private func checkHazards(among sections: [PlacedSection]) throws(BrokenRule) {
    let moved = Set(movedSections.map(\.source.path.section))
    let replaced = Set((deletedSections + reloadedSections).map(\.path.section))
    let before = (deletes + moves.map(\.source) + reloads + reconfigures).map(\.path.section)
    try require("H1", moved.isDisjoint(with: before))
    try require("B5 H4", replaced.isDisjoint(with: before))
    for index in (inserts.map(\.path) + moves.map(\.destination)).map(\.section) {
      try require("A5 A6", sections.indices.contains(index))
      guard let origin = sections[index].origin else { throw BrokenRule(name: "B6 H4") }
      try require("H1", !moved.contains(origin))
      try require("B6 H4", !replaced.contains(origin))
    }
    let moveCount = moves.count + movedSections.count
    try require("H2", moveCount == 0 || reloads.isEmpty && reloadedSections.isEmpty)
    try checkMovedSections()
  }

  /// Checks that each section move is relative to the sections that stay.
  private func checkMovedSections() throws(BrokenRule) {
    let gone = (deletedSections + movedSections.map(\.source)).map(\.path.section)
    let placed = insertedSections.map(\.index) + movedSections.map(\.destination.section)
    for move in movedSections {
      let (source, destination) = (move.source.path.section, move.destination.section)
      let rankBefore = source - gone.count { $0 < source }
      let rankAfter = destination - placed.count { $0 < destination }
      try require("H3", rankBefore != rankAfter)
    }
  }
}

// Items.

extension BatchModel {
  /// The items that rows insert or move, by their path after.
  private func itemsAfter(_ board: BoardModel) throws(BrokenRule) -> [(Path, BoardModel.Item)] {
    let moved = moves.map { ($0.destination, board.item(at: $0.source.path)!) }
    let items = inserts.map { ($0.path, $0.item) } + moved
    try require("B4 B8 B12", areDistinct(items.map(\.0)))
    return items
  }

  private func place(
    _ items: [(Path, BoardModel.Item)], in board: inout BoardModel
  ) throws(BrokenRule) {
    for (path, item) in items.sorted(by: { $0.0 < $1.0 }) {
      try require("A5 A6", 0...board.sections[path.section].items.count ~= path.item)
      board.sections[path.section].items.insert(item, at: path.item)
    }
  }

  /// Checks that `was` is the path before of the item, and missing if it was not on the board.
  private func checkOrigins(on board: BoardModel) throws(BrokenRule) {
    let paths = board.paths
    for row in inserts { try require("was", row.was == paths[row.item.id]) }
    for row in insertedSections {
      for (item, was) in zip(row.section.items, row.was) {
        try require("was", was == paths[item.id])
      }
    }
  }
}
