import BoardJournal
import BoardModel
import Cluster

// The lease of a simulated process, and its statements about others.

extension SimulatedProcess {
  /// Renews the lease, and again a second after the answer. If the process was declared dead, it registers anew.
  func renew() {
    let (sentAt, life, address) = (time, life, address)
    let (former, unreached) = (number, coordinator.unreached(at: time))
    let cluster = cluster
    cluster.execute(for: self) { store in
      var me = former
      if let id = me, !store.renew(id, unreached: unreached, at: cluster.now) { me = nil }
      let id = me ?? store.register(life, address, at: cluster.now)
      cluster.record(.renew(life))
      return store.view(of: id)
    } then: { [unowned self] view in
      answered(view, sentAt: sentAt)
      later(ClusterTimes.renewalInterval) { [unowned self] in renew() }
    }
  }

  private func answered(_ view: ClusterView?, sentAt: Duration) {
    guard var view else { return coordinator.renewalFailed() }
    number = view.me
    cluster.record(.renewed(life))
    let row = view.nodes.firstIndex { $0.id == view.me }
    knowsToDrain = isStopping || row.map { view.nodes[$0].state == .draining } ?? false
    if let row, cluster.bug == .takeWhileDraining { view.nodes[row].state = .serving }
    let begin = cluster.bug == .leaseFromAnswer ? time : sentAt
    coordinator.renewed(view, sentAt: begin, at: time)
    guard cluster.bug == .noGapRule else { return }
    for node in view.nodes
    where signs.see(node.id, renewals: node.renewals, at: time) >= ClusterTimes.lease {
      declareDead(node.id, node.renewals)
    }
  }

  func declareDead(_ node: NodeID, _ renewals: Int) {
    let (cluster, life) = (cluster, life)
    cluster.execute(for: self) { store in
      let isNews = !store.isDead(node)
      let last = store.nodes[node]?.lastRenewal ?? .zero
      let isDead = store.declareDead(node, after: renewals)
      if isNews, isDead {
        cluster.watch.declaredDead(node, renewedAt: last, at: cluster.now)
        if let other = store.life(of: node) { cluster.record(.declareDead(other, by: life)) }
      }
      return isDead
    } then: { [unowned self] isDead in
      if let isDead { coordinator.declared(node, isDead: isDead, at: time) }
    }
  }

  func locate(_ space: SpaceName) {
    cluster.execute(for: self) {
      $0.locate(space)
    } then: { [unowned self] location in
      if let location {
        coordinator.located(space, location, at: time)
      } else {
        coordinator.locateFailed(space, at: time)
      }
    }
  }

  /// The process stops when it has given all its spaces away, or after 10 s.
  func stop() throws {
    (isStopping, knowsToDrain) = (true, true)
    coordinator.stop()
    try act()
    waitForEnd(until: cluster.now + .seconds(10))
  }

  private func waitForEnd(until end: Duration) {
    guard coordinator.ownedSpaces.isEmpty || cluster.now > end else {
      return later(.milliseconds(100)) { [unowned self] in waitForEnd(until: end) }
    }
    if let number {
      let (cluster, life) = (cluster, life)
      cluster.execute(for: self) { store in
        if !store.isDead(number), store.life(of: number) != nil { cluster.record(.leave(life)) }
        store.end(number)
      } then: { _ in
      }
    }
    kill()
    cluster.restart(self, after: cluster.randomDelay(100...3_000))
  }
}
