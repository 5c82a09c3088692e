import BoardModel
import Simulation
import TestKit
import Testing

@Suite("The laws of composition hold for random streams")
struct LawsTests {
  @Test("P1: the composed batch is legal and leads to the board after")
  func composedBatchLeadsToTheBoardAfter() throws {
    for seed in randomSeeds() {
      let stream = RandomStream(seed: seed)
      let batch = Composition(stream.edits).batch(content: stream.after)
      let violation = batch.validate(
        on: ContentShape(stream.before), leadingTo: stream.after.map(\.items.count))
      try #require(violation == nil, "seed \(seed)")
      try #require(try batch.apply(to: stream.before) == stream.after, "seed \(seed)")
    }
  }

  @Test("P2: a batch has no more rows than edits, if a delete and an insert count as one")
  func noMoreRowsThanEdits() throws {
    for seed in randomSeeds() {
      let stream = RandomStream(seed: seed)
      let batch = Composition(stream.edits).batch(content: stream.after)
      try #require(batch.changeCount <= stream.edits.count, "seed \(seed)")
    }
  }

  @Test("P3: edits followed by their inverses compose to the empty batch")
  func inversesCancel() throws {
    for seed in randomSeeds() {
      let stream = RandomStream(seed: seed)
      let batch = Composition(stream.edits + stream.edits.inverse).batch(content: stream.before)
      try #require(batch.isEmpty, "seed \(seed)")
    }
  }

  @Test("P4, P5: a stream gives the same batch however it is split and folded")
  func foldingDoesNotMatter() throws {
    for seed in randomSeeds() {
      let stream = RandomStream(seed: seed)
      let batch = Composition(stream.edits).batch(content: stream.after)
      var random = SeededRandom(seed: seed &+ 1_000_003)
      for _ in 0..<3 {
        let folded = fold(stream.edits[...], &random)
        try #require(folded.batch(content: stream.after) == batch, "seed \(seed)")
      }
    }
  }

  private func fold(_ edits: ArraySlice<Edit>, _ random: inout SeededRandom) -> Composition {
    guard edits.count > 1, !random.percent(20) else { return Composition(edits) }
    let middle = edits.startIndex + random.below(edits.count + 1)
    var composition = fold(edits[..<middle], &random)
    composition.append(fold(edits[middle...], &random))
    return composition
  }

  @Test("P10: the difference of two boards is legal and leads from one to the other")
  func differenceLeadsFromOneToTheOther() throws {
    for seed in randomSeeds() {
      let stream = RandomStream(seed: seed)
      let batch = BatchUpdate.difference(from: stream.before, to: stream.after)
      try #require(batch.validate(on: ContentShape(stream.before)) == nil, "seed \(seed)")
      try #require(try batch.apply(to: stream.before) == stream.after, "seed \(seed)")
      let edits = Edit.difference(from: stream.before, to: stream.after)
      try #require(stream.before.performing(edits) == stream.after, "seed \(seed)")
    }
  }

  @Test("The edits between two boards are right whatever is planted into what readers are sent")
  func differenceWithPlantedBug() {
    let apple = Item(id: "apple", text: "apple")
    let before = [Section(id: "A", title: "A", items: [apple]), Section(id: "B", title: "B")]
    let after = [Section(id: "B", title: "B", items: [apple])]
    PlantedBug.$present.withValue(.moveOutOfDeletedSection) {
      expectEqual(before.performing(Edit.difference(from: before, to: after)), after)
    }
  }

  @Test("P10: the same holds for thousands of items in new places")
  func differenceOfMany() throws {
    for seed in randomSeeds(3) {
      var random = SeededRandom(seed: seed)
      let names = (0..<3_000).map { ItemID(unchecked: "i\($0)-of-a-name-longer-than-eight-bytes") }
      let items = names.map { Item(id: $0, text: "old") }
      let before = [Section(id: "A", title: "A", items: items), Section(id: "B", title: "B")]
      var after = before
      after[0].items.shuffle(using: &random)
      after[1].items = Array(after[0].items.suffix(700))
      after[0].items.removeLast(900)
      let batch = BatchUpdate.difference(from: before, to: after)
      try #require(batch.apply(to: before) == after, "seed \(seed)")
      try #require(batch.deletes.count == 200, "seed \(seed)")
    }
  }

  @Test("The edits of a batch are legal one after the other and change the board as the batch does")
  func editsOfABatch() throws {
    for seed in randomSeeds() {
      let stream = RandomStream(seed: seed)
      let batch = Composition(stream.edits).batch(content: stream.after)
      let edits = batch.edits(on: stream.before)
      try #require(stream.before.performing(edits) == stream.after, "seed \(seed)")
    }
  }
}

extension BatchUpdate {
  /// The number of rows, where the delete and the insert of one thing count as one.
  var changeCount: Int {
    let items = Set(deletes.map(\.id)).intersection(inserts.map(\.arrival.item.id))
    let sections = Set(deletedSections.map(\.id)).intersection(insertedSections.map(\.id))
    return rowCount - items.count - sections.count
  }
}
