import BoardModel

/// Commands of drag sessions.
public enum DragRequest: Hashable, Sendable {
  case begin(Begin)
  case beginExternal(BeginExternal)
  case add(Items)
  case addExternal(AddExternal)
  case remove(Items)
  case propose(Propose)
  case exit(OptionalDrag)
  case perform(OptionalDrag)
  case cancel(Cancel)
  case resume(Resume)
  case dryrun(DryRun)
  case drags(OptionalBoard)

  public struct Begin: Hashable, Sendable, LineFields {
    public var items: ItemReferences
    /// The operations that the session allows; nil for all.
    public var operations: DropOperations?
    /// Whether the items may not leave their board.
    public var isLocal: Bool
    public var board: BoardName?

    public init(
      _ items: ItemReferences, operations: DropOperations? = nil, isLocal: Bool = false,
      on board: BoardName? = nil
    ) {
      self.items = items
      self.operations = operations
      self.isLocal = isLocal
      self.board = board
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      items = try line.word("items", old?.items)
      operations = try line.key("ops", old?.operations)
      isLocal = try line.flag("local", old?.isLocal)
      board = try line.key("board", old?.board)
    }
  }

  public struct BeginExternal: Hashable, Sendable, LineFields {
    public var text: Text
    /// The type of what is brought; nil for `text/plain`.
    public var type: String?
    public var board: BoardName?

    public init(_ text: Text, type: String? = nil, on board: BoardName? = nil) {
      self.text = text
      self.type = type
      self.board = board
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      type = try line.key("type", old?.type.map { ItemType($0) })?.string
      board = try line.key("board", old?.board)
      text = try line.text(limit: Limits.textBytes, old?.text)
    }
  }

  /// Items that join or leave a session.
  public struct Items: Hashable, Sendable, LineFields {
    public var items: ItemReferences
    public var drag: SessionID?

    public init(_ items: ItemReferences, drag: SessionID? = nil) {
      self.items = items
      self.drag = drag
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      items = try line.word("items", old?.items)
      drag = try line.key("drag", old?.drag)
    }
  }

  public struct AddExternal: Hashable, Sendable, LineFields {
    public var text: Text
    public var type: String?
    public var drag: SessionID?

    public init(_ text: Text, type: String? = nil, drag: SessionID? = nil) {
      self.text = text
      self.type = type
      self.drag = drag
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      type = try line.key("type", old?.type.map { ItemType($0) })?.string
      drag = try line.key("drag", old?.drag)
      text = try line.text(limit: Limits.textBytes, old?.text)
    }
  }

  public struct Propose: Hashable, Sendable, LineFields {
    public var place: Place
    /// The operation that is asked for; nil leaves it to the server.
    public var operation: DropOperation?
    public var drag: SessionID?
    /// The board of the place; nil for the session's own.
    public var board: BoardName?

    public init(
      _ place: Place, _ operation: DropOperation? = nil, drag: SessionID? = nil,
      on board: BoardName? = nil
    ) {
      self.place = place
      self.operation = operation
      self.drag = drag
      self.board = board
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      place = try line.word("place", old?.place)
      operation = try line.key("op", old?.operation)
      drag = try line.key("drag", old?.drag)
      board = try line.key("board", old?.board)
    }
  }

  /// The session that a command may name in its last word.
  public struct OptionalDrag: Hashable, Sendable, LineFields {
    public var drag: SessionID?

    public init(_ drag: SessionID? = nil) { self.drag = drag }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      drag = try line.lastWord("drag", old?.drag)
    }
  }

  public struct Cancel: Hashable, Sendable, LineFields {
    public var drag: SessionID?
    public var force: Bool

    public init(_ drag: SessionID? = nil, force: Bool = false) {
      self.drag = drag
      self.force = force
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      drag = try line.lastWord("drag", old?.drag)
      force = try line.flag("force", old?.force)
    }
  }

  public struct Resume: Hashable, Sendable, LineFields {
    public var drag: SessionID

    public init(_ drag: SessionID) { self.drag = drag }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      drag = try line.word("drag", old?.drag)
    }
  }

  public struct DryRun: Hashable, Sendable, LineFields {
    public var place: Place
    /// The items to be dropped; nil for those of a session.
    public var items: ItemReferences?
    public var operation: DropOperation?
    public var drag: SessionID?
    public var board: BoardName?

    public init(
      _ place: Place, items: ItemReferences? = nil, _ operation: DropOperation? = nil,
      drag: SessionID? = nil, on board: BoardName? = nil
    ) {
      self.place = place
      self.items = items
      self.operation = operation
      self.drag = drag
      self.board = board
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      place = try line.word("place", old?.place)
      items = try line.key("items", old?.items)
      operation = try line.key("op", old?.operation)
      drag = try line.key("drag", old?.drag)
      board = try line.key("board", old?.board)
    }
  }
}

extension DragRequest {
  /// The verb and the parts behind it.
  var command: (verb: Verb, fields: any LineFields) {
    switch self {
    case .begin(let fields): (.drag(.begin), fields)
    case .beginExternal(let fields): (.drag(.beginExternal), fields)
    case .add(let fields): (.drag(.add), fields)
    case .addExternal(let fields): (.drag(.addExternal), fields)
    case .remove(let fields): (.drag(.remove), fields)
    case .propose(let fields): (.drag(.propose), fields)
    case .exit(let fields): (.drag(.exit), fields)
    case .perform(let fields): (.drag(.perform), fields)
    case .cancel(let fields): (.drag(.cancel), fields)
    case .resume(let fields): (.drag(.resume), fields)
    case .dryrun(let fields): (.drag(.dryrun), fields)
    case .drags(let fields): (.drag(.drags), fields)
    }
  }

  /// Whether the command surely changes a board, which must be written down.
  public var changesBoards: Bool {
    switch self {
    case .perform: true
    case .begin, .beginExternal, .add, .addExternal, .remove, .propose, .exit, .cancel, .resume,
      .dryrun, .drags:
      false
    }
  }

  /// Whether the command can change a board or a session, so that a retry matters.
  public var changesSomething: Bool {
    switch self {
    case .begin, .beginExternal, .add, .addExternal, .remove, .propose, .exit, .perform, .cancel,
      .resume:
      true
    case .dryrun, .drags: false
    }
  }
}

/// The facts about a session that only the request holds: its reply does not repeat them.
public struct RequestedDrag: Hashable, Sendable {
  /// The board of a session that begins, if the request names one.
  public private(set) var board: BoardName?
  public private(set) var operations = DropOperations.all
  public private(set) var isLocal = false
  /// The parcel of an item from outside.
  public private(set) var parcel: DragParcel?

  /// The default type of a parcel.
  private static let defaultType = "text/plain"

  /// - Parameter request: The request, or nil if it is unknown.
  public init(_ request: Request?) {
    guard case .drag(let request) = request else { return }
    switch request {
    case .begin(let begin):
      board = begin.board
      operations = begin.operations ?? .all
      isLocal = begin.isLocal
    case .beginExternal(let begin):
      board = begin.board
      operations = .copy
      parcel = DragParcel(type: begin.type ?? Self.defaultType, begin.text)
    case .addExternal(let add):
      parcel = DragParcel(type: add.type ?? Self.defaultType, add.text)
    case .add, .remove, .propose, .exit, .perform, .cancel, .resume, .dryrun, .drags: break
    }
  }
}
