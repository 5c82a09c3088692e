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

  /// Ends lives of nodes of a new space.
  ///
  /// - Parameter seed: What the run is drawn from, if the environment names none.
  private func run(
    ends: Int, in database: PostgresPair, seed: Int
  ) throws -> TrialStatistics {
    let space = SpaceName("trial")!
    try PostgresDatabase(try #require(StoreURL(database.address))).create(space)
    let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = runner[...runner.lastIndex(of: "/")!] + "dropline"
    let seed = ProcessInfo.processInfo.environment["DROPLINE_SEED"].flatMap(Int.init) ?? seed
    let trial = try Trial(nodesOf: String(program), in: database, space: space, seed: seed)
    let statistics = try trial.run(kills: ends)
    #expect(statistics.isClean, "seed \(seed), \(statistics.violations): \(statistics.objections)")
    // Nodes send clients away by themselves, too: to the node that a space belongs to, or if the machine is busy.
    expectEqual(statistics.killCount, ends)
    let kinds = statistics.kills.keys.filter { $0 != "owner replaced" }
    expectEqual(kinds.count, min(ends, database.faultCount), "\(statistics.kills)")
    return statistics
  }

  @Test(
    "lose nothing that they have acknowledged, and execute everything once, whichever end it is (slow: 21 ends of processes)"
  )
  func trial() throws {
    let database = try PostgresPair(tables: Schema.sql + RecordedEvents.tables)
    let statistics = try run(ends: 21, in: database, seed: 1)
    #expect(statistics.acknowledged > 100 && statistics.retried > 100)
    #expect(statistics.resumed > 0)
    #expect(statistics.latecomers > 0)
    let events = try RecordedEvents(database.execute(RecordedEvents.query)).lines
    #expect(events.contains { $0.hasPrefix("E(TAKE,") })
    try write(events)
  }

  @Test(
    "begin a new epoch if a standby is promoted that lacks what they have acknowledged (slow: 2 ends of processes)"
  )
  func asynchronous() throws {
    let database = try PostgresPair(tables: Schema.sql, isSynchronous: false)
    let statistics = try run(ends: 2, in: database, seed: 2)
    #expect(statistics.epochs > 0)
  }
}
