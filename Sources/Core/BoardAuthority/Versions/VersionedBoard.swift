import BoardModel

/// A board with its history: its content, its revisions, who made them, what can be undone, and its
/// policies.
///
/// Only `transact` changes the content, by one revision. So the content is always what the log leads
/// to. `preview` makes changes and rolls them back.
///
/// A versioned board is shared by reference, so that a board of a million items changes in place.
public final class VersionedBoard {
  public var name: BoardName { _read { yield presentName } }
  /// The content at the head of the log.
  ///
  /// During a transaction the transaction owns it, and it must not be read here.
  public var board: Board {
    _read {
      assert(!isInTransaction, "during a transaction only the transaction has the board")
      yield content
    }
  }
  @exclusivity(unchecked) private var content: Board
  @exclusivity(unchecked) private var presentName: BoardName
  @exclusivity(unchecked) private var presentPolicies: BoardPolicies
  @exclusivity(unchecked) private var presentTypes = FieldTypes()
  @exclusivity(unchecked) private var isInTransaction = false
  /// Whether an item has fields, or had some since the board was loaded.
  @exclusivity(unchecked) public private(set) var hasHadFields: Bool
  /// Whether a long change is made on a draft.
  @exclusivity(unchecked) public private(set) var hasDraft = false
  /// What the board shares with others; nil if only its own limits hold.
  @exclusivity(unchecked) public var quota: ContentQuota? {
    didSet {
      oldValue?.used -= board.quotaBytes
      quota?.used += board.quotaBytes
    }
  }
  @exclusivity(unchecked) private var history: History
  public var policies: BoardPolicies { _read { yield presentPolicies } }
  /// The types of fields that are no texts.
  public var fieldTypes: FieldTypes { _read { yield presentTypes } }
  /// How often policies or types were set. Those that go with their sections do not count: that is a revision.
  @exclusivity(unchecked) public private(set) var policyChanges = 0
  /// The most bytes of the content, as a quota counts them.
  let byteLimit: Int
  /// Conflicting undos, cached until the next revision.
  @exclusivity(unchecked) private var conflicts: [UndoKey: UndoConflict] = [:]

  /// A board without history.
  ///
  /// - Parameters:
  ///   - revision: The revision that the board is at.
  ///   - logLimit: The maximum number of edits in the log.
  ///   - byteLimit: The most bytes of the content, as a quota counts them.
  public init(
    _ name: BoardName, board: Board = Board(), revision: Int = 0,
    policies: BoardPolicies = BoardPolicies(), logLimit: Int = Limits.logEdits,
    byteLimit: Int = Limits.boardBytes
  ) {
    presentName = name
    content = board
    hasHadFields = board.hasFields
    presentPolicies = policies
    self.byteLimit = byteLimit
    history = History(head: revision, limit: logLimit)
  }

  /// A copy, which shares all tables until one of the two changes. Its quota is a copy too.
  private init(copying other: VersionedBoard) {
    presentName = other.name
    content = other.board
    hasHadFields = other.hasHadFields
    presentPolicies = other.policies
    presentTypes = other.fieldTypes
    policyChanges = other.policyChanges
    byteLimit = other.byteLimit
    history = other.history
    quota = other.quota.map { ContentQuota(copying: $0) }
  }

  public var log: RevisionLog { _read { yield history.log } }
  /// The bytes of the edits of the log.
  public var logBytes: Int { history.log.byteCount }
  /// Who made the revisions of the log, and when.
  public var notes: RevisionNotes { _read { yield history.notes } }
  /// The undo stacks of each client.
  public var undos: UndoStacks { _read { yield history.undos } }
  /// The newest revision.
  public var revision: Int { history.log.head }
}

extension VersionedBoard {
  /// Makes changes, which are one revision, or none if there is no edit.
  ///
  /// - Parameters:
  ///   - note: Who makes the revision, when and how.
  ///   - body: Makes the changes. If it throws, all of them are rolled back, the numbers of new ids
  ///     included.
  /// - Returns: The revision; nil if nothing changed.
  /// - Throws: What the body throws; `limit` if the board has too many items, sections or bytes
  ///   after it. The board is then as it was.
  /// - Complexity: That of the edits; O(edits) for a rollback.
  @discardableResult
  @_spi(Changes) public func transact(
    _ note: RevisionNote, _ body: (inout BoardTransaction) throws(Refusal) -> Void
  ) throws(Refusal) -> Revision? {
    assert(!hasDraft, "a board does not change while a draft of it does")
    var transaction = BoardTransaction(on: self)
    do throws(Refusal) {
      try body(&transaction)
      try transaction.requireLimits()
    } catch {
      transaction.rollBack()
      giveBack(transaction.board)
      throw error
    }
    quota?.used += transaction.growth
    giveBack(transaction.board)
    assert(isConsistent, "a transaction left something twice")
    guard !transaction.edits.isEmpty else { return nil }
    return append(transaction.edits, note)
  }

  /// Makes changes to see their result, and rolls them back.
  ///
  /// - Throws: What the body throws; `limit` as for `transact`.
  public func preview(
    _ body: (inout BoardTransaction) throws(Refusal) -> Void
  ) throws(Refusal) {
    var transaction = BoardTransaction(on: self)
    defer {
      transaction.rollBack()
      giveBack(transaction.board)
    }
    try body(&transaction)
    try transaction.requireLimits()
  }

  /// Hands the board to a transaction, which `transact` and `preview` make.
  func takeBoard() -> Board {
    isInTransaction = true
    var taken = Self.none
    swap(&taken, &content)
    return taken
  }

  private func giveBack(_ board: Board) {
    content = board
    hasHadFields = hasHadFields || board.hasFields
    isInTransaction = false
  }

  /// The placeholder during a transaction.
  private static let none = Board()

  private func append(_ edits: [Edit], _ note: RevisionNote) -> Revision {
    if !conflicts.isEmpty { conflicts.removeAll() }
    let isInverse = note.origin.reverted.map { log.hasInverse(of: edits, $0) } ?? false
    let number = history.append(edits, note)
    let policiesLost = presentPolicies.forget(after: edits, on: board)
    return Revision(
      number: number, edits: edits, note: note, policiesLost: policiesLost, isInverse: isInverse)
  }

  /// Whether no item and no section is on the board twice. Large boards are not checked.
  private var isConsistent: Bool { board.itemCount > 256 || board.content.isConsistent }
}

// Drafts.

extension VersionedBoard {
  /// A draft of the board. Until it is adopted or dropped the board must not change.
  ///
  /// - Complexity: O(1); the first change of the draft takes O(items), without an allocation per item.
  @_spi(Changes) public func makeDraft() -> BoardDraft {
    assert(!hasDraft, "a board has one draft at a time")
    hasDraft = true
    return BoardDraft(VersionedBoard(copying: self))
  }

  /// Makes what was done on a draft of the board its own, and leaves the draft what was before.
  ///
  /// - Throws: `limit` if other boards have taken the room meanwhile. The draft is then dropped.
  /// - Complexity: O(1).
  @_spi(Changes) public func adopt(_ draft: BoardDraft) throws(Refusal) {
    precondition(hasDraft && draft.base == revision, "it is the draft of the board as it is")
    hasDraft = false
    let other = draft.versions
    let growth = other.board.quotaBytes - board.quotaBytes
    if growth > 0 { try quota?.requireRoom(for: growth) }
    quota?.used += growth
    swap(&content, &other.content)
    hasHadFields = hasHadFields || other.hasHadFields
    swap(&history, &other.history)
    swap(&presentPolicies, &other.presentPolicies)
    conflicts = [:]
  }

  /// Gives up the draft of the board, whose change failed or is not wanted any more.
  @_spi(Changes) public func dropDraft() { hasDraft = false }
}

// Changes that are no revision.

extension VersionedBoard {
  @_spi(Changes) public func rename(to name: BoardName) { presentName = name }

  /// Removes all revisions from the log and continues at one that is not lower than the head.
  @_spi(Changes) public func forgetPast(continuingAt revision: Int) {
    precondition(revision >= log.head, "revisions do not go back")
    history = History(head: revision, limit: log.limit)
    conflicts = [:]
  }

  /// Removes the oldest revisions until the bytes of the log are at most so many.
  public func trimLog(toBytes limit: Int) { history.trim(toBytes: limit) }

  /// Sets policies, the later of two settings of one key winning.
  @_spi(Changes) public func set(_ settings: [PolicySetting], for target: BoardPolicies.Target) {
    presentPolicies.set(settings, for: target)
    policyChanges += 1
  }

  /// Sets the types of fields.
  @_spi(Changes) public func set(_ types: FieldTypes) {
    presentTypes = types
    policyChanges += 1
  }

  /// An id for an item that is not on the board yet.
  func setAsideItemID() -> ItemID { content.newItemID() }

  /// Makes sure that new ids are none that were noted in these numbers.
  public func skipIDs(before numbers: Board.NextNumbers) { content.nextNumbers.note(numbers) }

  /// Makes sure that new ids are none of these, which are not on the board yet.
  public func skipIDs(_ items: [ItemID]) { for item in items { content.nextNumbers.note(item) } }

  /// The policy that holds for a section.
  public func policy(for section: SectionID) -> Policy { presentPolicies.effective(for: section) }
}

// Undo.

extension VersionedBoard {
  /// The key of a cached conflict: who undoes which revision.
  private struct UndoKey: Hashable {
    let author: Author
    let revision: Int
  }

  /// Finds out how to undo a revision.
  ///
  /// - Parameter leavingConflicts: Whether to leave as it is what others changed since.
  /// - Throws: `undoConflict`.
  /// - Complexity: As for `Undo`; O(1) if it was in conflict before and nothing changed since.
  public func undo(
    of revision: Int, by author: Author, leavingConflicts: Bool
  ) throws(Refusal) -> Undo {
    let key = UndoKey(author: author, revision: revision)
    if !leavingConflicts, let conflict = conflicts[key] { throw .undoConflict(conflict) }
    do throws(UndoConflict) {
      return try Undo(
        of: revision, in: log, isOwn: notes.isOwn(of: author), on: board,
        leavingConflicts: leavingConflicts)
    } catch {
      assert(error.revision >= revision, "a conflict is with the revision or a later one")
      conflicts[key] = error
      throw .undoConflict(error)
    }
  }

  /// Removes a revision from the undo stacks, if its undo has no effect. It must be the client's next
  /// one.
  @_spi(Changes) public func dropUndo(of revision: Int, by author: Author) {
    history.dropUndo(of: revision, by: author)
  }
}

/// Versioned boards by name.
public typealias VersionedBoards = [BoardName: VersionedBoard]
