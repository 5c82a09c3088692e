import BoardModel
import Foundation
import TestKit
import Testing

@Suite("The events of a cluster")
struct ModelEventsTests {
  /// The folder that gets the events of runs, which `.ci/model` has the model follow.
  private static let folder = ProcessInfo.processInfo.environment["DROPLINE_EVENTS"]

  /// Writes the events of each space of a run.
  private func write(_ cluster: SimulatedCluster, as name: String) throws {
    guard let folder = Self.folder, let events = cluster.events else { return }
    for (number, space) in cluster.spaces.enumerated() {
      try events.lines(of: space).joined(separator: "\n").appending("\n").write(
        toFile: "\(folder)/\(name)-\(number).pml", atomically: true, encoding: .utf8)
    }
  }

  @Test("are of one space, each a line in the language of the model (slow: runs of whole clusters)")
  func lines() throws {
    for seed in Self.folder == nil ? 1...1 : 1...20 {
      let cluster = SimulatedCluster(seed: seed, keepsTrace: true)
      try cluster.runAll()
      try write(cluster, as: "run-\(seed)")
      for space in cluster.spaces {
        let lines = try #require(cluster.events?.lines(of: space))
        expectEqual(lines.first, "E(START,0,0,0) /* 0 ms */")
        #expect(lines.contains { $0.hasPrefix("E(TAKE,") })
      }
    }
  }

  @Test(
    "have one that the model refuses if there is a mistake (slow: up to 1,000 runs)",
    .enabled(if: folder != nil, "nobody wants the events"),
    arguments: [
      PlantedClusterBug.anyRenewals, .leaseFromAnswer, .takeFromLiving, .noTerm,
    ])
  func planted(_ bug: PlantedClusterBug) throws {
    for seed in 1...1_000 {
      let cluster = SimulatedCluster(seed: seed, bug: bug, keepsTrace: true)
      do { try cluster.runAll() } catch {
        return try write(cluster, as: "mistake-\(bug)")
      }
    }
    Issue.record("no run shows the mistake")
  }
}
