// Made from protocol/errors.md by `swift run lines`. What is changed here is lost.

/// An ordinary no: nothing changed, and the value says what is true now. Each case is a code with its
/// facts.
public enum Refusal: Error, Hashable, Sendable {
  /// The command needs this role (17.2).
  case accessDenied(Role, board: BoardName?)
  /// The client has already selected it.
  case alreadySelected(ItemID)
  /// An index is out of range.
  case badPath(String)
  /// The field KEY has this type on the board, and the value is none (19.7).
  case badValue(String, type: String)
  /// This row violates this rule of 6.5.
  case batchRule(String, row: Int)
  /// What is stored of the board cannot be read (13.5).
  case boardDamaged(BoardName)
  /// A board has this name.
  case boardExists(BoardName)
  /// This other client watches the board or drags there (5.4).
  case boardInUse(ClientName, board: BoardName)
  /// The item or section of the place is gone.
  case destinationGone(String)
  /// The disk has no room for the change; try again later (13.4).
  case diskFull
  /// Another server takes over in a moment; no drags begin until then (1.14).
  case draining
  /// The item occurs twice in the command, or is already in the session.
  case duplicateItem(String)
  /// The board has only reached REV.
  case futureRevision(Int)
  /// The board has an item or section with this id, a drag carries an item from outside with it, or
  /// only the server assigns it (5.1).
  case idTaken(String)
  /// The item does not exist (any more).
  case itemGone(String)
  /// These items left the drag since the owner's last command to it; `propose` again to drop the
  /// rest.
  case itemsGone([ItemID])
  /// This client drags the item, for at most TIME if it is idle.
  case leased(ItemID, by: ClientName, drag: SessionID, duration: Duration)
  /// The command would exceed this limit (section 10).
  case limit(String, max: Int)
  /// A session cannot mix items of a board and items from outside.
  case mixedSession(SessionID)
  /// Another client has this name, or this connection already has one.
  case nameTaken(ClientName)
  /// The connection has no current board: `open` or name one.
  case noBoard
  /// The client has no live drag session.
  case noSession
  /// The policy of its section does not allow it.
  case notDraggable(ItemID)
  /// This connection does not watch that board.
  case notOpen(BoardName)
  /// The session belongs to that client.
  case notOwner(ClientName, drag: SessionID)
  /// The policy of its section or board does not allow it.
  case notSelectable(ItemID)
  /// The client has not selected it.
  case notSelected(ItemID)
  /// The session is not suspended.
  case notSuspended(SessionID)
  /// The client has no undo to revert, or has changed something since.
  case nothingToRedo
  /// The client has no change that it can revert, or only changes that are too old.
  case nothingToUndo
  /// The server speaks this version, and not that of the `hello` (11.1).
  case otherVersion(Int)
  /// REV is the oldest revision that can be used here.
  case revisionTooOld(Int)
  /// The section does not exist (any more).
  case sectionGone(String)
  /// The policy of its section keeps it selected.
  case selectionKept(ItemID)
  /// The session has ended with this outcome.
  case sessionEnded(SessionID, ending: SessionOutcome)
  /// `resume` it first.
  case sessionSuspended(SessionID)
  /// The client has several live sessions: name one.
  case severalSessions([SessionID])
  /// The connection is for this space, or for a server without spaces: `space` can only be the first
  /// command (18.3).
  case spaceChosen(SpaceName?)
  /// The board is at REV.
  case staleRevision(Int)
  /// This client used the tag WORD for another command.
  case tagUsed(String)
  /// The database of the server does not answer; the command was not executed, try again after TIME
  /// (13.6).
  case unavailable(Duration)
  /// This later change conflicts with the undo (12.4).
  case undoConflict(UndoConflict)
  /// No board has this name.
  case unknownBoard(BoardName)
  /// No live or remembered session has this id.
  case unknownSession(SessionID)
  /// The server has no space of this name; the connection is for the default space (18.3).
  case unknownSpace(SpaceName)
}
