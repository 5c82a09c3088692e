import BoardModel

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
