import BoardModel

/// The undo and redo stacks of each author of one board.
///
/// A change by a client is pushed on its undo stack and clears its redo stack. An undo makes a revision,
/// which is pushed on the redo stack; a redo undoes that one, and its revision is pushed on the undo
/// stack. So both stacks have revisions to be undone.
///
/// The stacks are a function of the notes in the log's window.
public struct UndoStacks: Equatable, Sendable {
  private let limit: Int
  /// Most revisions have the author of the one before.
  private var stacks = LastKeyDictionary<Author, Stacks>()

  /// - Parameter limit: the revisions on one stack; beyond it the oldest go.
  public init(limit: Int = Limits.undoneChanges) { self.limit = limit }

  /// The revision that the client's next `undo` reverts.
  public func nextUndo(of author: Author) -> Int? { stacks[author].undo.last }

  /// The revision, an undo, that the client's next `redo` reverts.
  public func nextRedo(of author: Author) -> Int? { stacks[author].redo.last }

  /// Pushes a new revision on a stack of its author.
  ///
  /// An undo pops the revision that it reverts and all above it: those whose undo had no effect (`drop`).
  ///
  /// - Complexity: O(1), amortised.
  public mutating func append(_ revision: Int, _ note: RevisionNote) {
    stacks[note.author].append(revision, note.origin, limit: limit)
  }

  /// Pops a revision whose undo has no effect, so that there is no new revision either. It must be the
  /// client's next one.
  public mutating func drop(_ revision: Int, of author: Author) {
    stacks[author].drop(revision)
  }

  /// Removes a revision that left the log's window, the oldest there is.
  ///
  /// - Complexity: O(limit).
  public mutating func forget(_ revision: Int, of author: Author) {
    stacks[author].forget(revision)
  }
}

/// The revisions that one client can revert, the newest last.
private struct Stacks: Equatable, Sendable, EmptyInitializable {
  var undo: ArraySlice<Int> = []
  var redo: ArraySlice<Int> = []

  var isEmpty: Bool { undo.isEmpty && redo.isEmpty }

  mutating func append(_ revision: Int, _ origin: RevisionOrigin, limit: Int) {
    assert(undo.last ?? 0 < revision && redo.last ?? 0 < revision, "stacks ascend")
    switch origin {
    case .command, .drag:
      if !redo.isEmpty { redo = [] }
      undo.append(revision)
    case .undo(let taken):
      undo.removeAll(from: taken)
      redo.append(revision)
    case .redo(let taken):
      redo.removeAll(from: taken)
      undo.append(revision)
    }
    undo.keepLast(limit)
    redo.keepLast(limit)
    assert(!undo.isEmpty || !redo.isEmpty, "a revision is on one of the stacks")
  }

  mutating func drop(_ revision: Int) {
    precondition(
      undo.last == revision || redo.last == revision, "only the next revision is dropped")
    if undo.last == revision { undo.removeLast() }
    if redo.last == revision { redo.removeLast() }
  }

  mutating func forget(_ revision: Int) {
    if undo.first == revision { undo.removeFirst() }
    if redo.first == revision { redo.removeFirst() }
  }
}

extension ArraySlice<Int> {
  /// Removes from an ascending stack all revisions from one on.
  fileprivate mutating func removeAll(from revision: Int) {
    while let last, last >= revision { removeLast() }
  }

  fileprivate mutating func keepLast(_ limit: Int) {
    if count > limit { removeFirst(count - limit) }
  }
}
