import Foundation
import LoadTrial
import Testing

@Suite("The program under load", .serialized)
struct LoadTests {
  @Test("serves all who read, and forgets nothing", arguments: LoadScenario.allCases)
  func small(_ scenario: LoadScenario) throws {
    let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = runner[...runner.lastIndex(of: "/")!] + "dropline"
    let report = try scenario.run(.small(scenario), program: String(program))
    for row in report.rows {
      #expect(
        row.holds, "\(scenario.rawValue): \(row.name) is \(row.value), not \(row.expectation)")
    }
  }
}
