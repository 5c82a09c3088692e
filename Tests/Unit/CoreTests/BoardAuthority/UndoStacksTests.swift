import BoardAuthority
import BoardModel
import Simulation
import TestKit
import Testing

@Suite("Undo stacks")
struct UndoStacksTests {
  @Test("have the newest change of each client on top")
  func stacks() {
    var stacks = UndoStacks()
    stacks.append(1, by: "ann")
    stacks.append(2, by: "ben")
    stacks.append(3, by: "ann", .drag(SessionID(7)))
    expectEqual(stacks.nextUndo(of: "ann"), 3)
    expectEqual(stacks.nextUndo(of: "ben"), 2)
    expectNil(stacks.nextUndo(of: "cat"))
    stacks.append(4, by: "ann", .undo(of: 3))
    expectEqual(stacks.nextUndo(of: "ann"), 1)
    expectEqual(stacks.nextRedo(of: "ann"), 4)
    expectNil(stacks.nextRedo(of: "ben"))
  }

  @Test("have a redone change on the undo stack again")
  func redo() {
    var stacks = UndoStacks()
    stacks.append(1, by: "ann")
    stacks.append(2, by: "ann", .undo(of: 1))
    stacks.append(3, by: "ann", .redo(of: 2))
    expectEqual(stacks.nextUndo(of: "ann"), 3)
    expectNil(stacks.nextRedo(of: "ann"))
  }

  @Test("drop the redo stack of a client that makes another change")
  func clears() {
    var stacks = UndoStacks()
    stacks.append(1, by: "ann")
    stacks.append(2, by: "ann", .undo(of: 1))
    stacks.append(3, by: "ben")
    expectEqual(stacks.nextRedo(of: "ann"), 2)
    stacks.append(4, by: "ann")
    expectNil(stacks.nextRedo(of: "ann"))
  }

  @Test("keep a limited number of changes of a client")
  func bounds() {
    var stacks = UndoStacks(limit: 3)
    for revision in 1...5 { stacks.append(revision, by: "ann") }
    for revision in [5, 4, 3] {
      expectEqual(stacks.nextUndo(of: "ann"), revision)
      stacks.drop(revision, of: "ann")
    }
    expectNil(stacks.nextUndo(of: "ann"))
  }

  @Test("drop revisions that left the log, and clients without revisions")
  func forgets() {
    var stacks = UndoStacks()
    stacks.append(1, by: "ann")
    stacks.append(2, by: "ann")
    stacks.append(3, by: "ann", .undo(of: 2))
    stacks.forget(1, of: "ann")
    expectNil(stacks.nextUndo(of: "ann"))
    stacks.forget(2, of: "ann")
    expectEqual(stacks.nextRedo(of: "ann"), 3)
    stacks.forget(3, of: "ann")
    expectEqual(stacks, UndoStacks())
  }

  @Test("rebuilt from the notes after a restart are equal")
  func rebuilds() throws {
    var trims = 0
    for seed in randomSeeds(30) {
      var random = SeededRandom(seed: seed)
      var stacks = UndoStacks(limit: 6)
      var notes = RevisionNotes(head: random.below(9))
      let window = 4 + random.below(40)
      for _ in 0..<100 {
        let client = Author(ClientName(unchecked: "u\(random.below(3))"))
        let note = RevisionNote(
          author: client, time: 0, origin: origin(of: client, stacks, &random))
        stacks.append(notes.append(note), note)
        if random.percent(30), notes.head - notes.oldest > window {
          notes.trim(to: notes.head - window) { stacks.forget($0, of: $1.author) }
          trims += 1
        }
        try #require(UndoStacks(notes, limit: 6) == stacks, "seed \(seed)")
      }
    }
    #expect(trims > 0)
  }

  private func origin(
    of client: Author, _ stacks: UndoStacks, _ random: inout SeededRandom
  ) -> RevisionOrigin {
    if random.percent(40), let revision = stacks.nextUndo(of: client) { return .undo(of: revision) }
    if random.percent(40), let revision = stacks.nextRedo(of: client) { return .redo(of: revision) }
    return random.percent(50) ? .command : .drag(SessionID(random.below(9)))
  }

  @Test("rebuilt after a restart contain a dropped revision again, until one below it is undone")
  func dropped() {
    var stacks = UndoStacks()
    var notes = RevisionNotes()
    func add(_ origin: RevisionOrigin) {
      let note = RevisionNote(author: "ann", time: 0, origin: origin)
      stacks.append(notes.append(note), note)
    }
    add(.command)
    add(.command)
    stacks.drop(2, of: "ann")
    expectEqual(UndoStacks(notes).nextUndo(of: "ann"), 2)
    add(.undo(of: 1))
    expectEqual(UndoStacks(notes), stacks)
  }
}

extension UndoStacks {
  fileprivate mutating func append(
    _ revision: Int, by author: Author, _ origin: RevisionOrigin = .command
  ) {
    append(revision, RevisionNote(author: author, time: 0, origin: origin))
  }
}

extension UndoStacks {
  /// The stacks that these notes make, as it was when the last of them was added.
  ///
  /// - Complexity: O(notes).
  init(_ notes: RevisionNotes, limit: Int = Limits.undoneChanges) {
    self.init(limit: limit)
    for revision in notes.oldest + 1..<notes.head + 1 {
      if let note = notes[revision] { append(revision, note) }
    }
  }
}
