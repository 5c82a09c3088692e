@_spi(Changes) import BoardAuthority
import BoardModel
import TestKit
import Testing

@Suite("The bytes of a board's content")
struct ContentQuotaTests {
  private static let note = RevisionNote(author: "ann", time: 7)

  private func insert(_ bytes: Int, on versions: VersionedBoard) throws(Refusal) {
    let text = Text(String(repeating: "x", count: bytes))
    try versions.transact(Self.note) { transaction in
      let id = transaction.newItemID()
      transaction.apply(.insertItem(Item(id: id, text: text), at: [0, 0]))
    }
  }

  @Test("are those of names, texts and titles, and 64 for each item and section")
  func count() {
    let content: Content = [
      Section(id: "s1", title: "Fruit", items: [Item(id: "i1", text: "apple")])
    ]
    expectEqual(Board(content).quotaBytes, 2 * 64 + 2 + 5 + 2 + 5)
  }

  @Test("may not grow beyond the limit of a board")
  func board() throws {
    let versions = VersionedBoard("list", board: "A: a b", byteLimit: 600)
    let before = versions.board.quotaBytes
    #expect(throws: Refusal.limit("board-bytes", max: 600)) {
      try insert(600 - before - 64 - 1, on: versions)
    }
    #expect(versions.board.content.drawing == "A: a b" && versions.revision == 0)
    try insert(600 - before - 64 - 2, on: versions)
    expectEqual(versions.board.quotaBytes, 600)
  }

  @Test("may not grow beyond what all boards share, but may shrink, and items may move")
  func shared() throws {
    let quota = ContentQuota(limit: 1_000)
    let versions = ["a", "b"].map { VersionedBoard(BoardName($0)!, board: "A: a b | B:") }
    for board in versions { board.quota = quota }
    let each = versions[0].board.quotaBytes
    expectEqual(quota.used, 2 * each)
    try insert(1_000 - quota.used - 64 - 2, on: versions[0])
    expectEqual(quota.used, 1_000)
    #expect(throws: Refusal.limit("server-bytes", max: 1_000)) { try insert(0, on: versions[1]) }
    try versions[1].transact(Self.note) { $0.move(["a"], to: [1, 0]) }
    #expect(throws: Refusal.limit("server-bytes", max: 1_000)) {
      try versions[1].transact(Self.note) { transaction in
        let old = transaction.board.content[0].title
        transaction.apply(.reloadSection("A", at: 0, from: old, to: "much longer"))
      }
    }
    versions[0].quota = nil
    expectEqual(quota.used, each)
    try insert(100, on: versions[1])
    expectEqual(quota.used, versions[1].board.quotaBytes)
  }

  @Test("are counted right after random edits, and after edits that are rolled back")
  func random() throws {
    for seed in 1...20 {
      let quota = ContentQuota()
      let stream = RandomStream(seed: seed, length: 60)
      let versions = VersionedBoard("list", board: Board(stream.before))
      versions.quota = quota
      for edit in stream.edits {
        _ = try? versions.transact(Self.note) { transaction throws(Refusal) in
          transaction.apply(edit)
          throw .noBoard
        }
        expectEqual(quota.used, versions.board.quotaBytes, "seed \(seed)")
        try versions.transact(Self.note) { $0.apply(edit) }
        expectEqual(quota.used, versions.board.quotaBytes, "seed \(seed)")
      }
    }
  }
}
