import BoardModel
import BoardWire

/// Something that follows from a message or an own change, in the order in which it happened. It has
/// happened already: `Replica.shown` is the board after.
public enum ReplicaEvent: Hashable, Sendable {
  /// What is shown changed as these rows say.
  case update(ViewUpdate)
  /// What is shown is another board: everything is to be read anew.
  case reload
  case drag(DragSessionEvent)
  /// What a client has selected now.
  case selection(ClientName, [ItemID])
  case settled(ChangeID, Settlement)
  /// A request is to be sent now with this tag, after those before it.
  case send(ChangeID, tag: String, Request)
  /// The board has another name now, `Replica.board`.
  case renamed(from: BoardName)
  /// The board was removed. The server sends nothing more about it.
  case removed
}

/// What happened to a drag session.
public enum DragSessionEvent: Hashable, Sendable {
  case began(SessionID)
  /// Its items, its place or its owner changed, or it was suspended or resumed.
  case changed(SessionID)
  /// It ended; nil if the outcome is unknown, because the connection broke in the meantime.
  case ended(SessionID, ReportedOutcome?)
}

/// A live drag session, as watchers see it.
public struct DragPresence: Hashable, Sendable {
  /// The client that drags; nil for this client if no greeting has said its name.
  public var owner: ClientName?
  /// Whether it is a session of this client.
  public var isOwn: Bool
  /// The operations that the session allows.
  public var operations: DropOperations
  /// The dragged items, in order. Those from outside are not on the board.
  public internal(set) var items: [ItemID]
  /// The items from outside: what each of them brings.
  public internal(set) var external: [ItemID: DragParcel] = [:]
  /// Whether the items may not leave their board.
  public var isLocal = false
  /// Where the session is.
  public var state = DragState.lifted
  /// Whether its client has no connection.
  public var isSuspended = false

  /// The place that the session is over; nil if it is over none.
  public var proposal: DropProposal? { state.proposal }

  /// Makes these the items.
  ///
  /// - Parameter parcel: What the last of them brings, if it was just brought from outside.
  mutating func setItems(_ items: [ItemID], bringing parcel: DragParcel? = nil) {
    self.items = items
    if !external.isEmpty {
      let left = Set(items)
      external = external.filter { left.contains($0.key) }
    }
    if let parcel, let last = items.last { external[last] = parcel }
  }
}

/// Something that no server says: the replica can go on only from a snapshot.
public enum ReplicaFault: Error, Hashable, Sendable {
  /// A batch that does not begin at the revision of the replica (nil: before any snapshot).
  case wrongRevision(Int, at: Int?)
  /// A batch that breaks a rule on the board here.
  case illegalBatch(Violation)
  /// A snapshot in which an id occurs twice.
  case inconsistentSnapshot
}
