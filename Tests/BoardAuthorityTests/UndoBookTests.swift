import BoardAuthority
import BoardModel
import TestSupport
import Testing

@Suite("An undo book")
struct UndoBookTests {
  @Test("takes back the newest change first, each client its own")
  func stacks() {
    var book = UndoBook()
    book.append(1, by: "ann")
    book.append(2, by: "ben")
    book.append(3, by: "ann", .drag(SessionID(7)))
    #expect(book.nextUndo(of: "ann") == 3)
    #expect(book.nextUndo(of: "ben") == 2)
    #expect(book.nextUndo(of: "cat") == nil)
    book.append(4, by: "ann", .undo(of: 3))
    #expect(book.nextUndo(of: "ann") == 1)
    #expect(book.nextRedo(of: "ann") == 4)
    #expect(book.nextRedo(of: "ben") == nil)
  }

  @Test("puts a redone change on the undo stack again")
  func redo() {
    var book = UndoBook()
    book.append(1, by: "ann")
    book.append(2, by: "ann", .undo(of: 1))
    book.append(3, by: "ann", .redo(of: 2))
    #expect(book.nextUndo(of: "ann") == 3)
    #expect(book.nextRedo(of: "ann") == nil)
  }

  @Test("forgets what could be redone, once its owner changes something else")
  func clears() {
    var book = UndoBook()
    book.append(1, by: "ann")
    book.append(2, by: "ann", .undo(of: 1))
    book.append(3, by: "ben")
    #expect(book.nextRedo(of: "ann") == 2)
    book.append(4, by: "ann")
    #expect(book.nextRedo(of: "ann") == nil)
  }

  @Test("keeps so many changes of a client and no more")
  func bounds() {
    var book = UndoBook(limit: 3)
    for revision in 1...5 { book.append(revision, by: "ann") }
    for revision in [5, 4, 3] {
      #expect(book.nextUndo(of: "ann") == revision)
      book.drop(revision, of: "ann")
    }
    #expect(book.nextUndo(of: "ann") == nil)
  }

  @Test("forgets what fell out of the window, and clients of which nothing is left")
  func forgets() {
    var book = UndoBook()
    book.append(1, by: "ann")
    book.append(2, by: "ann")
    book.append(3, by: "ann", .undo(of: 2))
    book.forget(1, of: "ann")
    #expect(book.nextUndo(of: "ann") == nil)
    book.forget(2, of: "ann")
    #expect(book.nextRedo(of: "ann") == 3)
    book.forget(3, of: "ann")
    #expect(book == UndoBook())
  }

  @Test("made from the notes after a restart is the one that was there before")
  func rebuilds() throws {
    var trims = 0
    for seed in randomSeeds(30) {
      var random = Chance(seed: seed)
      var book = UndoBook(limit: 6)
      var notes = RevisionNotes(head: random.below(9))
      let window = 4 + random.below(40)
      for _ in 0..<100 {
        let client = ClientName(unchecked: "u\(random.below(3))")
        let note = RevisionNote(
          author: client, time: 0, origin: origin(of: client, book, &random))
        book.append(notes.append(note), note)
        if random.percent(30), notes.head - notes.oldest > window {
          notes.trim(to: notes.head - window) { book.forget($0, of: $1.author) }
          trims += 1
        }
        try #require(UndoBook(notes, limit: 6) == book, "seed \(seed)")
      }
    }
    #expect(trims > 0)
  }

  private func origin(
    of client: ClientName, _ book: UndoBook, _ random: inout Chance
  ) -> RevisionOrigin {
    if random.percent(40), let revision = book.nextUndo(of: client) { return .undo(of: revision) }
    if random.percent(40), let revision = book.nextRedo(of: client) { return .redo(of: revision) }
    return random.percent(50) ? .command : .drag(SessionID(random.below(9)))
  }

  @Test("remembers after a restart what came to nothing, until something below it is taken back")
  func dropped() {
    var book = UndoBook()
    var notes = RevisionNotes()
    func add(_ origin: RevisionOrigin) {
      let note = RevisionNote(author: "ann", time: 0, origin: origin)
      book.append(notes.append(note), note)
    }
    add(.command)
    add(.command)
    book.drop(2, of: "ann")
    #expect(UndoBook(notes).nextUndo(of: "ann") == 2)
    add(.undo(of: 1))
    #expect(UndoBook(notes) == book)
  }
}

extension UndoBook {
  fileprivate mutating func append(
    _ revision: Int, by author: ClientName, _ origin: RevisionOrigin = .command
  ) {
    append(revision, RevisionNote(author: author, time: 0, origin: origin))
  }
}

extension UndoBook {
  /// The book that these notes make, as it was when the last of them was added.
  ///
  /// - Complexity: O(notes).
  init(_ notes: RevisionNotes, limit: Int = Limits.undoneChanges) {
    self.init(limit: limit)
    for revision in notes.oldest + 1..<notes.head + 1 {
      if let note = notes[revision] { append(revision, note) }
    }
  }
}
