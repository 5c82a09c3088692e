import BoardModel
import BoardReplica
import BoardWire

// An own drag: begin, propose as it moves, and perform or cancel. And selecting.

extension Connection {
  /// Begins a drag session. When the reply arrives, the session is in `replica.drags`.
  ///
  /// - Parameters:
  ///   - items: The dragged items, in the order of the drop.
  ///   - reply: Receives the answer; `Reply.begin` has the new session.
  public func begin(_ items: [ItemID], reply: ((Answer) -> Void)? = nil) {
    send(.drag(.begin(.init(ItemReferences(ids: items), on: replica.board))), reply: reply)
  }

  /// Asks what a drop at a place of this board would do; the answer is `DragPresence.proposal`.
  ///
  /// - Parameters:
  ///   - session: A drag session of this client.
  ///   - operation: What the user wants; nil leaves it to the server.
  ///   - place: Where the drop would be.
  ///   - reply: Receives the answer, after the replica has the proposal.
  public func propose(
    _ session: SessionID, _ operation: DropOperation? = nil, at place: Anchor,
    reply: ((Answer) -> Void)? = nil
  ) {
    send(.drag(.propose(.init(Place(place), operation: operation, drag: session))), reply: reply)
  }

  /// Drops the items of a session. The drop is shown at once if the last proposal allows it.
  ///
  /// - Returns: the number under which the delegate is sent the settlement.
  /// - Throws: `unknownSession` or `notOwner`, if the session is not this client's.
  @discardableResult
  public func perform(_ session: SessionID) throws(Refusal) -> ChangeID {
    try make(.perform(session))
  }

  /// Cancels a drag session: its items stay where they were.
  public func cancel(_ session: SessionID, reply: ((Answer) -> Void)? = nil) {
    send(.drag(.cancel(.init(session))), reply: reply)
  }
}

extension Connection {
  /// Selects items. The result is `replica.selection`.
  ///
  /// After a reconnect the connection restores the selection.
  public func select(_ items: [ItemID], reply: ((Answer) -> Void)? = nil) {
    guard !items.isEmpty else { return reply?(.unsent) ?? () }
    send(.selection(.select(.init(ItemReferences(ids: items), on: replica.board))), reply: reply)
  }

  /// Deselects these items, or all that may be deselected.
  public func deselect(_ items: [ItemID]? = nil, reply: ((Answer) -> Void)? = nil) {
    // A command without items would mean all of them.
    if let items, items.isEmpty { return reply?(.unsent) ?? () }
    let items = items.map { ItemReferences(ids: $0) }
    send(.selection(.deselect(.init(items, on: replica.board))), reply: reply)
  }

  /// Chooses an item, as a tap does: runs the section's action, or else toggles its selection.
  public func choose(_ item: ItemID, reply: ((Answer) -> Void)? = nil) {
    send(.selection(.choose(.init(.id(item), on: replica.board))), reply: reply)
  }
}
