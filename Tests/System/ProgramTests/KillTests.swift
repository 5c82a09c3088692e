import Foundation
import KillTrial
import SystemTestKit
import TestKit
import Testing

@Suite("The program, killed repeatedly under load")
struct KillTests {
  @Test("keeps everything that it sent, and executes everything once (slow: 30 kills)")
  func trial() throws {
    let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = runner[...runner.lastIndex(of: "/")!] + "dropline"
    let seed = ProcessInfo.processInfo.environment["DROPLINE_SEED"].flatMap(Int.init) ?? 1
    let scratch = try Scratch()
    let trial = Trial(of: String(program), in: scratch.at("data"), seed: seed)
    let statistics = try trial.run(kills: 30)
    #expect(statistics.isClean, "seed \(seed), \(statistics.violations): \(statistics.objections)")
    expectEqual(statistics.killCount, 30)
    // Their number depends on timing; that there are some does not.
    #expect(statistics.acknowledged > 300)
    #expect(statistics.retried > 300)
    for kind in ["random", "before-release", "mid-release", "after-release", "after-commit"] {
      #expect(statistics.kills[kind] != nil, "\(kind): \(statistics.kills)")
    }
  }
}
