import BoardModel

/// The past of one board: its revisions, who made them, and what each client can take back.
///
/// One `append` serves all three, so that none is ahead of the others.
struct History: Sendable {
  private(set) var log: RevisionLog
  private(set) var notes: RevisionNotes
  private(set) var undos = UndoStacks()

  /// A history that begins at a revision.
  init(head: Int, limit: Int) {
    log = RevisionLog(head: head, limit: limit)
    notes = RevisionNotes(head: head)
  }

  /// Adds one revision, and forgets the oldest ones beyond the limit of the log.
  ///
  /// - Parameter edits: Sequential edits, legal on the board at the head.
  /// - Returns: The number of the new revision.
  /// - Complexity: O(edits), amortised.
  mutating func append(_ edits: [Edit], _ note: RevisionNote) -> Int {
    let number = log.append(edits)
    undos.append(number, note)
    notes.append(note)
    if notes.oldest < log.oldest { trim() }
    return number
  }

  private mutating func trim() {
    notes.trim(to: log.oldest) { undos.forget($0, of: $1.author) }
  }

  /// Forgets a revision of which nothing was left to take back. It must be the client's next one.
  mutating func dropUndo(of revision: Int, by client: ClientName) {
    undos.drop(revision, of: client)
  }
}
