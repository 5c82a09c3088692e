import BoardModel
import BoardWire

/// An event that results from a message or an own change. When it is returned it has already been
/// applied: `Replica.shown` is the board after it.
public enum ReplicaEvent: Hashable, Sendable {
  /// The shown board changed by these rows.
  case update(ViewUpdate)
  /// The shown board was replaced: the view must reload everything.
  case reload
  case drag(ReplicaDragEvent)
  /// The whole selection of a client.
  case selection(ClientName, [ItemID])
  /// The policies changed, or the types of fields: `Replica.policies`.
  case policies
  /// The client has another role on the board: `Replica.role`.
  case role
  case settled(ChangeID, Settlement)
  /// A request to send now under this tag, in order.
  case send(ChangeID, tag: String, Request)
  /// The board was renamed; its new name is `Replica.board`.
  case renamed(from: BoardName)
  /// The board was removed. The server sends nothing more about it.
  case removed
}

/// An event of a drag session.
public enum ReplicaDragEvent: Hashable, Sendable {
  case began(SessionID)
  /// Its items, its place or its owner changed, or it was suspended or resumed.
  case changed(SessionID)
  /// It ended; nil if the outcome is unknown, because the connection broke in the meantime.
  case ended(SessionID, ReportedOutcome?)
}

/// A live drag session, as subscribers see it.
public struct DragPresence: Hashable, Sendable {
  /// The client that drags; nil for this client if its name is unknown.
  public var owner: ClientName?
  /// Whether it is a session of this client.
  public var isOwn: Bool
  /// The operations that the session allows.
  public var operations: DropOperations
  /// The dragged items, in order. Those from outside are not on the board.
  public internal(set) var items: [ItemID]
  /// The parcels of the items from outside.
  public internal(set) var external: [ItemID: DragParcel] = [:]
  /// Whether the items may not leave their board.
  public var isLocal = false
  /// The state of the session.
  public var state = DragState.lifted
  /// Whether its client has no connection.
  public var isSuspended = false

  /// The last proposal; nil if the session is over no place.
  public var proposal: DropProposal? { state.proposal }

  /// Replaces the items.
  ///
  /// - Parameter parcel: The parcel of the last item, if it was just added from outside.
  mutating func setItems(_ items: [ItemID], bringing parcel: DragParcel? = nil) {
    self.items = items
    if !external.isEmpty {
      let left = Set(items)
      external = external.filter { left.contains($0.key) }
    }
    if let parcel, let last = items.last { external[last] = parcel }
  }
}

/// A message that no correct server sends: the replica can continue only from a snapshot.
public enum ReplicaFault: Error, Hashable, Sendable {
  /// A batch that does not begin at the revision of the replica (nil: before any snapshot).
  case wrongRevision(Int, at: Int?)
  /// A batch that breaks a rule on the board here.
  case illegalBatch(Violation)
  /// A snapshot in which an id occurs twice, or with more items than a board may have.
  case inconsistentSnapshot
  /// Rows that were asked for and are not those of the board here.
  case wrongRows
}
