import BoardModel
import Simulation
import TestKit
import Testing

@_spi(Changes) @testable import BoardAuthority

@Suite("The undo of the newest revision that only inserts or only deletes items")
struct UndoInverseTests {
  private static let note = RevisionNote(author: "ada", time: 0)

  private func versions(_ count: Int) -> VersionedBoard {
    let items = (0..<count).map { Item(id: ItemID("i\($0)")!, text: Text("item \($0)")) }
    let sections = [Section(id: "s1", title: "One", items: items), Section(id: "s2", title: "Two")]
    return VersionedBoard("list", board: Board(sections))
  }

  @Test("restores the board as it was, whichever items were deleted", arguments: 0..<40)
  func law(_ seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let versions = versions(12)
    let before = versions.board.content
    let chosen = before[0].items.map(\.id).shuffled(using: &random).prefix(1 + seed % 12)
    try versions.transact(Self.note) { $0.delete(Array(chosen)) }
    let after = versions.board.content
    for (expected, revision) in [(before, 1), (after, 2), (before, 3)] {
      let undo = try versions.undo(of: revision, by: Self.note.author, leavingConflicts: false)
      expectEqual(undo.inverse.count, chosen.count)
      try versions.transact(Self.note) { $0.apply(undo) }
      expectEqual(versions.board.content, expected, "seed \(seed), revision \(revision)")
    }
  }

  @Test("names the items that it deletes, which nobody may be dragging")
  func displaced() throws {
    let versions = versions(1)
    try versions.transact(Self.note) { transaction in
      transaction.apply(
        .insertItem(Item(id: "new", text: "new"), at: IndexPath(section: 1, item: 0)))
    }
    let undo = try versions.undo(of: 1, by: Self.note.author, leavingConflicts: false)
    expectEqual(undo.displacedItems, ["new"])
  }
}
