import BoardCore
import BoardReplica
import BoardWire
import Testing

@Suite("An own change")
struct OwnChangeTests {
  private func replica() throws -> Replica {
    var replica = Replica(of: "list")
    _ = try replica.take(
      .snapshot(
        "list", revision: 3,
        [
          Section(
            id: "s1", title: "A", items: [Item(id: "a", text: "a"), Item(id: "b", text: "b")]),
          Section(id: "s2", title: "B"),
        ], drags: []))
    return replica
  }

  @Test("is shown at once, and is no second row when the batch with it arrives")
  func shownOnce() throws {
    var replica = try replica()
    let (_, notices) = try replica.make(.insert("tea", at: .end("s1")))
    var expected = ViewUpdate()
    expected.insertedItems = [[0, 2]]
    #expect(notices == [.update(expected)])
    var batch = BatchUpdate()
    batch.inserts = [.init(Item(id: "i7", text: "tea"), at: [0, 2])]
    _ = try replica.take(batch: batch)
  }
}

extension Replica {
  mutating func take(batch: BatchUpdate) throws -> [ReplicaNotice] {
    try take(.batch(board, from: revision!, to: revision! + 1, batch))
  }
}
