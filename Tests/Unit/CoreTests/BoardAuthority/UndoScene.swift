@_spi(Changes) import BoardAuthority
import BoardModel
import TestKit
import Testing

/// A board with all that undo needs, beside the reference for it.
struct UndoScene {
  let versions: VersionedBoard
  var model: UndoModel

  init(_ content: Content, limit: Int = Limits.logEdits) {
    versions = VersionedBoard("list", board: Board(content), logLimit: limit)
    model = UndoModel(content)
  }

  var board: Board { versions.board }
  var log: RevisionLog { versions.log }
  var notes: RevisionNotes { versions.notes }
  var book: UndoStacks { versions.undos }

  /// Commits edits that the board does not hold yet.
  mutating func commit(_ edits: [Edit], by author: Author) {
    _ = commit(by: author, .command) { $0.apply(edits) }
  }

  /// - Returns: Whether there is a new revision.
  private mutating func commit(
    by author: Author, _ origin: RevisionOrigin, _ body: (inout BoardTransaction) -> Void
  ) -> Bool {
    let note = RevisionNote(author: author, time: log.head + 1, origin: origin)
    guard let revision = try? versions.transact(note, body) else { return false }
    model.commit(revision.edits, by: author)
    return true
  }

  /// What taking back a revision would be.
  func undo(
    of revision: Int, by client: Author, leavingConflicts: Bool = false
  ) throws(UndoConflict) -> Undo {
    do throws(Refusal) {
      return try versions.undo(of: revision, by: client, leavingConflicts: leavingConflicts)
    } catch {
      guard case .undoConflict(let conflict) = error else { preconditionFailure("\(error)") }
      throw conflict
    }
  }

  /// The board with a revision taken back, and the edits that did it.
  func takingBack(
    _ revision: Int, by client: Author, leavingConflicts: Bool = false
  ) throws(UndoConflict) -> (content: Content, edits: [Edit]) {
    var copy = board
    let edits = try undo(of: revision, by: client, leavingConflicts: leavingConflicts)
      .apply(to: &copy)
    return (copy.content, edits)
  }

  /// Takes back the client's last change, as the verb does; nil where there is none.
  @discardableResult
  mutating func undo(by client: Author, force: Bool = false) throws(UndoConflict) -> Int? {
    guard let revision = book.nextUndo(of: client) else { return nil }
    try takeBack(revision, by: client, .undo(of: revision), force)
    return revision
  }

  /// Takes back the client's last undo, as the verb does; nil where there is none.
  @discardableResult
  mutating func redo(by client: Author, force: Bool = false) throws(UndoConflict) -> Int? {
    guard let revision = book.nextRedo(of: client) else { return nil }
    try takeBack(revision, by: client, .redo(of: revision), force)
    return revision
  }

  private mutating func takeBack(
    _ revision: Int, by client: Author, _ origin: RevisionOrigin, _ force: Bool
  ) throws(UndoConflict) {
    let undo = try undo(of: revision, by: client, leavingConflicts: force)
    if !commit(by: client, origin, { $0.apply(undo) }) {
      versions.dropUndo(of: revision, by: client)
    }
  }

  /// What is wrong with taking a revision back, held against the reference; nil if nothing is.
  func problem(takingBack revision: Int, by client: Author) throws -> String? {
    let expected = model.takingBack(revision, by: client)
    let forced = try takingBack(revision, by: client, leavingConflicts: true)
    if forced.content != expected.content { return "forced: \(forced.content.drawing)" }
    do throws(UndoConflict) {
      let (content, edits) = try takingBack(revision, by: client)
      if !expected.conflicts.isEmpty { return "missed \(expected.conflicts)" }
      if content != expected.content { return "\(content.drawing)" }
      let touched = model.edits(of: revision).touchedItems
      if !edits.touchedItems.isSubset(of: touched) { return "touches what it should not" }
      return try displacementProblem(of: revision, by: client, edits)
    } catch {
      return expected.conflicts.contains(error.subject) ? nil : "sees \(error) in the way"
    }
  }

  private func displacementProblem(
    of revision: Int, by client: Author, _ edits: [Edit]
  ) throws(UndoConflict) -> String? {
    let undo = try undo(of: revision, by: client)
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
