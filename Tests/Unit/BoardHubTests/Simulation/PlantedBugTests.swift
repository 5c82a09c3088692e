import BoardModel
import Foundation
import Simulation
import TestKit
import Testing

@Suite("A planted bug")
struct PlantedBugTests {
  /// So many seeds are tried at most. The table says how many it took.
  private static let mostSeeds = 400

  private static func fault(of bug: PlantedBug, seed: Int) -> RunFault? {
    PlantedBug.$present.withValue(bug) { RunPlan(seed: seed).fault() }
  }

  @Test("is found by the simulator, in as many runs as it takes", arguments: PlantedBug.allCases)
  func isFound(_ bug: PlantedBug) throws {
    let row = try #require(try Self.table()[bug.rawValue], "the table has no row for \(bug)")
    // Where it was found last, and else from the first seed on.
    if let fault = Self.fault(of: bug, seed: row.seeds), fault.check == row.check { return }
    let seed = (1...Self.mostSeeds).first { Self.fault(of: bug, seed: $0) != nil }
    #expect(seed != nil, "no seed finds \(bug)")
  }

  @Test("is none where no test asks for one")
  func isNoneByDefault() {
    #expect(!PlantedBug.allCases.contains { $0.isPlanted })
    PlantedBug.$present.withValue(.leaseNotFreed) {
      expectEqual(PlantedBug.allCases.filter(\.isPlanted), [.leaseNotFreed])
    }
  }

  @Test("has a row in the table, and each row a planted bug")
  func rows() throws {
    let table = try Self.table()
    expectEqual(Set(table.keys), Set(PlantedBug.allCases.map(\.rawValue)))
    #expect(table.count >= 30)
  }

  @Test(
    "that a long run finds is found by a shorter one of fewer clients and faults, after many that do not find it"
  )
  func shrinks() throws {
    try PlantedBug.$present.withValue(.endedTwice) {
      let plans = (1...Self.mostSeeds).lazy.map { RunPlan(seed: $0) }.filter { $0.fault() != nil }
      // Not each run needs fewer clients: who meets whom depends on how many there are.
      let isShrunk = try plans.prefix(4).contains { plan in
        let fault = try #require(plan.fault())
        var shrinker = PlanShrinker(plan, fault) { $0.fault() }
        shrinker.shrink()
        expectEqual(shrinker.plan.fault()?.check, fault.check)
        return shrinker.plan.steps < plan.steps / 2 && shrinker.plan.clients < plan.clients
          && shrinker.plan.faults.isEmpty
      }
      #expect(isShrunk)
    }
  }

  /// The rows `| name | check | seeds |` of the document.
  private static func table() throws -> [String: (check: RunCheck, seeds: Int)] {
    let url = Repository.root.appending(path: "Tests/Proofs/planted-bugs.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    let rows = text.split(separator: "\n").compactMap { line -> (String, (RunCheck, Int))? in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: [" ", "`"]) }
      guard cells.count == 3, let check = RunCheck(rawValue: cells[1]), let seeds = Int(cells[2])
      else { return nil }
      return (cells[0], (check, seeds))
    }
    return Dictionary(uniqueKeysWithValues: rows)
  }
}
