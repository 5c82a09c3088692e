import BoardModel
import Foundation
import KillTrial
import PostgresJournal
import SystemTestKit
import TestKit
import Testing

@Suite("Nodes under load whose owner and whose primary end again and again")
struct NodeTrialTests {
  /// Writes the events of the trial, which `.ci/model` has the model follow.
  private func write(_ events: [String]) throws {
    let folder = URL(filePath: #filePath).appending(path: "../../../../.build/events").standardized
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try events.joined(separator: "\n").appending("\n").write(
      to: folder.appending(path: "trial.pml"), atomically: true, encoding: .utf8)
  }

  @Test(
    "lose nothing that they have acknowledged, and execute everything once, whichever end it is (slow: 24 ends of processes)"
  )
  func trial() throws {
    let database = try PostgresPair(tables: Schema.sql + RecordedEvents.tables)
    let space = SpaceName("trial")!
    try PostgresDatabase(try #require(StoreURL(database.address))).create(space)
    let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = runner[...runner.lastIndex(of: "/")!] + "dropline"
    let seed = ProcessInfo.processInfo.environment["DROPLINE_SEED"].flatMap(Int.init) ?? 1
    let trial = Trial(nodesOf: String(program), in: database, space: "\(space)", seed: seed)
    let statistics = try trial.run(kills: 24)
    #expect(statistics.isClean, "seed \(seed), \(statistics.violations): \(statistics.objections)")
    // Nodes send clients away by themselves, too: to the node that a space belongs to, or if the machine is busy.
    for kind in [
      "owner killed", "owner paused", "owner stopped", "primary killed", "owner cut off from nodes",
      "link between two nodes cut", "owner cut off from database", "follower stopped",
    ] {
      expectEqual(statistics.kills[kind, default: 0], 3, "\(statistics.kills)")
    }
    #expect(statistics.acknowledged > 100 && statistics.retried > 100)
    #expect(statistics.resumed > 0)
    let events = try RecordedEvents(database.execute(RecordedEvents.query)).lines
    #expect(events.contains { $0.hasPrefix("E(TAKE,") })
    try write(events)
  }
}
