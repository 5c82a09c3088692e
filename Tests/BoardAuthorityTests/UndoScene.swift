import BoardAuthority
import BoardModel
import TestSupport
import Testing

/// A board with all that undo needs, beside the reference for it.
struct UndoScene {
  var board: Board
  var log: RevisionLog
  var notes: RevisionNotes
  var book = UndoBook()
  var model: UndoModel

  init(_ content: Content, limit: Int = Limits.logEdits) {
    board = Board(content)
    log = RevisionLog(limit: limit)
    notes = RevisionNotes()
    model = UndoModel(content)
  }

  /// Commits edits that the board does not hold yet.
  mutating func commit(_ edits: [Edit], by author: ClientName) {
    board.apply(edits)
    note(edits, by: author, .command)
  }

  private mutating func note(_ edits: [Edit], by author: ClientName, _ origin: RevisionOrigin) {
    log.append(edits)
    let note = RevisionNote(author: author, time: log.head, origin: origin)
    book.append(notes.append(note), note)
    notes.trim(to: log.oldest) { book.forget($0, of: $1.author) }
    model.commit(edits, by: author)
  }

  /// What taking back a revision would be.
  func undo(
    of revision: Int, by client: ClientName, leavingConflicts: Bool = false
  ) throws(UndoConflict) -> Undo {
    try Undo(
      of: revision, in: log, isOwn: notes.isOwn(of: client), on: board,
      leavingConflicts: leavingConflicts)
  }

  /// The board with a revision taken back, and the edits that did it.
  func takingBack(
    _ revision: Int, by client: ClientName, leavingConflicts: Bool = false
  ) throws(UndoConflict) -> (content: Content, edits: [Edit]) {
    var copy = board
    let edits = try undo(of: revision, by: client, leavingConflicts: leavingConflicts)
      .apply(to: &copy)
    return (copy.content, edits)
  }

  /// Takes back the client's last change, as the verb does; nil where there is none.
  @discardableResult
  mutating func undo(by client: ClientName, force: Bool = false) throws(UndoConflict) -> Int? {
    guard let revision = book.nextUndo(of: client) else { return nil }
    try takeBack(revision, by: client, .undo(of: revision), force)
    return revision
  }

  /// Takes back the client's last undo, as the verb does; nil where there is none.
  @discardableResult
  mutating func redo(by client: ClientName, force: Bool = false) throws(UndoConflict) -> Int? {
    guard let revision = book.nextRedo(of: client) else { return nil }
    try takeBack(revision, by: client, .redo(of: revision), force)
    return revision
  }

  private mutating func takeBack(
    _ revision: Int, by client: ClientName, _ origin: RevisionOrigin, _ force: Bool
  ) throws(UndoConflict) {
    let edits = try undo(of: revision, by: client, leavingConflicts: force).apply(to: &board)
    if edits.isEmpty {
      book.drop(revision, of: client)
    } else {
      note(edits, by: client, origin)
    }
  }

  /// What is wrong with taking a revision back, held against the reference; nil if nothing is.
  func problem(takingBack revision: Int, by client: ClientName) throws -> String? {
    let expected = model.takingBack(revision, by: client)
    let forced = try takingBack(revision, by: client, leavingConflicts: true)
    if forced.content != expected.content { return "forced: \(forced.content.drawing)" }
    do throws(UndoConflict) {
      let (content, edits) = try takingBack(revision, by: client)
      if !expected.conflicts.isEmpty { return "missed \(expected.conflicts)" }
      if content != expected.content { return "\(content.drawing)" }
      let touched = model.edits(of: revision).touchedItems
      if !edits.touchedItems.isSubset(of: touched) { return "touches what it should not" }
      return try growthProblem(of: revision, by: client, edits)
    } catch {
      return expected.conflicts.contains(error.subject) ? nil : "sees \(error) in the way"
    }
  }

  private func growthProblem(
    of revision: Int, by client: ClientName, _ edits: [Edit]
  ) throws(UndoConflict) -> String? {
    let undo = try undo(of: revision, by: client)
    var after = board
    after.apply(edits)
    if after.itemCount - board.itemCount != undo.itemGrowth { return "another growth" }
    if after.sectionCount - board.sectionCount != undo.sectionGrowth { return "another growth" }
    let displaced = Set(undo.displacedItems)
    let moved = edits.contains { edit in
      switch edit {
      case .moveItem(let id, _, _): !displaced.contains(id)
      case .deleteItem(let item, _): !displaced.contains(item.id)
      default: false
      }
    }
    return moved ? "displaces what it does not tell" : nil
  }
}
