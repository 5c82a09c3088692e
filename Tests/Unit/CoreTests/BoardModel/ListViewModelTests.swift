import BoardModel
import TestKit
import Testing

@Suite("An independent model of a list view")
struct ListViewModelTests {
  @Test("P11: accepts every composed batch and shows the board after it")
  func acceptsComposedBatches() throws {
    for seed in randomSeeds() {
      let stream = RandomStream(seed: seed)
      let batch = Composition(stream.edits).batch(content: stream.after)
      let screen = ListViewModel(stream.before)
      try #require(try screen.performWithReloads(batch) == stream.after, "seed \(seed)")
    }
  }

  @Test("P11: accepts exactly the batches that the validator accepts")
  func agreesWithTheValidator() throws {
    var legal = 0
    for seed in randomSeeds(300) {
      let spoiled = RandomBatch(seed: seed)
      let violation = spoiled.batch.validate(on: ContentShape(spoiled.before))
      let screen = ListViewModel(spoiled.before)
      do {
        let after = try screen.performWithReloads(spoiled.batch)
        try #require(violation == nil, "seed \(seed)")
        try #require(try spoiled.batch.apply(to: spoiled.before) == after, "seed \(seed)")
        let edits = spoiled.batch.edits(on: spoiled.before)
        try #require(spoiled.before.performing(edits) == after, "seed \(seed)")
        legal += 1
      } catch let refusal as ListViewModel.Refusal {
        try #require(violation != nil, "seed \(seed): \(refusal.reason)")
      }
    }
    #expect(legal > 0)
  }
}
