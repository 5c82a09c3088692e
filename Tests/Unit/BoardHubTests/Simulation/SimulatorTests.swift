import BoardDelivery
import BoardHub
import BoardModel
import Simulation
import TestKit
import Testing

@Suite("The simulator")
struct SimulatorTests {
  /// `DROPLINE_STREAMS` and `DROPLINE_SEED` set the seeds.
  @Test(
    "finds every promise kept (slow: hundreds of runs)",
    arguments: slices(of: randomSeeds(50)))
  func promises(_ seeds: Range<Int>) throws {
    for seed in seeds {
      let plan = RunPlan(seed: seed, steps: 240)
      do { _ = try SimulatedRun(plan).run() } catch {
        Issue.record("\(plan): \(error)")
        return
      }
    }
  }

  @Test("does the same for the same seed, and something else for another")
  func determinism() throws {
    let hashes = try [7, 7, 8].map { try SimulatedRun(RunPlan(seed: $0)).run().hash }
    expectEqual(hashes[0], hashes[1])
    #expect(hashes[0] != hashes[2])
  }

  @Test("takes no line of the JSON form for one that is too long")
  func longLines() {
    let hub = Hub(cadence: .automatic, epoch: .test)
    let line = "{" + String(repeating: "x", count: Limits.lineBytes)
    let id = hub.connect(at: .zero)
    _ = Array(line.utf8).withUnsafeBytes { hub.receive($0, from: id, at: .zero) }
    expectEqual(hub.longestUnfinishedLine(isJSON: true), Limits.lineBytes + 1)
    expectEqual(hub.longestUnfinishedLine(isJSON: false), 0)
  }

  @Test("has seeds in which each kind of fault happens")
  func faults() throws {
    var counts: [FaultKind: Int] = [:]
    for seed in 1...30 {
      counts.merge(try SimulatedRun(RunPlan(seed: seed)).run().faults) { $0 + $1 }
    }
    for kind in FaultKind.allCases {
      #expect(counts[kind, default: 0] > 0, "\(kind.rawValue) never happens")
    }
  }
}
