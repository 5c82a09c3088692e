import BoardModel

/// The undo and redo stacks of each client of one board.
///
/// A change by a client is pushed on its undo stack and clears its redo stack. An undo makes a revision,
/// which is pushed on the redo stack; a redo undoes that one, and its revision is pushed on the undo
/// stack. So both stacks have revisions to be undone.
///
/// The stacks are a function of the notes in the log's window.
public struct UndoStacks: Equatable, Sendable {
  /// The revisions of one client, the newest last.
  fileprivate struct Stacks: Equatable, Sendable {
    var undo: ArraySlice<Int> = []
    var redo: ArraySlice<Int> = []
  }

  private let limit: Int
  private var stacks: [ClientName: Stacks] = [:]

  /// - Parameter limit: the revisions on one stack; beyond it the oldest go.
  public init(limit: Int = Limits.undoneChanges) { self.limit = limit }

  /// The revision that the client's next `undo` reverts.
  public func nextUndo(of client: ClientName) -> Int? { stacks[client]?.undo.last }

  /// The revision, an undo, that the client's next `redo` reverts.
  public func nextRedo(of client: ClientName) -> Int? { stacks[client]?.redo.last }

  /// Pushes a new revision on a stack of its author.
  ///
  /// An undo pops the revision that it reverts and all above it: those whose undo had no effect (`drop`).
  ///
  /// - Complexity: O(1), amortised; O(limit) if a stack is full.
  public mutating func append(_ revision: Int, _ note: RevisionNote) {
    stacks[note.author, default: Stacks()].append(revision, note.origin, limit: limit)
  }

  /// Pops a revision whose undo has no effect, so that there is no new revision either. It must be the
  /// client's next one.
  public mutating func drop(_ revision: Int, of client: ClientName) {
    precondition(
      nextUndo(of: client) == revision || nextRedo(of: client) == revision,
      "only the next revision is dropped")
    if nextUndo(of: client) == revision { stacks[client]?.undo.removeLast() }
    if nextRedo(of: client) == revision { stacks[client]?.redo.removeLast() }
    tidy(client)
  }

  /// Removes a revision that left the log's window, the oldest there is.
  ///
  /// - Complexity: O(limit).
  public mutating func forget(_ revision: Int, of client: ClientName) {
    if stacks[client]?.undo.first == revision { stacks[client]?.undo.removeFirst() }
    if stacks[client]?.redo.first == revision { stacks[client]?.redo.removeFirst() }
    tidy(client)
  }

  private mutating func tidy(_ client: ClientName) {
    if stacks[client]?.undo.isEmpty == true, stacks[client]?.redo.isEmpty == true {
      stacks[client] = nil
    }
  }
}

extension UndoStacks.Stacks {
  fileprivate mutating func append(_ revision: Int, _ origin: RevisionOrigin, limit: Int) {
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
