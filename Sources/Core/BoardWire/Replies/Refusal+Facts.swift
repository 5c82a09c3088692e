import BoardModel

// Refusals as `protocol/errors.md` has them: a code and facts, in both directions.

extension Refusal {
  /// The code and the facts behind it.
  public var wire: (code: Code, facts: Facts) {
    switch self {
    case .accessDenied(let role, let board):
      (.accessDenied, Facts { ($0.role, $0.board) = (role, board) })
    case .alreadySelected(let item): (.alreadySelected, Facts { $0.item = item.string })
    case .badPath(let place): (.badPath, Facts { $0.place = place })
    case .batchRule(let rule, let row): (.batchRule, Facts { ($0.rule, $0.row) = (rule, row) })
    case .boardDamaged(let board): (.boardDamaged, Facts { $0.board = board })
    case .boardExists(let board): (.boardExists, Facts { $0.board = board })
    case .boardInUse(let board, let client):
      (.boardInUse, Facts { ($0.board, $0.by) = (board, client) })
    case .destinationGone(let place): (.destinationGone, Facts { $0.place = place })
    case .diskFull: (.diskFull, Facts())
    case .draining: (.draining, Facts())
    case .duplicateItem(let item): (.duplicateItem, Facts { $0.item = item })
    case .futureRevision(let head): (.futureRevision, Facts { $0.revision = head })
    case .idTaken(let id): (.idTaken, Facts { $0.id = id })
    case .itemGone(let item): (.itemGone, Facts { $0.item = item })
    case .itemsGone(let items): (.itemsGone, Facts { $0.items = items })
    case .leased(let item, let client, let session, let seconds):
      (.leased, Facts(leased: item, by: client, in: session, seconds))
    case .limit(let what, let number): (.limit, Facts { ($0.limit, $0.max) = (what, number) })
    case .mixedSession(let session): (.mixedSession, Facts { $0.drag = session })
    case .nameTaken(let name): (.nameTaken, Facts { $0.client = name })
    case .noBoard: (.noBoard, Facts())
    case .noSession: (.noSession, Facts())
    case .notDraggable(let item): (.notDraggable, Facts { $0.item = item.string })
    case .notOpen(let board): (.notOpen, Facts { $0.board = board })
    case .notOwner(let session, let client):
      (.notOwner, Facts { ($0.drag, $0.by) = (session, client) })
    case .notSelectable(let item): (.notSelectable, Facts { $0.item = item.string })
    case .notSelected(let item): (.notSelected, Facts { $0.item = item.string })
    case .notSuspended(let session): (.notSuspended, Facts { $0.drag = session })
    case .nothingToRedo: (.nothingToRedo, Facts())
    case .nothingToUndo: (.nothingToUndo, Facts())
    case .otherVersion(let version): (.otherVersion, Facts { $0.version = version })
    case .revisionTooOld(let oldest): (.revisionTooOld, Facts { $0.revision = oldest })
    case .sectionGone(let section): (.sectionGone, Facts { $0.section = section })
    case .selectionKept(let item): (.selectionKept, Facts { $0.item = item.string })
    case .sessionEnded(let session, let outcome):
      (.sessionEnded, Facts(ended: session, outcome))
    case .sessionSuspended(let session): (.sessionSuspended, Facts { $0.drag = session })
    case .severalSessions(let sessions): (.severalSessions, Facts { $0.drags = sessions })
    case .spaceChosen(let space): (.spaceChosen, Facts { $0.space = space })
    case .staleRevision(let head): (.staleRevision, Facts { $0.revision = head })
    case .tagUsed(let tag): (.tagUsed, Facts { $0.word = QuotedWord(tag) })
    case .unavailable(let time): (.unavailable, Facts { $0.retry = time })
    case .undoConflict(let conflict): (.undoConflict, Facts(conflict))
    case .unknownBoard(let board): (.unknownBoard, Facts { $0.board = board })
    case .unknownSession(let session): (.unknownSession, Facts { $0.drag = session })
    case .unknownSpace(let space): (.unknownSpace, Facts { $0.space = space })
    }
  }

  /// The refusal of a code, or nil if one of its facts is missing.
  public init?(_ code: Code, _ facts: Facts) {
    guard let refusal = Self.read(code, facts) else { return nil }
    self = refusal
  }

  private static func read(_ code: Code, _ facts: Facts) -> Refusal? {
    switch code {
    case .accessDenied: facts.role.map { .accessDenied($0, facts.board) }
    case .alreadySelected: facts.itemID.map { .alreadySelected($0) }
    case .badPath: facts.place.map { .badPath($0) }
    case .batchRule:
      facts.rule.flatMap { rule in facts.row.map { .batchRule(rule, line: $0) } }
    case .boardDamaged: facts.board.map { .boardDamaged($0) }
    case .boardExists: facts.board.map { .boardExists($0) }
    case .boardInUse:
      facts.board.flatMap { board in facts.by.map { .boardInUse(board, by: $0) } }
    case .destinationGone: facts.place.map { .destinationGone($0) }
    case .diskFull: .diskFull
    case .draining: .draining
    case .duplicateItem: facts.item.map { .duplicateItem($0) }
    case .futureRevision: facts.revision.map { .futureRevision(head: $0) }
    case .idTaken: facts.id.map { .idTaken($0) }
    case .itemGone: facts.item.map { .itemGone($0) }
    case .itemsGone: facts.items.map { .itemsGone($0) }
    case .leased: facts.leased
    case .limit: facts.limit.flatMap { what in facts.max.map { .limit(what, $0) } }
    case .mixedSession: facts.drag.map { .mixedSession($0) }
    case .nameTaken: facts.client.map { .nameTaken($0) }
    case .noBoard: .noBoard
    case .noSession: .noSession
    case .notDraggable: facts.itemID.map { .notDraggable($0) }
    case .notOpen: facts.board.map { .notOpen($0) }
    case .notOwner: facts.drag.flatMap { drag in facts.by.map { .notOwner(drag, $0) } }
    case .notSelectable: facts.itemID.map { .notSelectable($0) }
    case .notSelected: facts.itemID.map { .notSelected($0) }
    case .notSuspended: facts.drag.map { .notSuspended($0) }
    case .nothingToRedo: .nothingToRedo
    case .nothingToUndo: .nothingToUndo
    case .otherVersion: facts.version.map { .otherVersion($0) }
    case .revisionTooOld: facts.revision.map { .revisionTooOld(oldest: $0) }
    case .sectionGone: facts.section.map { .sectionGone($0) }
    case .selectionKept: facts.itemID.map { .selectionKept($0) }
    case .sessionEnded: facts.sessionEnded
    case .sessionSuspended: facts.drag.map { .sessionSuspended($0) }
    case .severalSessions: facts.drags.map { .severalSessions($0) }
    case .spaceChosen: .spaceChosen(facts.space)
    case .staleRevision: facts.revision.map { .staleRevision(head: $0) }
    case .tagUsed: facts.word.map { .tagUsed($0.string) }
    case .unavailable: facts.retry.map { .unavailable(retry: $0) }
    case .undoConflict: facts.conflict.map { .undoConflict($0) }
    case .unknownBoard: facts.board.map { .unknownBoard($0) }
    case .unknownSession: facts.drag.map { .unknownSession($0) }
    case .unknownSpace: facts.space.map { .unknownSpace($0) }
    }
  }
}

extension Facts {
  fileprivate init(
    leased item: ItemID, by client: ClientName, in session: SessionID, _ seconds: Int
  ) {
    self.item = item.string
    by = client
    drag = session
    duration = .seconds(seconds)
  }

  fileprivate init(ended session: SessionID, _ outcome: SessionOutcome) {
    drag = session
    let parts = OutcomeParts(outcome)
    self.outcome = parts.word
    (path, reason, revision) = (parts.path, parts.reason, parts.revision)
    board = parts.board
  }

  fileprivate init(_ conflict: UndoConflict) {
    switch conflict.subject {
    case .item(let id): item = id.string
    case .section(let id): section = id.string
    }
    change = conflict.change
    revision = conflict.revision
  }

  fileprivate var itemID: ItemID? { item.flatMap { ItemID($0) } }

  fileprivate var leased: Refusal? {
    guard let item = itemID, let by, let drag, let duration else { return nil }
    return .leased(item, by: by, in: drag, seconds: Int(duration / .seconds(1)))
  }

  fileprivate var sessionEnded: Refusal? {
    guard let drag, let outcome else { return nil }
    let parts = OutcomeParts(
      word: outcome, revision: revision, path: path, board: board, reason: reason)
    return parts.outcome.map { .sessionEnded(drag, $0) }
  }

  fileprivate var conflict: UndoConflict? {
    guard let change, let revision else { return nil }
    if let item = itemID { return UndoConflict(.item(item), change, in: revision) }
    guard let section = section.flatMap({ SectionID($0) }) else { return nil }
    return UndoConflict(.section(section), change, in: revision)
  }
}
