import BoardModel
import BoardReplica
import BoardWire

/// The events of a connection, in UIKit's terms.
///
/// The data source changes before the view: when a method reports a change,
/// `connection.replica.shown` is already the board after it. All calls are on the loop's thread. A
/// method may call `make`, `send` or `close`; a change made within a call is shown right after the
/// pending events. All methods are optional.
public protocol ConnectionDelegate: AnyObject {
  /// The shown board may be about to change; it is still the board before. One of the next two
  /// calls follows, or none if nothing changes.
  func boardWillChange(_ connection: Connection)

  /// The view must perform one batch of updates.
  func board(_ connection: Connection, performBatchUpdates update: ViewUpdate)

  /// The view must reload everything: the first snapshot, one after too long an absence, or one of
  /// another epoch.
  func boardDidReload(_ connection: Connection)

  /// The board was renamed; `replica.board` is its new name. The connection follows it.
  func connection(_ connection: Connection, boardDidRenameFrom old: BoardName)

  /// A client, possibly this one, began a drag; `replica.drags` has the session.
  func connection(_ connection: Connection, dragSessionDidBegin session: SessionID)

  /// The items, the place or the owner of a drag changed, or it was suspended or resumed.
  func connection(_ connection: Connection, dragSessionDidUpdate session: SessionID)

  /// A drag session ended; `outcome` is nil if it is unknown, because the connection broke.
  func connection(
    _ connection: Connection, dragSessionDidEnd session: SessionID, outcome: ReportedOutcome?)

  /// A client changed its selection; `items` is the whole selection, in the order of selecting.
  func connection(_ connection: Connection, client: ClientName, didSelect items: [ItemID])

  /// The policies of the board changed, or the types of its fields: `replica.policies`.
  func connectionDidChangePolicies(_ connection: Connection)

  /// The client has another role on the board: `replica.role`.
  func connectionDidChangeRole(_ connection: Connection)

  /// The state of the connection changed.
  func connection(_ connection: Connection, didChange state: Connection.State)

  /// A change of this client was confirmed, refused, or lost. If it was reverted, the update that
  /// reverts it was delivered before.
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
  public func connectionDidChangePolicies(_ connection: Connection) {}
  public func connectionDidChangeRole(_ connection: Connection) {}
  public func connection(_ connection: Connection, didChange state: Connection.State) {}
  public func connection(
    _ connection: Connection, didSettle change: ChangeID, _ settlement: Settlement
  ) {}
}
