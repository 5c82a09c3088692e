import BoardModel

// The rows of listings. They have no kind of their own: the reply says what they are.

/// A board as `boards` lists it.
public struct BoardRow: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var revision: Int
  public var sections: Int
  public var items: Int
  public var watchers: Int

  public init(_ board: BoardName, revision: Int, sections: Int, items: Int, watchers: Int) {
    self.board = board
    self.revision = revision
    self.sections = sections
    self.items = items
    self.watchers = watchers
  }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    revision = try line.fact("rev", old?.revision)
    sections = try line.fact("sections", old?.sections)
    items = try line.fact("items", old?.items)
    watchers = try line.fact("watchers", old?.watchers)
  }
}

/// A client as `who` lists it.
public struct WhoRow: Hashable, Sendable, LineFields {
  public var client: ClientName
  /// The boards that it watches.
  public var boards: [BoardName]
  /// What it has selected on the board that was asked about.
  public var selected: [ItemID]

  public init(_ client: ClientName, boards: [BoardName], selected: [ItemID] = []) {
    self.client = client
    self.boards = boards
    self.selected = selected
  }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    client = try line.word("client", old?.client)
    boards = try line.list("boards", old?.boards)
    selected = try line.list("selected", old?.selected)
  }
}

/// An item as `find` lists it.
public struct FindRow: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var path: IndexPath
  public var item: ItemID
  /// The revision at which the item has the path.
  public var revision: Int
  public var text: Text

  public init(_ board: BoardName, _ path: IndexPath, _ item: ItemID, revision: Int, _ text: Text) {
    self.board = board
    self.path = path
    self.item = item
    self.revision = revision
    self.text = text
  }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    path = try line.word("path", old?.path)
    item = try line.word("item", old?.item)
    revision = try line.fact("rev", old?.revision)
    text = try line.trailingText(limit: .max, old?.text)
  }
}

/// A live drag session as `drags` lists it.
public struct DragRow: Hashable, Sendable, LineFields {
  public var drag: SessionID
  /// The board that the session began on.
  public var board: BoardName
  public var client: ClientName
  public var state: DragState
  public var items: [ItemID]
  public var operations: DropOperations
  /// The type of the first item, if the items come from outside.
  public var external: String?
  public var isLocal: Bool
  public var isSuspended: Bool
  public var isShort: Bool

  public init(
    _ drag: SessionID, on board: BoardName, by client: ClientName, _ state: DragState,
    items: [ItemID], operations: DropOperations, external: String?, isLocal: Bool,
    isSuspended: Bool, isShort: Bool
  ) {
    self.drag = drag
    self.board = board
    self.client = client
    self.state = state
    self.items = items
    self.operations = operations
    self.external = external
    self.isLocal = isLocal
    self.isSuspended = isSuspended
    self.isShort = isShort
  }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    drag = try line.word("drag", old?.drag)
    board = try line.word("home", old?.board)
    client = try line.word("client", old?.client)
    let word = try line.word("state", old?.state.word)
    items = try line.fact("items", old?.items)
    operations = try line.operations(old?.operations)
    external = try line.key("external", old?.external.map { ItemType($0) })?.string
    isLocal = try line.flag("local", old?.isLocal)
    state = try DragState(keysOf: word, &line, from: old?.state)
    isSuspended = try line.flag("suspended", old?.isSuspended)
    isShort = try line.flag("short", old?.isShort)
  }
}

extension LineCoder where Self: ~Copyable {
  /// The operations that a session allows, left out if there are none.
  mutating func operations(_ value: DropOperations?) throws(Failure) -> DropOperations {
    try key("ops", value == DropOperations.none ? nil : value) ?? .none
  }
}

/// A revision as `history` lists it.
public struct HistoryRow: Hashable, Sendable, LineFields {
  /// What the revision came from, beside a plain command.
  public enum Origin: Hashable, Sendable {
    case command
    case drag(SessionID)
    case undo(of: Int)
    case redo(of: Int)
  }

  public var revision: Int
  /// When it was made: UTC, as ISO 8601 has it.
  public var time: String
  public var client: ClientName
  public var origin: Origin
  /// What it did, for people.
  public var summary: Text

  public init(
    _ revision: Int, time: String, by client: ClientName, _ origin: Origin, _ summary: Text
  ) {
    self.revision = revision
    self.time = time
    self.client = client
    self.origin = origin
    self.summary = summary
  }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    revision = try line.word("rev", old?.revision)
    time = try line.word("time", old.map { QuotedWord($0.time) }).string
    client = try line.word("client", old?.client)
    let drag = try line.key("drag", old?.origin.drag)
    let undo = try line.key("undo", old?.origin.undone)
    let redo = try line.key("redo", old?.origin.redone)
    origin =
      drag.map { .drag($0) } ?? undo.map { .undo(of: $0) } ?? redo.map { .redo(of: $0) }
      ?? .command
    summary = try line.trailingText(limit: .max, old?.summary)
  }
}

extension HistoryRow.Origin {
  fileprivate var drag: SessionID? {
    switch self {
    case .drag(let drag): drag
    case .command, .undo, .redo: nil
    }
  }

  fileprivate var undone: Int? {
    switch self {
    case .undo(let revision): revision
    case .command, .drag, .redo: nil
    }
  }

  fileprivate var redone: Int? {
    switch self {
    case .redo(let revision): revision
    case .command, .drag, .undo: nil
    }
  }
}

/// The policies of a board or a section as `policy` lists them.
public struct PolicyRow: Hashable, Sendable, LineFields {
  public var target: PolicyRequest.Target
  /// Every key with the value that holds for the target.
  public var values: [PolicyKey: String]

  public init(_ target: PolicyRequest.Target, _ values: [PolicyKey: String]) {
    self.target = target
    self.values = values
  }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    target = try line.word("target", old?.target)
    let known = old.map { old in
      PolicyValues(PolicyKey.allCases.compactMap { key in old.values[key].map { (key, $0) } })
    }
    let read = try PolicyValues(&line, from: known)
    values = Dictionary(uniqueKeysWithValues: read.values.map { ($0.key, $0.value) })
  }
}
