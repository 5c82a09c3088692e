// Made from protocol/errors.md by `swift run lines`. What is changed here is lost.

import BoardModel

extension Refusal {
  /// Every code there is.
  public enum Code: String, CaseIterable, Hashable, Sendable {
    case accessDenied = "access-denied"
    case alreadySelected = "already-selected"
    case badPath = "bad-path"
    case badValue = "bad-value"
    case batchRule = "batch-rule"
    case boardDamaged = "board-damaged"
    case boardExists = "board-exists"
    case boardInUse = "board-in-use"
    case destinationGone = "destination-gone"
    case diskFull = "disk-full"
    case draining
    case duplicateItem = "duplicate-item"
    case futureRevision = "future-revision"
    case idTaken = "id-taken"
    case itemGone = "item-gone"
    case itemsGone = "items-gone"
    case leased
    case limit
    case mixedSession = "mixed-session"
    case nameTaken = "name-taken"
    case noBoard = "no-board"
    case noSession = "no-session"
    case notDraggable = "not-draggable"
    case notOpen = "not-open"
    case notOwner = "not-owner"
    case notSelectable = "not-selectable"
    case notSelected = "not-selected"
    case notSuspended = "not-suspended"
    case nothingToRedo = "nothing-to-redo"
    case nothingToUndo = "nothing-to-undo"
    case otherVersion = "other-version"
    case revisionTooOld = "revision-too-old"
    case sectionGone = "section-gone"
    case selectionKept = "selection-kept"
    case sessionEnded = "session-ended"
    case sessionSuspended = "session-suspended"
    case severalSessions = "several-sessions"
    case spaceChosen = "space-chosen"
    case staleRevision = "stale-revision"
    case tagUsed = "tag-used"
    case unavailable
    case undoConflict = "undo-conflict"
    case unknownBoard = "unknown-board"
    case unknownSession = "unknown-session"
    case unknownSpace = "unknown-space"
  }

  /// The code and the facts behind it.
  public var wire: (code: Code, facts: Facts) {
    switch self {
    case .accessDenied(let role, let board):
      (.accessDenied, Facts { ($0.role, $0.board) = (role, board) })
    case .alreadySelected(let item):
      (.alreadySelected, Facts { $0.item = item.string })
    case .badPath(let place):
      (.badPath, Facts { $0.place = place })
    case .badValue(let key, let type):
      (.badValue, Facts { ($0.key, $0.type) = (QuotedWord(key), type) })
    case .batchRule(let rule, let row):
      (.batchRule, Facts { ($0.rule, $0.row) = (rule, row) })
    case .boardDamaged(let board):
      (.boardDamaged, Facts { $0.board = board })
    case .boardExists(let board):
      (.boardExists, Facts { $0.board = board })
    case .boardInUse(let by, let board):
      (.boardInUse, Facts { ($0.by, $0.board) = (by, board) })
    case .destinationGone(let place):
      (.destinationGone, Facts { $0.place = place })
    case .diskFull: (.diskFull, Facts())
    case .draining: (.draining, Facts())
    case .duplicateItem(let item):
      (.duplicateItem, Facts { $0.item = item })
    case .futureRevision(let revision):
      (.futureRevision, Facts { $0.revision = revision })
    case .idTaken(let id):
      (.idTaken, Facts { $0.id = id })
    case .itemGone(let item):
      (.itemGone, Facts { $0.item = item })
    case .itemsGone(let items):
      (.itemsGone, Facts { $0.items = items })
    case .leased(let item, let by, let drag, let duration):
      (
        .leased,
        Facts { ($0.item, $0.by, $0.drag, $0.duration) = (item.string, by, drag, duration) }
      )
    case .limit(let limit, let max):
      (.limit, Facts { ($0.limit, $0.max) = (limit, max) })
    case .mixedSession(let drag):
      (.mixedSession, Facts { $0.drag = drag })
    case .nameTaken(let client):
      (.nameTaken, Facts { $0.client = client })
    case .noBoard: (.noBoard, Facts())
    case .noSession: (.noSession, Facts())
    case .notDraggable(let item):
      (.notDraggable, Facts { $0.item = item.string })
    case .notOpen(let board):
      (.notOpen, Facts { $0.board = board })
    case .notOwner(let by, let drag):
      (.notOwner, Facts { ($0.by, $0.drag) = (by, drag) })
    case .notSelectable(let item):
      (.notSelectable, Facts { $0.item = item.string })
    case .notSelected(let item):
      (.notSelected, Facts { $0.item = item.string })
    case .notSuspended(let drag):
      (.notSuspended, Facts { $0.drag = drag })
    case .nothingToRedo: (.nothingToRedo, Facts())
    case .nothingToUndo: (.nothingToUndo, Facts())
    case .otherVersion(let version):
      (.otherVersion, Facts { $0.version = version })
    case .revisionTooOld(let revision):
      (.revisionTooOld, Facts { $0.revision = revision })
    case .sectionGone(let section):
      (.sectionGone, Facts { $0.section = section })
    case .selectionKept(let item):
      (.selectionKept, Facts { $0.item = item.string })
    case .sessionEnded(let drag, let ending):
      (.sessionEnded, Facts { ($0.drag, $0.ending) = (drag, ending) })
    case .sessionSuspended(let drag):
      (.sessionSuspended, Facts { $0.drag = drag })
    case .severalSessions(let drags):
      (.severalSessions, Facts { $0.drags = drags })
    case .spaceChosen(let space):
      (.spaceChosen, Facts { $0.space = space })
    case .staleRevision(let revision):
      (.staleRevision, Facts { $0.revision = revision })
    case .tagUsed(let word):
      (.tagUsed, Facts { $0.word = QuotedWord(word) })
    case .unavailable(let retry):
      (.unavailable, Facts { $0.retry = retry })
    case .undoConflict(let conflict):
      (.undoConflict, Facts { $0.conflict = conflict })
    case .unknownBoard(let board):
      (.unknownBoard, Facts { $0.board = board })
    case .unknownSession(let drag):
      (.unknownSession, Facts { $0.drag = drag })
    case .unknownSpace(let space):
      (.unknownSpace, Facts { $0.space = space })
    }
  }

  /// The refusal of a code, or nil if one of its facts is missing.
  public init?(_ code: Code, _ facts: Facts) {
    switch code {
    case .accessDenied:
      guard let role = facts.role else { return nil }
      self = .accessDenied(role, board: facts.board)
    case .alreadySelected:
      guard let item = facts.item.flatMap({ ItemID($0) }) else { return nil }
      self = .alreadySelected(item)
    case .badPath:
      guard let place = facts.place else { return nil }
      self = .badPath(place)
    case .badValue:
      guard let key = facts.key?.string, let type = facts.type else { return nil }
      self = .badValue(key, type: type)
    case .batchRule:
      guard let rule = facts.rule, let row = facts.row else { return nil }
      self = .batchRule(rule, row: row)
    case .boardDamaged:
      guard let board = facts.board else { return nil }
      self = .boardDamaged(board)
    case .boardExists:
      guard let board = facts.board else { return nil }
      self = .boardExists(board)
    case .boardInUse:
      guard let by = facts.by, let board = facts.board else { return nil }
      self = .boardInUse(by, board: board)
    case .destinationGone:
      guard let place = facts.place else { return nil }
      self = .destinationGone(place)
    case .diskFull: self = .diskFull
    case .draining: self = .draining
    case .duplicateItem:
      guard let item = facts.item else { return nil }
      self = .duplicateItem(item)
    case .futureRevision:
      guard let revision = facts.revision else { return nil }
      self = .futureRevision(revision)
    case .idTaken:
      guard let id = facts.id else { return nil }
      self = .idTaken(id)
    case .itemGone:
      guard let item = facts.item else { return nil }
      self = .itemGone(item)
    case .itemsGone:
      guard let items = facts.items else { return nil }
      self = .itemsGone(items)
    case .leased:
      guard let item = facts.item.flatMap({ ItemID($0) }), let by = facts.by, let drag = facts.drag,
        let duration = facts.duration
      else { return nil }
      self = .leased(item, by: by, drag: drag, duration: duration)
    case .limit:
      guard let limit = facts.limit, let max = facts.max else { return nil }
      self = .limit(limit, max: max)
    case .mixedSession:
      guard let drag = facts.drag else { return nil }
      self = .mixedSession(drag)
    case .nameTaken:
      guard let client = facts.client else { return nil }
      self = .nameTaken(client)
    case .noBoard: self = .noBoard
    case .noSession: self = .noSession
    case .notDraggable:
      guard let item = facts.item.flatMap({ ItemID($0) }) else { return nil }
      self = .notDraggable(item)
    case .notOpen:
      guard let board = facts.board else { return nil }
      self = .notOpen(board)
    case .notOwner:
      guard let by = facts.by, let drag = facts.drag else { return nil }
      self = .notOwner(by, drag: drag)
    case .notSelectable:
      guard let item = facts.item.flatMap({ ItemID($0) }) else { return nil }
      self = .notSelectable(item)
    case .notSelected:
      guard let item = facts.item.flatMap({ ItemID($0) }) else { return nil }
      self = .notSelected(item)
    case .notSuspended:
      guard let drag = facts.drag else { return nil }
      self = .notSuspended(drag)
    case .nothingToRedo: self = .nothingToRedo
    case .nothingToUndo: self = .nothingToUndo
    case .otherVersion:
      guard let version = facts.version else { return nil }
      self = .otherVersion(version)
    case .revisionTooOld:
      guard let revision = facts.revision else { return nil }
      self = .revisionTooOld(revision)
    case .sectionGone:
      guard let section = facts.section else { return nil }
      self = .sectionGone(section)
    case .selectionKept:
      guard let item = facts.item.flatMap({ ItemID($0) }) else { return nil }
      self = .selectionKept(item)
    case .sessionEnded:
      guard let drag = facts.drag, let ending = facts.ending else { return nil }
      self = .sessionEnded(drag, ending: ending)
    case .sessionSuspended:
      guard let drag = facts.drag else { return nil }
      self = .sessionSuspended(drag)
    case .severalSessions:
      guard let drags = facts.drags else { return nil }
      self = .severalSessions(drags)
    case .spaceChosen: self = .spaceChosen(facts.space)
    case .staleRevision:
      guard let revision = facts.revision else { return nil }
      self = .staleRevision(revision)
    case .tagUsed:
      guard let word = facts.word?.string else { return nil }
      self = .tagUsed(word)
    case .unavailable:
      guard let retry = facts.retry else { return nil }
      self = .unavailable(retry)
    case .undoConflict:
      guard let conflict = facts.conflict else { return nil }
      self = .undoConflict(conflict)
    case .unknownBoard:
      guard let board = facts.board else { return nil }
      self = .unknownBoard(board)
    case .unknownSession:
      guard let drag = facts.drag else { return nil }
      self = .unknownSession(drag)
    case .unknownSpace:
      guard let space = facts.space else { return nil }
      self = .unknownSpace(space)
    }
  }
}

/// Why the server closes a connection.
public enum Bye: String, CaseIterable, Hashable, Sendable {
  case quit
  case shutdown
  case moved
  case full
  case tooManyErrors = "too-many-errors"
  case tooManyTokens = "too-many-tokens"
  case accessDenied = "access-denied"
  case notDropline = "not-dropline"
  case unknownSpace = "unknown-space"
  case unavailable
  case idle
}
