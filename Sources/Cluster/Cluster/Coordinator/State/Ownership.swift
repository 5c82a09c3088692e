import BoardJournal
import BoardModel

/// A space that this process owns.
struct Ownership {
  enum Winner {
    case unknown
    case known(NodeID?)
  }

  /// When the process learned that it has taken the space.
  let takenAt: Duration
  /// The link of the node that should own it.
  var pinned: String?
  /// The node that the placement prefers, unless that has changed since it was computed.
  var winner: Winner = .unknown
  /// That node, if it is another one to which the link is up.
  var successor: NodeID?
  /// Whether it is given away: it takes no new clients.
  var isLeaving = false
  /// Whether it is given away because another node wins it.
  var isPassedOn = false
}

/// When a process renewed its lease.
struct RenewalHistory {
  /// When the last good renewal was sent. The lease began no earlier.
  private var lastSent: Duration?
  /// When the first renewal since the last gap was answered; nil while there is a gap.
  private(set) var gaplessSince: Duration?

  /// Whether the process may execute commands: nobody else can have declared it dead.
  func isGood(at now: Duration) -> Bool {
    lastSent.map { now - $0 < ClusterTimes.execution } ?? false
  }

  /// Whether the database has answered until now.
  func isGapless(at now: Duration) -> Bool {
    gaplessSince != nil && lastSent.map { now - $0 <= ClusterTimes.gap } ?? false
  }

  /// A renewal may have been executed at any time from its sending to its answer. So the time since the last sending
  /// is an upper limit of how long the database did nothing, and only the answer tells that it is back.
  mutating func renewed(sentAt: Duration, at now: Duration) {
    let hasGap = lastSent.map { now - $0 > ClusterTimes.gap } ?? true
    if hasGap || gaplessSince == nil { gaplessSince = now }
    lastSent = max(lastSent ?? sentAt, sentAt)
  }

  mutating func failed() { gaplessSince = nil }
}
