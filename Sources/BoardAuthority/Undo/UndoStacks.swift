import BoardModel

/// For each client of one board, the revisions that it can take back, and the undos it can.
///
/// A change of the client's own goes on its undo stack and clears its redo stack. Taking it back
/// makes a revision of its own, which goes on the redo stack; taking that one back puts a change on
/// the undo stack again. So what stands on either stack is always a revision to be taken back.
///
/// The book follows from the notes of the log's window alone.
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

  /// The revision that the client's next `undo` takes back.
  public func nextUndo(of client: ClientName) -> Int? { stacks[client]?.undo.last }

  /// The revision, an undo, that the client's next `redo` takes back.
  public func nextRedo(of client: ClientName) -> Int? { stacks[client]?.redo.last }

  /// Takes a new revision into the book.
  ///
  /// An undo takes with it what stood above the revision it took back: changes of which nothing was
  /// left (`drop`).
  ///
  /// - Complexity: O(1), amortised; O(limit) where a stack is full.
  public mutating func append(_ revision: Int, _ note: RevisionNote) {
    stacks[note.author, default: Stacks()].append(revision, note.origin, limit: limit)
  }

  /// Forgets a revision that was to be taken back and of which nothing was left to take back, so
  /// that there is no new revision either. It must be the client's next one.
  public mutating func drop(_ revision: Int, of client: ClientName) {
    precondition(
      nextUndo(of: client) == revision || nextRedo(of: client) == revision,
      "only what is taken back next is dropped")
    if nextUndo(of: client) == revision { stacks[client]?.undo.removeLast() }
    if nextRedo(of: client) == revision { stacks[client]?.redo.removeLast() }
    tidy(client)
  }

  /// Forgets a revision that fell out of the log's window, as the oldest there is.
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
  }
}

extension ArraySlice<Int> {
  /// Takes off the end of an ascending stack all that is not below a revision.
  fileprivate mutating func removeAll(from revision: Int) {
    while let last, last >= revision { removeLast() }
  }

  fileprivate mutating func keepLast(_ limit: Int) {
    if count > limit { removeFirst(count - limit) }
  }
}
