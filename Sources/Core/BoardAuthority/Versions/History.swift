import BoardModel

/// The history of one board: its revisions, who made them, and the undo stacks of each client.
///
/// One `append` updates all three, so that they are always consistent.
struct History: Sendable {
  private(set) var log: RevisionLog
  private(set) var notes: RevisionNotes
  private(set) var undos = UndoStacks()

  /// A history that begins at a revision.
  init(head: Int, limit: Int) {
    log = RevisionLog(head: head, limit: limit)
    notes = RevisionNotes(head: head)
  }

  /// Appends one revision, and removes the oldest ones beyond the limit of the log.
  ///
  /// - Parameter edits: Sequential edits, legal on the board at the head.
  /// - Returns: The number of the new revision.
  /// - Complexity: O(edits), amortised.
  mutating func append(_ edits: [Edit], _ note: RevisionNote) -> Int {
    let number = log.append(edits)
    undos.append(number, note)
    notes.append(note)
    if notes.oldest < log.oldest { trim() }
    assert(notes.head == log.head && notes.oldest == log.oldest, "a note for each revision")
    return number
  }

  /// Removes the oldest revisions until the bytes of the log are at most so many.
  mutating func trim(toBytes limit: Int) {
    log.trim(toBytes: limit)
    trim()
  }

  private mutating func trim() {
    notes.trim(to: log.oldest) { undos.forget($0, of: $1.author) }
  }

  /// Removes a revision from the undo stacks, if its undo has no effect. It must be the client's next
  /// one.
  mutating func dropUndo(of revision: Int, by author: Author) {
    undos.drop(revision, of: author)
  }
}
