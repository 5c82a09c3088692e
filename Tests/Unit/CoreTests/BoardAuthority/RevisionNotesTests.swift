import BoardAuthority
import BoardModel
import TestKit
import Testing

@Suite("Revision notes")
struct RevisionNotesTests {
  @Test("have the author, the time and the origin of a revision")
  func notes() {
    let origins: [RevisionOrigin] = [
      .command, .drag(SessionID(7)), .undo(of: 8), .redo(of: 10), .undo(of: Limits.number),
    ]
    var notes = RevisionNotes(head: 7)
    for (offset, origin) in origins.enumerated() {
      let note = RevisionNote(author: "ann", time: 1_700_000_000_000 + offset, origin: origin)
      expectEqual(notes.append(note), 8 + offset)
      expectEqual(notes[8 + offset], note)
    }
    expectNil(notes[7])
    expectNil(notes[13])
    expectEqual(notes.head, 12)
    expectEqual(notes.oldest, 7)
  }

  @Test("are trimmed with the log, and names of authors with their last note")
  func trims() {
    var notes = RevisionNotes()
    for number in 1...100 {
      let author = Author(ClientName(unchecked: "u\(number / 10)"))
      notes.append(RevisionNote(author: author, time: number))
    }
    var gone: [Int] = []
    notes.trim(to: 95) { revision, note in
      gone.append(revision)
      expectEqual(note.time, revision)
    }
    expectEqual(gone, Array(1...95))
    expectEqual(notes.oldest, 95)
    expectNil(notes[95])
    expectEqual(notes[96]?.author, "u9")
    notes.append(RevisionNote(author: "u3", time: 101))
    expectEqual(notes[101]?.author, "u3")
    expectEqual((96...101).map { notes[$0]?.author }, ["u9", "u9", "u9", "u9", "u10", "u3"])
    notes.trim(to: 90)
    expectEqual(notes.oldest, 95)
  }

  @Test("distinguish a client's own revisions from others")
  func own() {
    var notes = RevisionNotes()
    for author: Author in ["ann", "ben", "ann"] {
      notes.append(RevisionNote(author: author, time: 0))
    }
    expectEqual((0...4).filter(notes.isOwn(of: "ann")), [1, 3])
    #expect((0...4).filter(notes.isOwn(of: "cat")).isEmpty)
  }
}
