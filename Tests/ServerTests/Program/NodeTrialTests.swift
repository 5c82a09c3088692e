import Foundation
import KillTrial
import PostgresJournal
import SystemTestKit
import Testing

@Suite("Nodes under load whose owner ends again and again")
struct NodeTrialTests {
  @Test("lose nothing that they have acknowledged, and execute everything once")
  func trial() throws {
    let server = try PostgresServer.shared.get()
    let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = runner[...runner.lastIndex(of: "/")!] + "dropline"
    let seed = ProcessInfo.processInfo.environment["DROPLINE_SEED"].flatMap(Int.init) ?? 1
    let trial = Trial(
      nodesOf: String(program), store: server.address(), space: "\(try server.space())", seed: seed)
    let statistics = try trial.run(kills: 9)
    #expect(statistics.isClean, "seed \(seed), \(statistics.violations): \(statistics.objections)")
    #expect(
      statistics.kills == ["owner killed": 3, "owner paused": 3, "owner stopped": 3])
    #expect(statistics.acknowledged > 100 && statistics.retried > 100)
  }
}
