import BoardModel
import BoardReplica

/// A snapshot of a board and its presence, as a view shows it.
public struct BoardSnapshot: Sendable {
  /// A drag of any client, as others see it.
  public struct Drag: Hashable, Sendable {
    public var session: SessionID
    public var owner: ClientName
    public var items: [ItemID]
    /// The parcels of items from outside, by their reserved ids.
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
  /// The confirmed revision, or nil before the first snapshot.
  public var revision: Int?
  /// The board, including own unconfirmed changes.
  public var board = Board()
  /// The items of `BoardView.pins` that are on the board no more, though it has items that have not arrived.
  public var gone: Set<ItemID> = []
  public var drags: [Drag] = []
  public var selections: [ClientName: [ItemID]] = [:]
  /// The policies of the board and its sections.
  public var policies = PolicyPresence()
  /// The items of own unconfirmed changes.
  public var unconfirmed: Set<ItemID> = []
  /// The role of this client on the board; nil if the server has no access rules.
  public var role: Role?
  /// The name of this client, if known.
  public var own: ClientName?

  public init(of name: BoardName) { self.name = name }

  /// What a replica shows.
  ///
  /// - Parameter unconfirmed: The items of own unconfirmed changes.
  /// - Complexity: O(drags log drags).
  public init(_ replica: Replica, unconfirmed: Set<ItemID>) {
    name = replica.board
    revision = replica.revision
    board = replica.shown
    gone = replica.gone
    own = replica.client
    role = replica.role
    selections = replica.selections
    policies = replica.policies
    self.unconfirmed = unconfirmed
    drags = replica.drags.sorted { $0.key < $1.key }.compactMap { session, drag in
      guard let owner = drag.owner ?? replica.client else { return nil }
      return Drag(
        session: session, owner: owner, items: drag.items, external: drag.external,
        state: drag.state, isSuspended: drag.isSuspended)
    }
  }
}

/// The status of the connection.
public enum ConnectionStatus: Hashable, Sendable {
  case connecting
  case live
  /// Disconnected for this reason; the next attempt follows in this many seconds.
  case waiting(seconds: Int, because: String)
  case closed(String)
}

/// An index of the clients that drag or have selected each item.
struct PresenceIndex {
  private(set) var draggers: [ItemID: ClientName] = [:]
  /// The dragged items whose place was removed.
  private(set) var lost: Set<ItemID> = []
  private(set) var selectors: [ItemID: [ClientName]] = [:]
  private var drags: [BoardSnapshot.Drag] = []
  private var selections: [ClientName: [ItemID]] = [:]

  /// Updates the index from a snapshot.
  ///
  /// - Complexity: O(dragged and selected items) if any changed.
  mutating func update(from snapshot: BoardSnapshot) {
    if drags != snapshot.drags {
      drags = snapshot.drags
      draggers = [:]
      for drag in drags { for item in drag.items { draggers[item] = drag.owner } }
      lost = Set(drags.lazy.filter { $0.state == .lost }.flatMap(\.items))
    }
    guard selections != snapshot.selections else { return }
    selections = snapshot.selections
    selectors = [:]
    for (client, items) in selections.sorted(by: { $0.key < $1.key }) {
      for item in items { selectors[item, default: []].append(client) }
    }
  }
}
