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
