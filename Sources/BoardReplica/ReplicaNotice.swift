import BoardCore
import BoardWire

/// Something that a replica tells of, in the order in which it happened. What it tells of has
/// happened already: `Replica.shown` is the board after.
public enum ReplicaNotice: Hashable, Sendable {
  /// What is shown changed as these rows say.
  case update(ViewUpdate)
  /// What is shown is another board: everything is to be read anew.
  case reload
  case drag(DragNews)
  /// What a client has selected now.
  case selection(ClientName, [ItemID])
  case settled(ChangeID, Settlement)
  /// A command is to be sent now, after those before it.
  case send(ChangeID, String)
}

/// What happened to a drag session.
public enum DragNews: Hashable, Sendable {
  case began(SessionID)
  /// It carries other items, is over another place, or was suspended or resumed.
  case changed(SessionID)
  /// It ended; nil if it is not known how, because the connection was cut meanwhile.
  case ended(SessionID, ReportedOutcome?)
}

/// A live drag session, as far as watchers see it.
public struct DragSight: Hashable, Sendable {
  /// The client that drags; nil for this client, as long as it does not know its name.
  public var owner: ClientName?
  /// Whether it is a session of this client.
  public var isOwn: Bool
  public var operations: DropOperations
  /// What is dragged, in order. Items that are not on the board come from outside.
  public var items: [ItemID]
  /// The place it is over; nil if it is over none.
  public var proposal: DropProposal?
  /// Whether its client is away.
  public var isSuspended = false
}

/// Something that no server says: the replica can go on only from a snapshot.
public enum ReplicaFault: Error, Hashable, Sendable {
  /// A batch that does not begin where the replica stands (nil: before any snapshot).
  case wrongRevision(Int, standing: Int?)
  /// A batch that breaks a rule on the board here.
  case illegalBatch(Violation)
  /// A snapshot in which a name stands twice.
  case inconsistentSnapshot
}
