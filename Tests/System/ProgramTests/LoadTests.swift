import Foundation
import KillTrial
import LoadTrial
import LocalNodes
import SystemTestKit
import Testing

@Suite("The program under load", .serialized)
struct LoadTests {
  @Test("serves all who read, and forgets nothing", arguments: LoadScenario.allCases)
  func small(_ scenario: LoadScenario) throws {
    let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = runner[...runner.lastIndex(of: "/")!] + "dropline"
    let store = scenario == .nodes ? try PostgresServer.shared.get().address() : nil
    let report = try scenario.run(.small(scenario), program: String(program), store: store)
    for row in report.rows {
      #expect(
        row.holds, "\(scenario.rawValue): \(row.name) is \(row.value), not \(row.expectation)")
    }
  }
}
