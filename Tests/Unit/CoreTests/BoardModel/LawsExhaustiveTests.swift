import BoardModel
import TestKit
import Testing

@Suite("The laws of composition hold for every small case")
struct LawsExhaustiveTests {
  /// Boards of three items are for the tier `proofs`.
  @Test(
    "for every pair of edits, on every board of up to three sections and a few items (slow: all pairs)"
  )
  func everyPair() throws {
    for board in SmallBoards.all(sections: 3, items: isProof ? 3 : 2) {
      try check(board, length: 2)
    }
  }

  @Test("for every three edits, on small boards", arguments: SmallBoards.forTriples)
  func everyTriple(_ drawing: String) throws {
    try check(drawnBoard(drawing), length: 3)
  }

  private func check(_ before: Content, length: Int) throws {
    try SmallBoards.forEachStream(from: before, length: length) { edits, after in
      let composition = Composition(edits)
      let batch = composition.batch(content: after)
      let problem = try problem(batch, edits, before, after)
      try #require(problem == nil, "\(before.drawing): \(edits)")
      if length > 2 { return }
      let inverse = Composition(edits.inverse)
      var both = composition
      both.append(inverse)
      try #require(both.batch(content: before).isEmpty, "\(before.drawing): \(edits)")
    }
  }

  private func problem(
    _ batch: BatchUpdate, _ edits: [Edit], _ before: Content, _ after: Content
  ) throws -> String? {
    if let violation = batch.validate(on: ContentShape(before)) { return "\(violation)" }
    if batch.changeCount > edits.count { return "too many rows" }
    if try batch.apply(to: before) != after { return "another board" }
    if before.performing(batch.edits(on: before)) != after { return "other edits" }
    if try ListViewModel(before).performWithReloads(batch) != after { return "another view" }
    let touched = edits.touchedItems
    return batch.moves.allSatisfy { touched.contains($0.id) } ? nil : "an untouched item moves"
  }
}
