import BoardModel

/// What a process sees of the nodes of its database each time that it renews its lease.
public struct ClusterView: Hashable, Sendable {
  /// The process itself. If the number differs from the one before, the process was declared dead: it owns no space
  /// any more.
  public var me: NodeID
  /// The processes that are not declared dead, this one included, in the order of their numbers.
  public var nodes: [NodeRow]
  /// The spaces that the process owns, without those that have lost what was acknowledged.
  public var owned: [OwnedSpace]
  /// What is wrong with the database, each a sentence: that it may lose what it has confirmed, or is another one.
  public var warnings: [String]

  public init(me: NodeID, nodes: [NodeRow], owned: [OwnedSpace], warnings: [String] = []) {
    self.me = me
    self.nodes = nodes
    self.owned = owned
    self.warnings = warnings
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
  /// How often it has renewed its lease.
  public var renewals: Int
  /// How long others leave its spaces alone while it is silent.
  public var lease: Duration
  /// Whether it has not been silent for so long, as far as who looks has seen.
  public var isAlive = true
  /// Its share of the spaces, relative to those of others. At least 1.
  public var weight: Int
  /// The links of other nodes that have been down for a second.
  public var unreached: Set<String>

  public init(
    id: NodeID, address: NodeAddress?, state: State, renewals: Int, lease: Duration,
    weight: Int, unreached: Set<String>
  ) {
    self.id = id
    self.address = address
    self.state = state
    self.renewals = renewals
    self.lease = lease
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

/// For how long processes have shown no sign of life, by the clock of who looks at them. No other clock counts.
///
/// A process counts the renewals of its lease. While the number stays the same, it is silent.
public struct SignsOfLife: Sendable {
  private struct Sign {
    let renewals: Int
    /// When this number was seen first.
    let since: Duration
  }

  private var signs: [NodeID: Sign] = [:]

  public init() {}

  /// A process is seen that has renewed its lease so often.
  ///
  /// - Parameter now: The time on a monotonic clock.
  /// - Returns: For how long it has been seen with this number.
  @discardableResult
  public mutating func see(_ node: NodeID, renewals: Int, at now: Duration) -> Duration {
    if let sign = signs[node], sign.renewals == renewals { return now - sign.since }
    signs[node] = Sign(renewals: renewals, since: now)
    return .zero
  }

  /// Forgets all processes but these.
  public mutating func keep(_ nodes: [NodeID]) {
    let kept = Set(nodes)
    signs = signs.filter { kept.contains($0.key) }
  }
}
