import BoardModel
import BoardReplica
import BoardWire

/// What a connection tells a view, in UIKit's words.
///
/// The data source comes first and the view second: when a method that tells of a change is called,
/// `connection.replica.shown` is the board after. All calls come on the loop's thread. A method may
/// call `make`, `send` or `close`; a change that is made within one is shown right after those that
/// are being delivered. Methods that are left out do nothing.
public protocol ConnectionDelegate: AnyObject {
  /// What is shown may be about to change; it is still the board before. One of the next two calls
  /// follows, or none if nothing changes.
  func boardWillChange(_ connection: Connection)

  /// The view has to perform one batch of updates, all at once.
  func board(_ connection: Connection, performBatchUpdates update: ViewUpdate)

  /// Everything is to be read anew: the first board, one after too long an absence, or one of
  /// another epoch.
  func boardDidReload(_ connection: Connection)

  /// The board was renamed; `replica.board` is its new name. The connection follows it.
  func connection(_ connection: Connection, boardDidRenameFrom old: BoardName)

  /// Somebody, maybe this client, picked something up; `replica.drags` has the session.
  func connection(_ connection: Connection, dragSessionDidBegin session: SessionID)

  /// The items, the place or the owner of a drag changed, or it was suspended or resumed.
  func connection(_ connection: Connection, dragSessionDidUpdate session: SessionID)

  /// A drag session ended; `outcome` is nil if it is unknown, because the connection broke.
  func connection(
    _ connection: Connection, dragSessionDidEnd session: SessionID, outcome: ReportedOutcome?)

  /// A client has selected something else; `items` is all of it, in the order of selecting.
  func connection(_ connection: Connection, client: ClientName, didSelect items: [ItemID])

  /// The connection is in another state.
  func connection(_ connection: Connection, didChange state: Connection.State)

  /// A change of this client was confirmed, refused, or lost. If it was reverted, the update for that
  /// came before.
  func connection(_ connection: Connection, didSettle change: ChangeID, _ settlement: Settlement)
}

extension ConnectionDelegate {
  public func boardWillChange(_ connection: Connection) {}
  public func board(_ connection: Connection, performBatchUpdates update: ViewUpdate) {}
  public func boardDidReload(_ connection: Connection) {}
  public func connection(_ connection: Connection, boardDidRenameFrom old: BoardName) {}
  public func connection(_ connection: Connection, dragSessionDidBegin session: SessionID) {}
  public func connection(_ connection: Connection, dragSessionDidUpdate session: SessionID) {}
  public func connection(
    _ connection: Connection, dragSessionDidEnd session: SessionID, outcome: ReportedOutcome?
  ) {}
  public func connection(
    _ connection: Connection, client: ClientName, didSelect items: [ItemID]
  ) {}
  public func connection(_ connection: Connection, didChange state: Connection.State) {}
  public func connection(
    _ connection: Connection, didSettle change: ChangeID, _ settlement: Settlement
  ) {}
}
