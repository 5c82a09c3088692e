import BoardJournal
import BoardModel
import Cluster
import TestKit
import Testing

/// Three nodes, with a client for each space at each of them, and one fault. Twenty seeds, from `DROPLINE_SEED` on.
@Suite("A cluster of three nodes")
struct ClusterScenarioTests {
  @Test("serves the clients of a killed owner elsewhere within the lease and 2 s")
  func kill() {
    forEachSeed { cluster in
      let victim = try cluster.settle()
      cluster.hosts[victim].kill()
      try cluster.wait(atMost: ClusterTimes.lease + .seconds(2)) { cluster.areAllServed }
      expectEqual(cluster.watch.counts.deaths, 1)
    }
  }

  @Test("serves the clients of an owner that is killed and starts again at once")
  func restart() {
    forEachSeed { cluster in
      let victim = try cluster.settle()
      cluster.hosts[victim].kill()
      cluster.hosts[victim].start()
      try cluster.connectClients(cluster.clientPlaces)
      try cluster.wait(atMost: ClusterTimes.lease + .seconds(2)) { cluster.areAllServed }
      try cluster.wait(atMost: SimulatedCluster.moveTime) { cluster.isSettled }
    }
  }

  @Test("changes no owner if a process is paused for 3 s")
  func shortPause() {
    forEachSeed { cluster in
      let victim = try cluster.settle()
      let rows = cluster.store.spaces.mapValues(\.term)
      cluster.hosts[victim].pauseEnd = cluster.now + .seconds(3)
      try cluster.run(until: cluster.now + .seconds(20))
      expectEqual(cluster.store.spaces.mapValues(\.term), rows)
      expectEqual(cluster.watch.counts.deaths, 0)
      #expect(cluster.isSettled)
    }
  }

  @Test("goes on elsewhere if a process is paused for 20 s, and gives it its spaces back later")
  func longPause() {
    forEachSeed { cluster in
      let victim = try cluster.settle()
      let other = (victim + 1) % 3
      cluster.hosts[victim].pauseEnd = cluster.now + .seconds(20)
      try cluster.wait(atMost: ClusterTimes.lease + .seconds(2)) {
        cluster.areServed(at: other) && cluster.watch.counts.deaths == 1
      }
      try cluster.wait(atMost: .seconds(20) + SimulatedCluster.moveTime) { cluster.isSettled }
    }
  }

  @Test("keeps all owners and connections if the database is away for 60 s")
  func outage() {
    forEachSeed { cluster in
      _ = try cluster.settle()
      let rows = cluster.store.spaces.mapValues(\.term)
      let served = cluster.servedClients
      cluster.network.isStoreAway = true
      try cluster.run(until: cluster.now + .seconds(60))
      #expect(cluster.hosts.allSatisfy { !$0.coordinator.mayExecute(at: $0.time) })
      expectEqual(cluster.servedClients, served)
      cluster.network.isStoreAway = false
      try cluster.run(until: cluster.now + .seconds(30))
      expectEqual(cluster.servedClients, served)
      expectEqual(cluster.store.spaces.mapValues(\.term), rows)
      expectEqual(cluster.watch.counts.deaths, 0)
    }
  }

  @Test("gives the spaces of a node away that no other one reaches, and back when they do")
  func isolation() {
    forEachSeed { cluster in
      let victim = try cluster.settle()
      let others = [0, 1, 2].filter { $0 != victim }
      for other in others {
        cluster.network.cutPairs.formUnion([[victim, other], [other, victim]])
      }
      // Until the links are down, reported, counted, and the spaces drained and found.
      try cluster.wait(atMost: .seconds(18)) {
        others.allSatisfy(cluster.areServed) && cluster.hosts[victim].spaces.isEmpty
      }
      expectEqual(cluster.watch.counts.deaths, 0)
      cluster.network.cutPairs = []
      try cluster.wait(atMost: SimulatedCluster.returnTime) { cluster.areAllServed }
      try cluster.wait(atMost: SimulatedCluster.moveTime) { cluster.isSettled }
    }
  }

  @Test("goes on without a hand-over if two nodes do not reach each other")
  func cut() {
    forEachSeed { cluster in
      let victim = try cluster.settle()
      let other = (victim + 1) % 3
      cluster.network.cutPairs = [[victim, other], [other, victim]]
      try cluster.run(until: cluster.now + .seconds(30))
      expectEqual(cluster.watch.counts.handOvers, 0)
      cluster.network.cutPairs = []
      try cluster.wait(atMost: SimulatedCluster.returnTime) { cluster.isSettled }
    }
  }

  @Test("empties a node that drains, and fills it again")
  func drain() {
    forEachSeed { cluster in
      let victim = try cluster.settle()
      let link = cluster.hosts[victim].address.link
      cluster.store.draining = [link]
      try cluster.wait(atMost: .seconds(5)) {
        cluster.areAllServed && cluster.hosts[victim].spaces.isEmpty
      }
      cluster.store.draining = []
      try cluster.wait(atMost: SimulatedCluster.moveTime) { cluster.isSettled }
    }
  }

  private func forEachSeed(_ body: (SimulatedCluster) throws -> Void) {
    for seed in randomSeeds(1) {
      let cluster = SimulatedCluster(seed: seed, hosts: 3)
      do {
        try body(cluster)
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
    }
  }
}

extension SimulatedCluster {
  /// Starts all processes and clients, and waits until each space is where it should be.
  ///
  /// - Returns: The host that owns the first space.
  fileprivate func settle() throws -> Int {
    for host in hosts { host.start() }
    try run(until: .seconds(7))
    try connectClients(clientPlaces)
    try wait(atMost: .seconds(5)) { isSettled }
    return hosts.firstIndex { $0.spaces[spaces[0]] != nil }!
  }

  fileprivate func areServed(at host: Int) -> Bool {
    spaces.allSatisfy { isServed(ClientPlace(host: host, space: $0)) }
  }

  /// The connections by which clients are served.
  fileprivate var servedClients: [ClientPlace: SimulatedConnection?] {
    let places = clientPlaces.filter { hosts[$0.host].clients[$0.space] != nil && isServed($0) }
    return Dictionary(
      uniqueKeysWithValues: places.map { ($0, hosts[$0.host].clients[$0.space]!.connection) })
  }
}
