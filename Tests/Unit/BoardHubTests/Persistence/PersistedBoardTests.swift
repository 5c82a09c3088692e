import BoardModel
import Testing

@testable import BoardDelivery

@Suite("What the journal has of a board")
struct PersistedBoardTests {
  private let edits: [Edit] = [.deleteItem(Item(id: "i", text: "x"), at: [0, 0])]

  @Test("keeps count of the revisions that come while a snapshot is committed")
  func pending() {
    var board = PersistedBoard()
    board.begin(at: 10)
    board.oldest = 10
    for _ in 0..<Limits.keptRevisions { board.add(bytes: 8, edits: edits) }
    #expect(board.wantsSnapshot(of: 0))
    let head = 10 + Limits.keptRevisions
    board.beginSnapshot(at: head)
    for _ in 1..<Limits.keptRevisions { board.add(bytes: 8, edits: edits) }
    #expect(board.snapshot == 10 && board.newestSnapshot == head, "nothing may refer below it")
    board.endSnapshot(isCommitted: true)
    #expect(board.oldest == 10 && board.snapshot == head && board.newestSnapshot == head)
    #expect(!board.wantsSnapshot(of: 0))
    board.add(bytes: 8, edits: edits)
    #expect(board.wantsSnapshot(of: 0), "so many came behind it")
  }

  @Test("is as before if there was no room for a snapshot, and wants none for a while")
  func refused() {
    var board = PersistedBoard()
    board.begin(at: 10)
    for _ in 0..<Limits.keptRevisions { board.add(bytes: 8, edits: edits) }
    board.beginSnapshot(at: 10 + Limits.keptRevisions)
    board.endSnapshot(isCommitted: false)
    #expect(board.snapshot == 10 && board.newestSnapshot == 10)
    #expect(!board.wantsSnapshot(of: 0))
    for _ in 0..<Limits.keptRevisions / 8 { board.add(bytes: 8, edits: edits) }
    #expect(board.wantsSnapshot(of: 0))
  }
}
