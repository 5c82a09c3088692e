import BoardModel

/// What a process sees of the nodes of its database each time that it renews its lease.
public struct ClusterView: Hashable, Sendable {
  /// The process itself. If the number differs from the one before, the process was declared dead: it owns no space
  /// any more.
  public var me: NodeID
  /// The processes that are not declared dead, this one included, in the order of their numbers.
  public var nodes: [NodeRow]
  /// The spaces that the process owns.
  public var owned: [OwnedSpace]

  public init(me: NodeID, nodes: [NodeRow], owned: [OwnedSpace]) {
    self.me = me
    self.nodes = nodes
    self.owned = owned
  }
}

/// A process in a `ClusterView`.
public struct NodeRow: Hashable, Sendable {
  public enum State: String, Sendable {
    case serving
    /// It gives its spaces to others and takes none.
    case draining
  }

  public var id: NodeID
  /// Where others reach it; nil for a server that is no node. Nobody passes clients on to that.
  public var address: NodeAddress?
  public var state: State
  /// Whether its lease is not over.
  public var isAlive: Bool
  /// Its share of the spaces, relative to those of others. At least 1.
  public var weight: Int
  /// The links of other nodes that have been down for a second.
  public var unreached: Set<String>

  public init(
    id: NodeID, address: NodeAddress?, state: State, isAlive: Bool, weight: Int,
    unreached: Set<String>
  ) {
    self.id = id
    self.address = address
    self.state = state
    self.isAlive = isAlive
    self.weight = weight
    self.unreached = unreached
  }
}

/// A space that a process owns.
public struct OwnedSpace: Hashable, Sendable {
  public var name: SpaceName
  /// The number of acquisitions of the space.
  public var term: Int
  /// The link of the node that should own it; nil if the weights decide.
  public var pinned: String?

  public init(name: SpaceName, term: Int, pinned: String?) {
    self.name = name
    self.term = term
    self.pinned = pinned
  }
}

/// What the row of a space says of where it is.
public enum SpaceLocation: Hashable, Sendable {
  /// There is no such space.
  case unknown
  /// It cannot be served, for this reason: it was moved, is incomplete, or was restored to an earlier time.
  case unusable(String)
  /// It can be served. `owner` is the process that took it last and has not released it, whether it is alive or not;
  /// `pinned` the link of the node that should own it.
  case found(owner: NodeID?, pinned: String?)
}
