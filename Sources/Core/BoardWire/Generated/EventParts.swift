// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

/// `drag DRAG began BOARD CLIENT items=ITEMS [ops=OPS] [external=TYPE] [local=yes] [FIELD=VALUE…]
/// [TEXT]`: a session began; `external`, the fields and TEXT are those of an item from outside.
public struct BeganEvent: Hashable, Sendable, LineFields {
  public var drag: SessionID
  public var board: BoardName
  public var client: ClientName
  public var items: [ItemID]
  public var operations: DropOperations
  public var external: DragParcel?
  public var isLocal: Bool

  public init(
    _ drag: SessionID, board: BoardName, client: ClientName, items: [ItemID],
    operations: DropOperations, external: DragParcel? = nil, isLocal: Bool = false
  ) {
    self.drag = drag
    self.board = board
    self.client = client
    self.items = items
    self.operations = operations
    self.external = external
    self.isLocal = isLocal
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    drag = try line.word("drag", old?.drag)
    try line.literal("began")
    board = try line.word("board", old?.board)
    client = try line.word("client", old?.client)
    items = try line.fact("items", old?.items)
    operations = try line.operations(old?.operations)
    let type = try line.key("external", old?.external.map { ItemType(string: $0.type) })?.string
    isLocal = try line.flag("local", old?.isLocal)
    let fields = try line.fields(old.map { $0.external?.fields ?? Fields() })
    let text = try line.trailingText(limit: .max, old.map { $0.external?.text ?? "" })
    external = type.map { DragParcel(type: $0, text, fields: fields) }
  }
}

/// `drag DRAG items items=ITEMS [external=TYPE] [FIELD=VALUE…] [TEXT]`: the present items of the
/// session; `external`, the fields and TEXT are those of the last one, if it was just added from
/// outside.
public struct ItemsEvent: Hashable, Sendable, LineFields {
  public var drag: SessionID
  public var items: [ItemID]
  public var external: DragParcel?

  public init(_ drag: SessionID, items: [ItemID], external: DragParcel? = nil) {
    self.drag = drag
    self.items = items
    self.external = external
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    drag = try line.word("drag", old?.drag)
    try line.literal("items")
    items = try line.fact("items", old?.items)
    let type = try line.key("external", old?.external.map { ItemType(string: $0.type) })?.string
    let fields = try line.fields(old.map { $0.external?.fields ?? Fields() })
    let text = try line.trailingText(limit: .max, old.map { $0.external?.text ?? "" })
    external = type.map { DragParcel(type: $0, text, fields: fields) }
  }
}

/// `drag DRAG over VERDICT at=PATH anchor=ANCHOR [reason=REASON] [board=BOARD]`: the session is over
/// a place.
public struct OverEvent: Hashable, Sendable, LineFields {
  public var drag: SessionID
  public var proposal: DropProposal

  public init(_ drag: SessionID, proposal: DropProposal) {
    self.drag = drag
    self.proposal = proposal
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    drag = try line.word("drag", old?.drag)
    try line.literal("over")
    let word = try line.word("verdict", old?.proposal.word)
    proposal = try DropProposal(keysOf: word, &line, from: old?.proposal)
  }
}

/// `drag DRAG lifted`: the session is over no place.
public struct LiftedEvent: Hashable, Sendable, LineFields {
  public var drag: SessionID

  public init(_ drag: SessionID) {
    self.drag = drag
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    drag = try line.word("drag", old?.drag)
    try line.literal("lifted")
  }
}

/// `drag DRAG lost`: the session is over no place, because its place was removed.
public struct LostEvent: Hashable, Sendable, LineFields {
  public var drag: SessionID

  public init(_ drag: SessionID) {
    self.drag = drag
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    drag = try line.word("drag", old?.drag)
    try line.literal("lost")
  }
}

/// `drag DRAG suspended`: the owner has no connection.
public struct SuspendedEvent: Hashable, Sendable, LineFields {
  public var drag: SessionID

  public init(_ drag: SessionID) {
    self.drag = drag
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    drag = try line.word("drag", old?.drag)
    try line.literal("suspended")
  }
}

/// `drag DRAG resumed`: the owner has resumed it.
public struct ResumedEvent: Hashable, Sendable, LineFields {
  public var drag: SessionID

  public init(_ drag: SessionID) {
    self.drag = drag
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    drag = try line.word("drag", old?.drag)
    try line.literal("resumed")
  }
}

/// `drag DRAG ended OUTCOME [rev=REV] [board=BOARD]`: the session ended; `rev` with `moved` and
/// `copied`, `board` with a copy to another board.
public struct EndedEvent: Hashable, Sendable, LineFields {
  public var drag: SessionID
  public var outcome: ReportedOutcome

  public init(_ drag: SessionID, outcome: ReportedOutcome) {
    self.drag = drag
    self.outcome = outcome
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    drag = try line.word("drag", old?.drag)
    try line.literal("ended")
    let word = try line.word("outcome", old?.outcome.word)
    outcome = try ReportedOutcome(keysOf: word, &line, from: old?.outcome)
  }
}

/// `selected BOARD CLIENT [items=ITEMS]`: the whole selection of a client.
public struct SelectedEvent: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var client: ClientName
  public var items: [ItemID]

  public init(_ board: BoardName, client: ClientName, items: [ItemID] = []) {
    self.board = board
    self.client = client
    self.items = items
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    client = try line.word("client", old?.client)
    items = try line.list("items", old?.items)
  }
}

/// `policy BOARD TARGET [KEY=VALUE…]`: all settings that the board (`*`) or a section has of its own
/// (8.7).
public struct PolicyEvent: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var target: PolicyRequest.Target
  public var values: PolicyValues

  public init(_ board: BoardName, target: PolicyRequest.Target, values: PolicyValues) {
    self.board = board
    self.target = target
    self.values = values
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    target = try line.word("target", old?.target)
    values = try PolicyValues(&line, from: old?.values)
  }
}

/// `fields BOARD [FIELD=VALUE…]`: the types of all fields that are no texts (19.7).
public struct FieldsEvent: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var fields: Fields

  public init(_ board: BoardName, fields: Fields = Fields()) {
    self.board = board
    self.fields = fields
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    fields = try line.fields(old?.fields)
  }
}

/// `removed BOARD`: the board was removed.
public struct RemovedEvent: Hashable, Sendable, LineFields {
  public var board: BoardName

  public init(_ board: BoardName) {
    self.board = board
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
  }
}

/// `renamed BOARD TO`: the board is now named TO.
public struct RenamedEvent: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var to: BoardName

  public init(_ board: BoardName, to: BoardName) {
    self.board = board
    self.to = to
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    to = try line.word("to", old?.to)
  }
}

/// `role BOARD ROLE`: the client now has this role on the board (17.6).
public struct RoleEvent: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var role: Role

  public init(_ board: BoardName, role: Role) {
    self.board = board
    self.role = role
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    role = try line.word("role", old?.role)
  }
}
