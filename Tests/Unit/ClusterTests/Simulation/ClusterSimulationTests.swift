import BoardModel
import Cluster
import TestKit
import Testing

/// Several processes over one store, with pauses, cuts, outages, kills, drains, pins and weights, and clients at each
/// of them.
///
/// `DROPLINE_STREAMS=100000` tries 10,000 seeds instead of 20, `DROPLINE_SEED` sets the first one.
@Suite("The laws of a cluster", .serialized)
struct ClusterSimulationTests {
  @Test("hold whatever breaks (slow: runs of whole clusters)")
  func laws() {
    var counts = ClusterCounts()
    for seed in randomSeeds(10) {
      let cluster = SimulatedCluster(seed: seed)
      do {
        try cluster.runAll()
      } catch {
        return record(error, seed: seed)
      }
      counts.add(cluster.watch.counts)
    }
    #expect(counts.deaths > 0 && counts.handOvers > 0, "\(counts)")
  }

  private func record(_ error: any Error, seed: Int) {
    let cluster = SimulatedCluster(seed: seed, keepsTrace: true)
    try? cluster.runAll()
    let lines = cluster.trace?.suffix(150) ?? []
    Issue.record("seed \(seed): \(error)\n\(lines.joined(separator: "\n"))")
  }

  @Test(
    "find each planted bug (slow: up to 1,000 runs)",
    .enabled(if: isProof, "it is a proof"),
    arguments: PlantedClusterBug.allCases)
  func planted(_ bug: PlantedClusterBug) {
    let found = (1...1_000).contains { seed in
      do {
        try SimulatedCluster(seed: seed, bug: bug).runAll()
        return false
      } catch {
        return true
      }
    }
    #expect(found)
  }

  @Test("give the same run for the same seed (slow: runs of whole clusters)")
  func determinism() {
    for seed in randomSeeds(1) {
      let runs = (0..<2).map { _ in SimulatedCluster(seed: seed, keepsTrace: true) }
      for run in runs { try? run.runAll() }
      expectEqual(runs[0].trace, runs[1].trace, "seed \(seed)")
    }
  }
}
