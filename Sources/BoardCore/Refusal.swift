/// An ordinary no: nothing changed, and the value says what is true now.
///
/// Each case is a code of `protocol/errors.md`; `code` and `facts` are what the wire says.
public enum Refusal: Error, Hashable, Sendable {
  case alreadySelected(ItemID)
  case badPath(String)
  case batchRule(String, line: Int)
  case boardExists(BoardName)
  case destinationGone(String)
  case diskFull
  case duplicateItem(String)
  case futureRevision(head: Int)
  case idTaken(String)
  case itemGone(String)
  case itemsGone([ItemID])
  /// The item is in this client's session, for at most so many seconds if the client rests.
  case leased(ItemID, by: ClientName, in: SessionID, seconds: Int)
  case limit(String, Int)
  case mixedSession(SessionID)
  case nameTaken(ClientName)
  case noBoard
  case noItems
  case noSession
  case notAContainer(String)
  case notDraggable(ItemID)
  case notOpen(BoardName)
  case notOwner(SessionID, ClientName)
  case notSelectable(ItemID)
  case notSelected(ItemID)
  case notSuspended(SessionID)
  case nothingToRedo
  case nothingToUndo
  case revisionTooOld(oldest: Int)
  case sectionGone(String)
  case selectionKept(ItemID)
  case sessionEnded(SessionID, SessionOutcome)
  case sessionSuspended(SessionID)
  case severalSessions([SessionID])
  case staleRevision(head: Int)
  case tagUsed(String)
  case undoConflict(UndoConflict)
  case unknownBoard(BoardName)
  case unknownSession(SessionID)
}

extension Refusal {
  /// Every code there is, for tables and tests.
  public enum Code: String, CaseIterable, Sendable {
    case alreadySelected = "already-selected"
    case badPath = "bad-path"
    case batchRule = "batch-rule"
    case boardExists = "board-exists"
    case destinationGone = "destination-gone"
    case diskFull = "disk-full"
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
    case noItems = "no-items"
    case noSession = "no-session"
    case notAContainer = "not-a-container"
    case notDraggable = "not-draggable"
    case notOpen = "not-open"
    case notOwner = "not-owner"
    case notSelectable = "not-selectable"
    case notSelected = "not-selected"
    case notSuspended = "not-suspended"
    case nothingToRedo = "nothing-to-redo"
    case nothingToUndo = "nothing-to-undo"
    case revisionTooOld = "revision-too-old"
    case sectionGone = "section-gone"
    case selectionKept = "selection-kept"
    case sessionEnded = "session-ended"
    case sessionSuspended = "session-suspended"
    case severalSessions = "several-sessions"
    case staleRevision = "stale-revision"
    case tagUsed = "tag-used"
    case undoConflict = "undo-conflict"
    case unknownBoard = "unknown-board"
    case unknownSession = "unknown-session"
  }

  /// The code and the facts behind it, in the order of `protocol/errors.md`.
  public var wire: (code: Code, facts: [String]) {
    switch self {
    case .alreadySelected(let item): (.alreadySelected, [item.string])
    case .badPath(let place): (.badPath, [place])
    case .batchRule(let rule, let line): (.batchRule, [rule, "\(line)"])
    case .boardExists(let board): (.boardExists, [board.string])
    case .destinationGone(let place): (.destinationGone, [place])
    case .diskFull: (.diskFull, [])
    case .duplicateItem(let item): (.duplicateItem, [item])
    case .futureRevision(let head): (.futureRevision, ["\(head)"])
    case .idTaken(let name): (.idTaken, [name])
    case .itemGone(let item): (.itemGone, [item])
    case .itemsGone(let items): (.itemsGone, items.map(\.string))
    case .leased(let item, let client, let session, let seconds):
      (.leased, [item.string, client.string, session.description, "\(seconds)"])
    case .limit(let what, let number): (.limit, [what, "\(number)"])
    case .mixedSession(let session): (.mixedSession, [session.description])
    case .nameTaken(let name): (.nameTaken, [name.string])
    case .noBoard: (.noBoard, [])
    case .noItems: (.noItems, [])
    case .noSession: (.noSession, [])
    case .notAContainer(let item): (.notAContainer, [item])
    case .notDraggable(let item): (.notDraggable, [item.string])
    case .notOpen(let board): (.notOpen, [board.string])
    case .notOwner(let session, let client): (.notOwner, [session.description, client.string])
    case .notSelectable(let item): (.notSelectable, [item.string])
    case .notSelected(let item): (.notSelected, [item.string])
    case .notSuspended(let session): (.notSuspended, [session.description])
    case .nothingToRedo: (.nothingToRedo, [])
    case .nothingToUndo: (.nothingToUndo, [])
    case .revisionTooOld(let oldest): (.revisionTooOld, ["\(oldest)"])
    case .sectionGone(let section): (.sectionGone, [section])
    case .selectionKept(let item): (.selectionKept, [item.string])
    case .sessionEnded(let session, let outcome):
      (.sessionEnded, [session.description, outcome.description])
    case .sessionSuspended(let session): (.sessionSuspended, [session.description])
    case .severalSessions(let sessions): (.severalSessions, sessions.map(\.description))
    case .staleRevision(let head): (.staleRevision, ["\(head)"])
    case .tagUsed(let tag): (.tagUsed, [tag])
    case .undoConflict(let conflict): (.undoConflict, conflict.facts)
    case .unknownBoard(let board): (.unknownBoard, [board.string])
    case .unknownSession(let session): (.unknownSession, [session.description])
    }
  }
}
