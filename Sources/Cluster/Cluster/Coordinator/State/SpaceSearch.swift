import BoardJournal
import BoardModel

/// How a process finds the owner of a space that somebody wants from it.
struct SpaceSearch {
  enum State: Equatable {
    /// The row of the space is being read.
    case reading
    /// The row is read again at the time of the alarm.
    case backingOff
    /// Another process owns the space. If the link to it is down, the row is read again at the time of the alarm.
    case owner(NodeID)
    /// Nobody owns the space, and this node is asked to take it. At the time of the alarm the next one is.
    case asking(NodeID)
    /// This process takes the space. It is stale if the process has got another number since.
    case taking(isStale: Bool)
    /// This process owns the space.
    case here
  }

  var state: State = .reading
  /// Whether clients of this process want the space.
  var isWanted = false
  /// Whether other nodes have asked this one.
  var isAsked = false
  /// The link of the node that should own the space.
  var pinned: String?
  /// The nodes that were asked since the space was last found without an owner.
  var tried: Set<NodeID> = []
  /// How often the row was read in vain.
  private var attempts = 0

  /// Where clients are passed on to, if its link is up.
  var target: NodeID? {
    switch state {
    case .owner(let node), .asking(let node): node
    case .reading, .backingOff, .taking, .here: nil
    }
  }

  /// Whether nobody waits for what comes of it.
  var isUnused: Bool {
    switch state {
    case .taking: false
    case .reading, .backingOff, .owner, .asking, .here: !isWanted && !isAsked
    }
  }

  /// The time until the row is read again, which doubles each time.
  mutating func nextBackOff() -> Duration {
    let delay = ClusterTimes.backOff.lowerBound * (1 << min(attempts, 10))
    attempts += 1
    return min(delay, ClusterTimes.backOff.upperBound)
  }

  /// The owner is found: a later search begins from the start.
  mutating func succeed() { (attempts, tried) = (0, []) }
}
