import BoardJournal
import BoardModel
import Cluster
import Simulation

/// Something that breaks or changes in a simulated cluster, and its end.
struct ClusterFault {
  enum Kind: CaseIterable {
    case pause
    case cutFromStore
    case cutOneWay
    case cutBothWays
    case storeAway
    case storeSlow
    case kill
    case drain
    case stop
    case pin
    case weight
    /// The clock of the store is set, forward or back.
    case clock
    /// An operator takes a space away from its owner.
    case seizure
  }

  let kind: Kind
  let host: Int
  let other: Int
  let start: Duration
  let length: Duration
}

extension SimulatedCluster {
  /// How long things break.
  static let faultTime: Duration = .seconds(75)

  /// Chooses faults that begin in the first minute, and clients that come and go.
  func plan() {
    for _ in 0..<1 + random.below(12) {
      let fault = randomFault()
      schedule(after: fault.start) { [unowned self] in try begin(fault) }
    }
    for host in hosts {
      host.start()
      for space in spaces { scheduleClient(of: host, space) }
    }
  }

  private func randomFault() -> ClusterFault {
    let kind = random.one(of: ClusterFault.Kind.allCases)
    let host = random.below(hostCount)
    return ClusterFault(
      kind: kind, host: host, other: (host + 1 + random.below(hostCount - 1)) % hostCount,
      start: randomDelay(3_000...60_000),
      length: randomDelay(1_000...(kind == .storeAway && random.percent(30) ? 60_000 : 20_000)))
  }

  private func scheduleClient(of host: SimulatedProcess, _ space: SpaceName) {
    schedule(after: randomDelay(100...20_000)) { [unowned self] in
      guard now < Self.faultTime else { return }
      host.later(.zero) { [unowned host] in
        if host.clients[space] == nil {
          host.connectClient(space)
        } else {
          host.disconnectClient(space)
        }
      }
      scheduleClient(of: host, space)
    }
  }

  func restart(_ host: SimulatedProcess, after delay: Duration) {
    schedule(after: delay) { if !host.isRunning { host.start() } }
  }

  private func begin(_ fault: ClusterFault) throws {
    note("\(fault)")
    watch.counts.faults[fault.kind, default: 0] += 1
    let host = hosts[fault.host]
    switch fault.kind {
    case .pause: host.pauseEnd = min(now + fault.length, Self.faultTime)
    case .cutFromStore: network.cutFromStore.insert(fault.host)
    case .cutOneWay: network.cutPairs.insert([fault.host, fault.other])
    case .cutBothWays:
      network.cutPairs.formUnion([[fault.host, fault.other], [fault.other, fault.host]])
    case .storeAway: loseStore()
    case .storeSlow: network.isStoreSlow = true
    case .kill:
      if host.isRunning { host.kill() }
      restart(host, after: randomDelay(100...5_000))
    case .drain: store.draining.insert(host.address.link)
    case .stop:
      host.later(.zero) { [unowned host] in if !host.isStopping { try host.stop() } }
    case .pin:
      let link = random.percent(30) ? nil : host.address.link
      store.spaces[random.one(of: spaces)]?.pinned = link
    case .clock: store.clockStep = .seconds(random.below(120) - 60)
    case .seizure:
      let space = random.one(of: spaces)
      store.seize(space)
      record(.seize(space))
    case .weight: store.weights[host.address.link] = 1 + random.below(8)
    }
    schedule(after: fault.length) { [unowned self] in end(fault) }
  }

  private func end(_ fault: ClusterFault) {
    switch fault.kind {
    case .cutFromStore: network.cutFromStore.remove(fault.host)
    case .cutOneWay: network.cutPairs.remove([fault.host, fault.other])
    case .cutBothWays:
      network.cutPairs.subtract([[fault.host, fault.other], [fault.other, fault.host]])
    case .storeAway: findStore()
    case .storeSlow: network.isStoreSlow = false
    case .drain: store.draining.remove(hosts[fault.host].address.link)
    case .pause, .kill, .stop, .pin, .weight, .clock, .seizure: break
    }
  }

  private func loseStore() {
    guard !network.isStoreAway else { return }
    network.isStoreAway = true
    watch.outageBegin = now
  }

  private func findStore() {
    guard network.isStoreAway, let begin = watch.outageBegin else { return }
    network.isStoreAway = false
    if now - begin > ClusterTimes.lease { watch.outageEnd = now }
  }

  /// Ends all faults. One node may go on to drain.
  func heal() {
    note("calm")
    findStore()
    network.cutPairs = []
    network.cutFromStore = []
    (network.isStoreSlow, network.losesAnswers) = (false, false)
    store.draining = random.percent(30) ? [random.one(of: hosts).address.link] : []
    for host in hosts {
      host.pauseEnd = nil
      if !host.isRunning { host.start() }
    }
  }
}
