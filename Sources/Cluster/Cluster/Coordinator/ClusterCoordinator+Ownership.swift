import BoardJournal
import BoardModel

// The spaces that this process takes and loses.

extension ClusterCoordinator {
  mutating func take(_ space: SpaceName) {
    enter(.taking(isStale: false), space)
    actions.append(.take(space))
  }

  /// The database has answered to a take.
  public mutating func took(_ space: SpaceName, _ result: TakeResult, at now: Duration) {
    guard case .taking(let isStale) = searches[space]?.state else { return }
    switch result {
    case .taken where isStale:
      actions.append(.drop(space))
      retry(space, at: now)
    case .taken: own(space, at: now)
    case .owned, .failed: retry(space, at: now)
    case .unusable(let reason):
      end(space)
      actions.append(.unusable(space, reason))
    }
  }

  private mutating func own(_ space: SpaceName, at now: Duration) {
    ownerships[space] = Ownership(takenAt: now, pinned: searches[space]?.pinned)
    searches[space]?.succeed()
    enter(.here, space)
    if givesAway {
      refuseOthers(space)
      handOver(space)
    } else {
      announceRoute(of: space)
    }
    searches[space]?.isAsked = false
    endIfUnused(space)
  }

  /// This process begins to release a space that nobody uses: who wants it now waits until that is done.
  public mutating func releasing(_ space: SpaceName) {
    ownerships[space]?.isLeaving = true
    moves.remove(space)
  }

  /// A space of this process was handed over, released or lost.
  public mutating func released(_ space: SpaceName, at now: Duration) {
    guard let ownership = ownerships[space] else { return }
    if ownership.isPassedOn { passedOn[space] = now + ClusterTimes.handOverMemory }
    disown(space)
  }

  private mutating func disown(_ space: SpaceName) {
    ownerships[space] = nil
    moves.remove(space)
    guard let search = searches[space] else { return }
    if search.isUnused { end(space) } else { read(space) }
  }

  /// This process was declared dead: its spaces belong to nobody.
  mutating func loseAll() {
    actions.append(.dropAll)
    for space in ownerships.keys.sorted(by: { $0.string < $1.string }) { disown(space) }
    for (space, search) in searches where search.state == .taking(isStale: false) {
      searches[space]?.state = .taking(isStale: true)
    }
    isolation = Isolation()
    (passedOn, unexpectedTerms) = ([:], [:])
  }

  /// Compares the spaces that this process owns by their rows with those that it has.
  mutating func compareOwned(_ owned: [OwnedSpace], sentAt: Duration) {
    let rows = Dictionary(owned.map { ($0.name, $0) }) { first, _ in first }
    for space in ownerships.keys.sorted(by: { $0.string < $1.string }) {
      if let row = rows[space] {
        setPin(row.pinned, of: space)
      } else if serves(space), let takenAt = ownerships[space]?.takenAt, takenAt < sentAt {
        actions.append(.drop(space))
        disown(space)
      }
    }
    releaseStrays(owned)
  }

  /// Releases the spaces that this process has owned without having them since the last renewal at least: the answer to
  /// the take was lost.
  private mutating func releaseStrays(_ owned: [OwnedSpace]) {
    let former = unexpectedTerms
    unexpectedTerms = [:]
    for space in owned where ownerships[space.name] == nil {
      if case .taking = searches[space.name]?.state { continue }
      unexpectedTerms[space.name] = space.term
      guard former[space.name] == space.term else { continue }
      actions.append(.release(space.name, term: space.term))
    }
  }
}

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
