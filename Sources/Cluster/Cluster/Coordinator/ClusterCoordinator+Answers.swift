import BoardJournal
import BoardModel

// The lease of this process, and what it sees of the others.

extension ClusterCoordinator {
  /// The process has renewed its lease, or registered with another number.
  ///
  /// - Parameter sentAt: When the renewal was sent: the lease began then at the earliest.
  public mutating func renewed(_ new: ClusterView, sentAt: Duration, at now: Duration) {
    renewals.renewed(sentAt: sentAt, at: now)
    if let me, me != new.me { loseAll() }
    let nodes = judged(new.nodes, by: new.me, at: now)
    view = new
    view?.nodes = nodes
    see(nodes, at: now)
    declareOthers(at: now)
    checkIsolation(at: now)
    passedOn = passedOn.filter { $0.value > now }
    compareOwned(new.owned, sentAt: sentAt)
    if givesAway { handOverAll() } else { findSuccessors(at: now) }
  }

  /// The database did not answer, or refused.
  public mutating func renewalFailed() {
    renewals.failed()
    nextExpiry = nil
  }

  /// A link has been established or lost.
  public mutating func linkIsUp(_ node: NodeID, _ isUp: Bool, at now: Duration) {
    guard links.set(node, isUp: isUp, at: now) else { return }
    for space in searches.keys where searches[space]?.target == node {
      if isUp { linkCameUp(to: node, for: space) } else { linkWentDown(for: space, at: now) }
    }
  }

  private mutating func linkCameUp(to node: NodeID, for space: SpaceName) {
    announceRoute(of: space)
    if searches[space]?.state == .owner(node) { alarms.remove(space) }
  }

  private mutating func linkWentDown(for space: SpaceName, at now: Duration) {
    guard case .owner(let node) = searches[space]?.state else { return }
    guard let delay = searches[space]?.nextBackOff() else { return }
    enter(.owner(node), space, alarm: now + delay)
  }

  /// The database has answered whether a process is dead now.
  public mutating func declared(_ node: NodeID, isDead: Bool, at now: Duration) {
    guard isDead, var nodes = view?.nodes, node != me else { return }
    nodes.removeAll { $0.id == node }
    view?.nodes = nodes
    see(nodes, at: now)
  }

  /// Takes notice of the nodes that are not dead.
  private mutating func see(_ nodes: [NodeRow], at now: Duration) {
    guard let me else { return }
    place(among: nodes)
    let changes = links.update(nodes, me: me, at: now)
    actions += changes
    for change in changes {
      switch change {
      case .disconnect(let node), .renumber(let node, to: _): leave(node, at: now)
      case .locate, .take, .declareDead, .route, .refuse, .unknown, .unusable, .handOver, .release,
        .drop, .dropAll, .connect:
        break
      }
    }
  }

  private mutating func place(among nodes: [NodeRow]) {
    let isolated = Isolation.unreached(in: nodes)
    let new = Placement(nodes.filter { !isolated.contains($0.address?.link ?? "") })
    guard new != placement else { return }
    placement = new
    for space in ownerships.keys { ownerships[space]?.winner = .unknown }
  }

  /// Looks for the spaces of a process that is dead or replaced.
  private mutating func leave(_ node: NodeID, at now: Duration) {
    let spaces = searches.filter { $0.value.target == node }.keys
    for space in spaces.sorted(by: { $0.string < $1.string }) {
      switch searches[space]?.state {
      case .owner: searchWithoutOwner(space, at: now)
      case .asking: askNext(space, at: now)
      case .reading, .backingOff, .taking, .here, nil: break
      }
    }
  }

  private mutating func checkIsolation(at now: Duration) {
    guard let view, let link = ownRow?.address?.link else { return }
    isolation.update(
      isUnreached: Isolation.unreached(in: view.nodes).contains(link),
      gaplessSince: renewals.gaplessSince, at: now)
  }

  private mutating func declareOthers(at now: Duration) {
    let expired = view?.nodes.filter { !$0.isAlive } ?? []
    actions += expired.map { .declareDead($0.id, renewals: $0.renewals) }
  }

  /// Declares those dead whose leases end between two renewals of this process.
  mutating func declareExpired(at now: Duration) {
    guard let nextExpiry, nextExpiry <= now else { return }
    self.nextExpiry = nil
    guard let view, renewals.isGapless(at: now) else { return }
    let expired = view.nodes.filter { $0.id != view.me && $0.isAlive }
      .filter { silence(of: $0, at: now) >= $0.lease }
    actions += expired.map { .declareDead($0.id, renewals: $0.renewals) }
  }

  /// Tells who is alive: who has not been silent for as long as its lease.
  private mutating func judged(_ nodes: [NodeRow], by me: NodeID, at now: Duration) -> [NodeRow] {
    signs.keep(nodes.map(\.id))
    nextExpiry = nil
    return nodes.map { node in
      var node = node
      guard node.id != me else { return node }
      let left = node.lease - silence(of: node, at: now)
      node.isAlive = left > .zero
      if node.isAlive, left < ClusterTimes.renewalInterval {
        nextExpiry = min(nextExpiry ?? now + left, now + left)
      }
      return node
    }
  }

  /// For how long a process has not renewed its lease while this one looked. While the database is away, nobody can.
  private mutating func silence(of node: NodeRow, at now: Duration) -> Duration {
    let seen = signs.see(node.id, renewals: node.renewals, at: now)
    return min(seen, now - (renewals.gaplessSince ?? now))
  }
}

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
