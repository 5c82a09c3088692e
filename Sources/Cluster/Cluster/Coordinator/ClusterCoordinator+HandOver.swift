import BoardJournal
import BoardModel

// The spaces that this process gives away.

extension ClusterCoordinator {
  mutating func handOver(_ space: SpaceName) {
    guard serves(space) else { return }
    releasing(space)
    actions.append(.handOver(space))
  }

  mutating func handOverAll() {
    let spaces = ownerships.keys.filter(serves)
    for space in spaces.sorted(by: { $0.string < $1.string }) { handOver(space) }
  }

  mutating func setPin(_ pinned: String?, of space: SpaceName) {
    guard ownerships[space]?.pinned != pinned else { return }
    ownerships[space]?.pinned = pinned
    ownerships[space]?.winner = .unknown
  }

  /// Finds out which spaces other nodes win. Each of them is handed over when the same node has won it for some time.
  mutating func findSuccessors(at now: Duration) {
    for space in ownerships.keys where serves(space) {
      let successor = winner(of: space).flatMap { $0 != me && links.isUp($0) ? $0 : nil }
      guard successor != ownerships[space]?.successor else { continue }
      ownerships[space]?.successor = successor
      if successor != nil {
        moves.set(space, at: now + ClusterTimes.settling)
      } else {
        moves.remove(space)
      }
    }
  }

  /// The node that the placement prefers for a space of this process.
  private mutating func winner(of space: SpaceName) -> NodeID? {
    switch ownerships[space]?.winner {
    case .known(let winner): return winner
    case .unknown, nil:
      let winner = placement.winner(of: space, pinned: ownerships[space]?.pinned)
      ownerships[space]?.winner = .known(winner)
      return winner
    }
  }

  /// Hands over the next space that another node has won for some time. If the lease is not good meanwhile, the time
  /// begins again.
  mutating func handOverNext(at now: Duration) {
    guard moves.earliest.map({ $0 <= now }) ?? false else { return }
    guard mayExecute(at: now) else { return forgetSuccessors() }
    guard nextMove <= now, let space = moves.removeFirst(1, until: now).first else { return }
    nextMove = now + ClusterTimes.handOverInterval
    ownerships[space]?.isPassedOn = true
    handOver(space)
  }

  private mutating func forgetSuccessors() {
    moves.removeAll()
    for space in ownerships.keys { ownerships[space]?.successor = nil }
  }
}
