/// The rows of a batch, by kind.
struct BatchModel: Sendable {
  typealias Path = BoardModel.Path

  /// A row that refers to something on the board before.
  struct Source: Sendable {
    let path: Path
    let id: String
    /// The new text or title, if it is a reload.
    var text: [UInt8] = []
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
    let sources = deletes + reloads + deletedSections + reloadedSections
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
    guard let id = row.words.last?.word, let text = row.plainText else { return false }
    if row.kind == "item" { return append(BoardModel.Item(id: id, text: text), row) }
    guard let path = row.path(0) else { return false }
    let source = Source(path: path, id: id, text: text)
    switch row.kind {
    case "delete": deletes.append(source)
    case "reload": reloads.append(source)
    case "move":
      guard let destination = row.path(1) else { return false }
      moves.append(Move(source: source, destination: destination))
    case "insert":
      guard let was = row.was else { return false }
      inserts.append(Insert(path: path, item: BoardModel.Item(id: id, text: text), was: was))
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
