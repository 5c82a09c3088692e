// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

/// Commands of drag sessions.
public enum DragRequest: Hashable, Sendable {
  case begin(Begin)
  case beginExternal(BeginExternal)
  case add(Add)
  case addExternal(AddExternal)
  case remove(Remove)
  case propose(Propose)
  case exit(Exit)
  case perform(Perform)
  case cancel(Cancel)
  case resume(Resume)
  case dryrun(Dryrun)
  case drags(Drags)

  /// `begin ITEMS [ops=OPS] [local=yes] [board=BOARD]`: begins a drag of items.
  public struct Begin: Hashable, Sendable, LineFields {
    public var items: ItemReferences
    /// The operations that the session allows; without it, both.
    public var operations: DropOperations?
    /// The items may not leave their board.
    public var isLocal: Bool
    /// The board; without it, the current board of the connection (3.7).
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

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      items = try line.word("items", old?.items)
      operations = try line.key("ops", old?.operations)
      isLocal = try line.flag("local", old?.isLocal)
      board = try line.key("board", old?.board)
    }
  }

  /// `begin-external [type=TYPE] [board=BOARD] [FIELD=VALUE…] TEXT`: begins a drag of an item from
  /// outside.
  public struct BeginExternal: Hashable, Sendable, LineFields {
    /// The type of the item; without it, `text/plain`.
    public var type: String?
    /// The board; without it, the current board of the connection (3.7).
    public var board: BoardName?
    /// The fields of the item (19.1).
    public var fields: BoardModel.Fields
    public var text: Text

    public init(
      _ text: Text, type: String? = nil, on board: BoardName? = nil,
      fields: BoardModel.Fields = BoardModel.Fields()
    ) {
      self.type = type
      self.board = board
      self.fields = fields
      self.text = text
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      type = try line.key("type", old?.type.map { ItemType(string: $0) })?.string
      board = try line.key("board", old?.board)
      fields = try line.fields(old?.fields)
      text = try line.text(limit: Limits.textBytes, old?.text)
    }
  }

  /// `add ITEMS [drag=DRAG]`: adds items to a drag.
  public struct Add: Hashable, Sendable, LineFields {
    public var items: ItemReferences
    /// The session; without it, the only live one of the client (8.2).
    public var drag: SessionID?

    public init(_ items: ItemReferences, drag: SessionID? = nil) {
      self.items = items
      self.drag = drag
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      items = try line.word("items", old?.items)
      drag = try line.key("drag", old?.drag)
    }
  }

  /// `add-external [type=TYPE] [drag=DRAG] [FIELD=VALUE…] TEXT`: adds an item from outside.
  public struct AddExternal: Hashable, Sendable, LineFields {
    /// The type of the item; without it, `text/plain`.
    public var type: String?
    /// The session; without it, the only live one of the client (8.2).
    public var drag: SessionID?
    /// The fields of the item (19.1).
    public var fields: BoardModel.Fields
    public var text: Text

    public init(
      _ text: Text, type: String? = nil, drag: SessionID? = nil,
      fields: BoardModel.Fields = BoardModel.Fields()
    ) {
      self.type = type
      self.drag = drag
      self.fields = fields
      self.text = text
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      type = try line.key("type", old?.type.map { ItemType(string: $0) })?.string
      drag = try line.key("drag", old?.drag)
      fields = try line.fields(old?.fields)
      text = try line.text(limit: Limits.textBytes, old?.text)
    }
  }

  /// `remove ITEMS [drag=DRAG]`: removes items from a drag.
  public typealias Remove = Add

  /// `propose PLACE [op=OP] [drag=DRAG] [board=BOARD]`: moves the drag over a place, and returns the
  /// drop proposal.
  public struct Propose: Hashable, Sendable, LineFields {
    public var place: Place
    /// The operation that is asked for; without it, the server chooses.
    public var operation: DropOperation?
    /// The session; without it, the only live one of the client (8.2).
    public var drag: SessionID?
    /// The board of the place; without it, that of the session.
    public var board: BoardName?

    public init(
      _ place: Place, operation: DropOperation? = nil, drag: SessionID? = nil,
      on board: BoardName? = nil
    ) {
      self.place = place
      self.operation = operation
      self.drag = drag
      self.board = board
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      place = try line.word("place", old?.place)
      operation = try line.key("op", old?.operation)
      drag = try line.key("drag", old?.drag)
      board = try line.key("board", old?.board)
    }
  }

  /// `exit [DRAG]`: moves the drag off its place.
  public struct Exit: Hashable, Sendable, LineFields {
    /// The session; without it, the only live one of the client (8.2).
    public var drag: SessionID?

    public init(_ drag: SessionID? = nil) {
      self.drag = drag
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      drag = try line.lastWord("drag", old?.drag)
    }
  }

  /// `perform [DRAG]`: drops the items.
  public typealias Perform = Exit

  /// `cancel [DRAG] [force=yes]`: ends a drag without a drop.
  public struct Cancel: Hashable, Sendable, LineFields {
    /// The session; without it, the only live one of the client (8.2).
    public var drag: SessionID?
    /// The session may be that of another client.
    public var force: Bool

    public init(_ drag: SessionID? = nil, force: Bool = false) {
      self.drag = drag
      self.force = force
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      drag = try line.lastWord("drag", old?.drag)
      force = try line.flag("force", old?.force)
    }
  }

  /// `resume DRAG`: continues a suspended drag.
  public struct Resume: Hashable, Sendable, LineFields {
    public var drag: SessionID

    public init(_ drag: SessionID) {
      self.drag = drag
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      drag = try line.word("drag", old?.drag)
    }
  }

  /// `dryrun PLACE [items=ITEMS] [op=OP] [drag=DRAG] [board=BOARD]`: returns the rows that a drop
  /// there would make.
  public struct Dryrun: Hashable, Sendable, LineFields {
    public var place: Place
    /// The items to be dropped; without them, those of a session.
    public var items: ItemReferences?
    /// The operation that is asked for; without it, the server chooses.
    public var operation: DropOperation?
    /// The session; without it, the only live one of the client (8.2).
    public var drag: SessionID?
    /// The board of the place; without it, that of the session.
    public var board: BoardName?

    public init(
      _ place: Place, items: ItemReferences? = nil, operation: DropOperation? = nil,
      drag: SessionID? = nil, on board: BoardName? = nil
    ) {
      self.place = place
      self.items = items
      self.operation = operation
      self.drag = drag
      self.board = board
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      place = try line.word("place", old?.place)
      items = try line.key("items", old?.items)
      operation = try line.key("op", old?.operation)
      drag = try line.key("drag", old?.drag)
      board = try line.key("board", old?.board)
    }
  }

  /// `drags [BOARD]`: lists the live drags.
  public struct Drags: Hashable, Sendable, LineFields {
    /// The board that is asked about; without it, all boards.
    public var board: BoardName?

    public init(_ board: BoardName? = nil) {
      self.board = board
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.lastWord("board", old?.board)
    }
  }
}

extension DragRequest {
  /// Appends the command as a line.
  func append(to buffer: inout WireBuffer) {
    switch self {
    case .begin(let fields): buffer.line("begin", fields)
    case .beginExternal(let fields): buffer.line("begin-external", fields)
    case .add(let fields): buffer.line("add", fields)
    case .addExternal(let fields): buffer.line("add-external", fields)
    case .remove(let fields): buffer.line("remove", fields)
    case .propose(let fields): buffer.line("propose", fields)
    case .exit(let fields): buffer.line("exit", fields)
    case .perform(let fields): buffer.line("perform", fields)
    case .cancel(let fields): buffer.line("cancel", fields)
    case .resume(let fields): buffer.line("resume", fields)
    case .dryrun(let fields): buffer.line("dryrun", fields)
    case .drags(let fields): buffer.line("drags", fields)
    }
  }
}

extension DragRequest {
  public var verb: Verb {
    switch self {
    case .begin: .begin
    case .beginExternal: .beginExternal
    case .add: .add
    case .addExternal: .addExternal
    case .remove: .remove
    case .propose: .propose
    case .exit: .exit
    case .perform: .perform
    case .cancel: .cancel
    case .resume: .resume
    case .dryrun: .dryrun
    case .drags: .drags
    }
  }
}
