import BoardJournal
import BoardModel

// What the database and the other nodes say of where a space is.

extension ClusterCoordinator {
  /// The row of a space was read.
  public mutating func located(
    _ space: SpaceName, _ location: SpaceLocation, at now: Duration
  ) {
    guard searches[space]?.state == .reading else { return }
    switch location {
    case .unknown:
      end(space)
      actions.append(.unknown(space))
    case .unusable(let reason):
      end(space)
      actions.append(.unusable(space, reason))
    case .found(let owner, let pinned):
      searches[space]?.pinned = pinned
      found(space, owner: owner, at: now)
    }
  }

  /// The database did not answer.
  public mutating func locateFailed(_ space: SpaceName, at now: Duration) {
    guard searches[space]?.state == .reading else { return }
    retry(space, at: now)
  }

  /// A node has answered that it serves a space.
  public mutating func accepted(_ space: SpaceName, by node: NodeID) {
    switch searches[space]?.state {
    case .reading, .backingOff, .owner, .asking:
      guard links.isUp(node) else { return }
      if searches[space]?.target != node { announceRoute(of: space) }
      refuseOthers(space)
      searches[space]?.succeed()
      enter(.owner(node), space)
    case .taking, .here, nil: return
    }
  }

  /// A node that was asked for a space has answered that it does not own it. The row is read again after a while.
  public mutating func refused(_ space: SpaceName, by node: NodeID, at now: Duration) {
    guard searches[space]?.target == node else { return }
    backOff(space, at: now)
  }

  /// A node that served clients of this process has ended their connections, because it does not own the space any
  /// more. The row is read again.
  public mutating func moved(_ space: SpaceName, from node: NodeID) {
    guard searches[space]?.target == node else { return }
    read(space)
  }

  private mutating func found(_ space: SpaceName, owner: NodeID?, at now: Duration) {
    guard let owner, !isDead(owner) else { return searchWithoutOwner(space, at: now) }
    if owner != me {
      // The node that asks may know already that the owner is dead. The database decides.
      let isTried = searches[space]?.isAsked == true && !isAlive(owner) && mayTake(at: now)
      return isTried ? take(space) : follow(owner, to: space, at: now)
    }
    // A take whose answer was lost, or one by the process before it had this coordinator.
    if mayTake(at: now) { take(space) } else { retry(space, at: now) }
  }

  private mutating func follow(_ owner: NodeID, to space: SpaceName, at now: Duration) {
    refuseOthers(space)
    searches[space]?.tried = []
    if links.isUp(owner) {
      enter(.owner(owner), space)
      announceRoute(of: space)
    } else if let delay = searches[space]?.nextBackOff() {
      enter(.owner(owner), space, alarm: now + delay)
    }
    endIfUnused(space)
  }

  /// Nobody owns a space. A node that was asked takes it itself; for its clients it asks the node that should.
  mutating func searchWithoutOwner(_ space: SpaceName, at now: Duration) {
    guard searches[space]?.isAsked == true else { return askNext(space, at: now) }
    if mayTake(at: now), !isLeftToOthers(space) { return take(space) }
    refuseOthers(space)
    if searches[space]?.isWanted == true { askNext(space, at: now) } else { end(space) }
  }

  /// Whether this process has handed a space over so that another node takes it.
  private func isLeftToOthers(_ space: SpaceName) -> Bool {
    guard passedOn[space] != nil else { return false }
    return placement.winner(of: space, pinned: searches[space]?.pinned) != me
  }

  /// Asks the first node of the ranking that was not asked yet.
  mutating func askNext(_ space: SpaceName, at now: Duration) {
    guard let search = searches[space], let me else { return backOff(space, at: now) }
    let candidate = ranking(of: space, pinned: search.pinned, at: now)
      .first { !search.tried.contains($0) }
    guard let candidate else {
      searches[space]?.tried = []
      return backOff(space, at: now)
    }
    searches[space]?.tried.insert(candidate)
    if candidate == me { return take(space) }
    // A node whose link is down is silent already.
    let silentSince = links.downSince(candidate) ?? now
    enter(.asking(candidate), space, alarm: silentSince + ClusterTimes.silence)
    announceRoute(of: space)
  }

  /// The nodes that could take a space. This process is one as a last resort if the placement does not know it.
  private func ranking(of space: SpaceName, pinned: String?, at now: Duration) -> [NodeID] {
    let ranking = placement.ranking(of: space, pinned: pinned)
    guard let me, mayTake(at: now) else { return ranking.filter { $0 != self.me } }
    return ranking.contains(me) ? ranking : ranking + [me]
  }

  private func isAlive(_ node: NodeID) -> Bool {
    view?.nodes.contains { $0.id == node && $0.isAlive } ?? false
  }

  /// Whether a process was declared dead. One that has just registered looks the same until the next renewal: a node
  /// that is asked to take its spaces refuses.
  private func isDead(_ node: NodeID) -> Bool {
    view.map { !$0.nodes.contains { $0.id == node } } ?? false
  }
}
