// Made from protocol/errors.md by `swift run lines`. What is changed here is lost.

import BoardModel

extension Refusal {
  /// Every code there is.
  public enum Code: String, CaseIterable, Hashable, Sendable {
    case accessDenied = "access-denied"
    case alreadySelected = "already-selected"
    case badPath = "bad-path"
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
