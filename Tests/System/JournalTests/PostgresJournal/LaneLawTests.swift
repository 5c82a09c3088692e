import Testing

@Suite("The groups of several spaces that are committed together", .serialized)
struct LaneLawTests {
  @Test("are each stored once or not at all, whatever becomes of the others", arguments: 1...6)
  func law(seed: Int) throws { try LaneLaw(seed: seed).hold(rounds: 15) }

  @Test(
    "are found by the law to be committed with a mistake (slow: a database of its own)",
    arguments: PlantedLaneBug.allCases)
  func planted(_ bug: PlantedLaneBug) throws {
    let seed = try (1...16).first { seed in
      let law = try LaneLaw(seed: seed, planting: bug)
      do { try law.hold(rounds: 15) } catch { return true }
      return false
    }
    #expect(seed != nil, "\(bug) is not found")
  }
}
