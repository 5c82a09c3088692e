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
