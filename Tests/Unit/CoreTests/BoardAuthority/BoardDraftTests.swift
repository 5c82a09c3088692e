import BoardModel
import Simulation
import TestKit
import Testing

@_spi(Changes) @testable import BoardAuthority

@Suite("A draft of a board")
struct BoardDraftTests {
  private static let note = RevisionNote(author: "ann", time: 7)

  private func board(_ content: Content, _ quota: ContentQuota) -> VersionedBoard {
    let versions = VersionedBoard("list", board: Board(content))
    versions.quota = quota
    return versions
  }

  @Test("makes its board, once adopted, what the same changes of the board itself make of it")
  func adopt() throws {
    for seed in randomSeeds(100) {
      let stream = RandomStream(seed: seed)
      let (one, two) = (ContentQuota(), ContentQuota())
      let (drafted, direct) = (board(stream.before, one), board(stream.before, two))
      var random = SeededRandom(seed: seed)
      var edits = stream.edits[...]
      while !edits.isEmpty {
        let part = Array(edits.prefix(1 + random.below(4)))
        edits.removeFirst(part.count)
        let before = drafted.board
        let draft = drafted.makeDraft()
        try draft.versions.transact(Self.note) { $0.apply(part) }
        #expect(drafted.board == before && drafted.revision == direct.revision, "seed \(seed)")
        expectEqual(one.used, two.used, "a draft counts for nobody, seed \(seed)")
        try drafted.adopt(draft)
        try direct.transact(Self.note) { $0.apply(part) }
        check(drafted, is: direct, "seed \(seed)")
        expectEqual(one.used, two.used, "seed \(seed)")
        expectEqual(draft.versions.board, before, "the draft has what was before")
      }
    }
  }

  private func check(_ one: VersionedBoard, is two: VersionedBoard, _ comment: Comment) {
    #expect(one.board == two.board && one.revision == two.revision, comment)
    expectEqual(one.board.nextNumbers, two.board.nextNumbers, comment)
    expectEqual(one.log.edits(since: 0), two.log.edits(since: 0), comment)
    #expect(one.undos == two.undos && one.notes.head == two.notes.head, comment)
  }

  @Test("takes the policies along of the sections that it deletes")
  func policies() throws {
    let versions = VersionedBoard("list", board: "A: a b | B: c")
    versions.set([.limit(7)], for: .section("A"))
    let draft = versions.makeDraft()
    let section = versions.board.sectionContent(at: 0)
    let revision = try draft.versions.transact(Self.note) {
      $0.apply(.deleteSection(section, at: 0))
    }
    expectEqual(revision?.policiesLost, ["A"])
    #expect(!versions.policies.ownSettings(for: .section("A")).isEmpty)
    try versions.adopt(draft)
    #expect(versions.policies.ownSettings(for: .section("A")).isEmpty)
  }

  @Test("leaves its board as it was if it is dropped, and another draft can follow")
  func drop() throws {
    let versions = VersionedBoard("list", board: "A: a b")
    let draft = versions.makeDraft()
    try draft.versions.transact(Self.note) { $0.delete(["a"]) }
    versions.dropDraft()
    #expect(versions.board.content.drawing == "A: a b" && versions.revision == 0)
    let next = versions.makeDraft()
    try next.versions.transact(Self.note) { $0.delete(["b"]) }
    try versions.adopt(next)
    #expect(versions.board.content.drawing == "A: a" && versions.revision == 1)
  }

  @Test("is dropped if other boards have taken the room meanwhile")
  func room() throws {
    let quota = ContentQuota(limit: 400)
    let (one, two) = (board([Section(id: "A", title: "")], quota), board([], quota))
    let draft = one.makeDraft()
    let item = Item(id: "i", text: Text(String(repeating: "x", count: 120)))
    try draft.versions.transact(Self.note) { $0.apply(.insertItem(item, at: [0, 0])) }
    let other = Section(id: "B", title: Text(String(repeating: "x", count: 120)))
    try two.transact(Self.note) { $0.apply(.insertSection(other, at: 0)) }
    let used = quota.used
    #expect(throws: Refusal.limit("server-bytes", max: 400)) { try one.adopt(draft) }
    #expect(one.board.itemCount == 0 && !one.hasDraft && quota.used == used)
  }
}
