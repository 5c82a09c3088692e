/// An ordinary no: nothing changed, and the value says what is true now.
///
/// Each case is a code of `protocol/errors.md`, with its facts.
public enum Refusal: Error, Hashable, Sendable {
  /// The command needs this role, on this board if it is about one.
  case accessDenied(Role, BoardName?)
  case alreadySelected(ItemID)
  case badPath(String)
  case batchRule(String, line: Int)
  /// What is stored of the board cannot be read.
  case boardDamaged(BoardName)
  case boardExists(BoardName)
  /// Another client, this one, watches the board or drags there.
  case boardInUse(BoardName, by: ClientName)
  case destinationGone(String)
  case diskFull
  /// The server is about to be replaced.
  case draining
  case duplicateItem(String)
  case futureRevision(head: Int)
  case idTaken(String)
  case itemGone(String)
  case itemsGone([ItemID])
  /// The item is in this client's session, for at most this many seconds if the client is idle.
  case leased(ItemID, by: ClientName, in: SessionID, seconds: Int)
  case limit(String, Int)
  case mixedSession(SessionID)
  case nameTaken(ClientName)
  case noBoard
  case noSession
  case notDraggable(ItemID)
  case notOpen(BoardName)
  case notOwner(SessionID, ClientName)
  case notSelectable(ItemID)
  case notSelected(ItemID)
  case notSuspended(SessionID)
  case nothingToRedo
  case nothingToUndo
  case otherVersion(Int)
  case revisionTooOld(oldest: Int)
  case sectionGone(String)
  case selectionKept(ItemID)
  case sessionEnded(SessionID, SessionOutcome)
  case sessionSuspended(SessionID)
  case severalSessions([SessionID])
  /// The connection is for this space already; nil if the server has none.
  case spaceChosen(SpaceName?)
  case staleRevision(head: Int)
  case tagUsed(String)
  /// What is stored cannot be reached. The command may be executed after this time.
  case unavailable(retry: Duration)
  case undoConflict(UndoConflict)
  case unknownBoard(BoardName)
  case unknownSession(SessionID)
  case unknownSpace(SpaceName)
}
