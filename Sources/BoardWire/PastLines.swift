import BoardCore

// Listings of the past, for people: a board as it was, and who changed what and when.

extension BoardPast {
  /// The board as a person would write it down, as many lines as a listing may have.
  ///
  /// - Complexity: That of as many `rows`.
  public func lines(of board: BoardName) -> [String] {
    let head = "\(board) revision=\(revision) sections=\(sectionCount) items=\(itemCount)"
    return ([head] + rows(first: Limits.listingLines).map(\.line)).bounded
  }
}

extension BoardPast.Row {
  fileprivate var line: String {
    switch self {
    case .section(let id, let title, let count, let index):
      "\(index) \(id) \(TextEscapes.escaped(title.string)) (\(count))"
    case .item(let item, let path):
      "  \(path) \(item.id) \(TextEscapes.escaped(item.text.string))"
    }
  }
}

extension RevisionNotes {
  /// A line for each of some revisions, the newest first: its number, when it was made, by whom and
  /// how, and what it did. No more lines than a listing may have.
  ///
  /// - Parameters:
  ///   - range: revisions that have a note, and whose edits the log has.
  ///   - log: the log that the notes go with.
  /// - Complexity: O(lines, and the edits of the revisions they show).
  public func lines(of range: ClosedRange<Int>, log: RevisionLog) -> [String] {
    let shown = range.reversed().prefix(Limits.listingLines + 1)
    return shown.map { line(of: $0, log) }.bounded
  }

  private func line(of revision: Int, _ log: RevisionLog) -> String {
    guard let note = self[revision] else { preconditionFailure("the notes go with the log") }
    let summary = RevisionSummary(of: log.edits(from: revision - 1, to: revision))
    return "\(revision) \(Timestamp(milliseconds: note.time)) \(note.author) \(note.origin.word) "
      + "\(summary)"
  }
}

extension RevisionOrigin {
  /// The origin as one word: `-` for a command, `d7`, `undo=41`, `redo=42`.
  fileprivate var word: String {
    switch self {
    case .command: "-"
    case .drag(let session): session.description
    case .undo(let revision): "undo=\(revision)"
    case .redo(let revision): "redo=\(revision)"
    }
  }
}

extension [String] {
  /// The lines a listing may have, the last one telling that there are more.
  fileprivate var bounded: [String] {
    count <= Limits.listingLines ? self : prefix(Limits.listingLines - 1) + ["and more"]
  }
}
