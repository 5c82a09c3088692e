import BoardModel

/// All that is shown of a board and of those who are on it, at one moment.
public struct BoardSnapshot: Sendable {
  /// Somebody's drag, as the others see it.
  public struct Drag: Hashable, Sendable {
    public var session: SessionID
    public var owner: ClientName
    public var items: [ItemID]
    /// What is brought from outside, by the id that is set aside for it.
    public var external: [ItemID: DragParcel]
    public var state: DragState
    public var isSuspended: Bool

    public init(
      session: SessionID, owner: ClientName, items: [ItemID], external: [ItemID: DragParcel] = [:],
      state: DragState = .lifted, isSuspended: Bool = false
    ) {
      self.session = session
      self.owner = owner
      self.items = items
      self.external = external
      self.state = state
      self.isSuspended = isSuspended
    }
  }

  public var name: BoardName
  /// The revision that the server is known to have, or nil before the first snapshot.
  public var revision: Int?
  /// The board with one's own changes, also those that the server has not confirmed.
  public var board = Board()
  public var drags: [Drag] = []
  public var selections: [ClientName: [ItemID]] = [:]
  /// The items that a change of one's own has touched that is not confirmed yet.
  public var unconfirmed: Set<ItemID> = []
  /// The name one goes by, if it is known.
  public var own: ClientName?

  public init(of name: BoardName) { self.name = name }
}

/// What the connection is doing.
public enum ConnectionStatus: Hashable, Sendable {
  case connecting
  case live
  /// Cut off for this reason; the next attempt comes in so many seconds.
  case waiting(seconds: Int, because: String)
  case closed(String)
}
