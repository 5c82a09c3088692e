import BoardModel
import Simulation
import TestKit
import Testing

@_spi(Changes) @testable import BoardAuthority

@Suite("A versioned board")
struct VersionedBoardTests {
  private static let note = RevisionNote(author: "ann", time: 7)
  private static let limit = Refusal.limit("tries", max: 1)

  @Test("is equal to the replay of its log, whatever was done to it")
  func replay() throws {
    for seed in randomSeeds(100) {
      let stream = RandomStream(seed: seed)
      let versions = VersionedBoard("list", board: Board(stream.before))
      var random = SeededRandom(seed: seed)
      var edits = stream.edits[...]
      while !edits.isEmpty {
        let part = Array(edits.prefix(1 + random.below(4)))
        edits.removeFirst(part.count)
        try versions.transact(Self.note) { $0.apply(part) }
        try check(versions, from: stream.before, "seed \(seed)")
      }
      expectEqual(versions.board.content, stream.after, "seed \(seed)")
    }
  }

  /// The board, its log, its notes and its undo stacks go together.
  private func check(
    _ versions: VersionedBoard, from before: Content, _ comment: Comment
  ) throws {
    var content = before
    for edit in versions.log.edits(since: 0) { content.perform(edit) }
    expectEqual(versions.board.content, content, comment)
    expectEqual(versions.notes.head, versions.revision, comment)
    expectEqual(versions.undos, UndoStacks(versions.notes), comment)
  }

  @Test("is unchanged if a transaction throws after any of its edits")
  func rollBack() throws {
    var kinds: Set<String> = []
    for seed in randomSeeds(100) {
      let stream = RandomStream(seed: seed, length: 12)
      let versions = VersionedBoard("list", board: Board(stream.before))
      try versions.transact(Self.note) { transaction in
        transaction.apply(.insertSection(Section(id: "T", title: "T"), at: 0))
        transaction.apply(.deleteSection(Section(id: "T", title: "T"), at: 0))
      }
      let (board, log) = (versions.board, Array(versions.log.edits(since: 0)))
      for count in 0...stream.edits.count {
        #expect(throws: Self.limit) {
          try versions.transact(Self.note) { transaction throws(Refusal) in
            _ = transaction.newItemID()
            transaction.apply(Array(stream.edits.prefix(count)))
            _ = transaction.newSectionID()
            throw Self.limit
          }
        }
        #expect(versions.board == board && versions.revision == 1, "seed \(seed), \(count)")
        expectEqual(versions.board.nextNumbers, board.nextNumbers, "seed \(seed), \(count)")
        expectEqual(Array(versions.log.edits(since: 0)), log, "seed \(seed), \(count)")
        if count > 0 { kinds.insert(stream.edits[count - 1].kind) }
      }
    }
    expectEqual(kinds.count, 9, "every kind of edit was taken back")
  }

  @Test("is unchanged after a preview, which saw the changes")
  func preview() throws {
    let versions = VersionedBoard("list", board: "A: a b | B:")
    var seen = ""
    try versions.preview { transaction in
      transaction.move(["a", "b"], to: [1, 0])
      _ = transaction.newItemID()
      seen = transaction.board.content.drawing
    }
    expectEqual(seen, "A: | B: a b")
    expectEqual(versions.board.content.drawing, "A: a b | B:")
    #expect(versions.board.nextNumbers.item == 1 && versions.revision == 0)
  }

  @Test("has no revision of a transaction that changes nothing")
  func nothing() throws {
    let versions = VersionedBoard("list", board: "A: a b")
    expectNil(try versions.transact(Self.note) { $0.move(["a"], to: [0, 0]) })
    #expect(versions.revision == 0 && versions.undos.nextUndo(of: "ann") == nil)
  }

  @Test("refuses to exceed the limit of sections, and is then unchanged")
  func limits() throws {
    let content = (0..<Limits.sections).map { number in
      Section(id: SectionID("s\(number)")!, title: "")
    }
    let versions = VersionedBoard("list", board: Board(content))
    #expect(throws: Refusal.limit("sections", max: Limits.sections)) {
      try versions.transact(Self.note) { transaction in
        transaction.apply(.insertSection(Section(id: "more", title: ""), at: 0))
      }
    }
    #expect(versions.board.sectionCount == Limits.sections && versions.revision == 0)
  }

  @Test("caches a conflict until the next revision")
  func conflicts() throws {
    let versions = VersionedBoard("list", board: "A: a b")
    try versions.transact(Self.note) { $0.move(["a"], to: [0, 1]) }
    try versions.transact(RevisionNote(author: "bob", time: 8)) { $0.move(["a"], to: [0, 0]) }
    for _ in 0..<2 {
      #expect(throws: Refusal.self) {
        try versions.undo(of: 1, by: "ann", leavingConflicts: false)
      }
    }
    _ = try versions.undo(of: 1, by: "ann", leavingConflicts: true)
    versions.forgetPast(continuingAt: 9)
    #expect(versions.revision == 9 && versions.notes.head == 9)
    expectNil(versions.undos.nextUndo(of: "ann"))
  }
}

extension Edit {
  fileprivate var kind: String {
    switch self {
    case .insertItem: "insert"
    case .deleteItem: "delete"
    case .moveItem: "move"
    case .reloadItem: "reload"
    case .reconfigureItem: "reconfigure"
    case .insertSection: "insert-section"
    case .deleteSection: "delete-section"
    case .moveSection: "move-section"
    case .reloadSection: "reload-section"
    }
  }
}
