import BoardCore
import BoardReplica
import BoardWire

/// What a connection tells a view, in UIKit's words.
///
/// The data source comes first and the view second: when a method that tells of a change is called,
/// `connection.replica.shown` is the board after. All calls come on the loop's thread. A method may
/// call `make`, `send` or `close`; a change that is made within one is shown right after those that
/// are being told. Methods that are left out do nothing.
public protocol ConnectionDelegate: AnyObject {
  /// What is shown may be about to change; it is still the board before. One of the next two calls
  /// follows, or none where all comes to nothing.
  func boardWillChange(_ connection: Connection)

  /// The view has to perform one batch of updates, all at once.
  func board(_ connection: Connection, performBatchUpdates update: ViewUpdate)

  /// Everything is to be read anew: the first board, or one after too long an absence.
  func boardDidReload(_ connection: Connection)

  /// Somebody, maybe this client, picked something up; `replica.drags` has the session.
  func connection(_ connection: Connection, dragSessionDidBegin session: SessionID)

  /// A drag carries other items, is over another place, or was suspended or resumed.
  func connection(_ connection: Connection, dragSessionDidUpdate session: SessionID)

  /// A drag session ended; `outcome` is nil if it is not known how, since the connection was cut.
  func connection(
    _ connection: Connection, dragSessionDidEnd session: SessionID, outcome: ReportedOutcome?)

  /// A client has selected something else; `items` is all of it, in the order of selecting.
  func connection(_ connection: Connection, client: ClientName, didSelect items: [ItemID])

  /// The connection stands otherwise than before.
  func connection(_ connection: Connection, didChange state: Connection.State)

  /// A change of this client was confirmed, refused, or lost. If it was taken back, that was told
  /// before.
  func connection(_ connection: Connection, didSettle change: ChangeID, _ settlement: Settlement)
}

extension ConnectionDelegate {
  public func boardWillChange(_ connection: Connection) {}
  public func board(_ connection: Connection, performBatchUpdates update: ViewUpdate) {}
  public func boardDidReload(_ connection: Connection) {}
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
