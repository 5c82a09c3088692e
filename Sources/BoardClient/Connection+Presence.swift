import BoardModel
import BoardReplica
import BoardWire

// An own drag: begin, propose as it moves, and perform or cancel. And selecting.

extension Connection {
  /// Picks items up. The session is in `replica.drags` when the reply is there.
  ///
  /// - Parameters:
  ///   - items: What is dragged, in the order of the drop.
  ///   - reply: Gets the answer; `Reply.begin` has the new session.
  public func begin(_ items: [ItemID], reply: ((Answer) -> Void)? = nil) {
    send(.drag(.begin(.init(ItemReferences(ids: items), on: replica.board))), reply: reply)
  }

  /// Asks what a drop would do at a place of this board; `DragSight.proposal` is the answer.
  ///
  /// - Parameters:
  ///   - session: A drag session of this client.
  ///   - operation: What the user wants; nil leaves it to the server.
  ///   - place: Where the drop would be.
  ///   - reply: Gets the answer, once the proposal is in the replica.
  public func propose(
    _ session: SessionID, _ operation: DropOperation? = nil, at place: Anchor,
    reply: ((Answer) -> Void)? = nil
  ) {
    send(.drag(.propose(.init(Place(place), operation, drag: session))), reply: reply)
  }

  /// Drops. It is shown at once if the last proposal allows it.
  ///
  /// - Returns: the number with which the delegate is told how it was settled.
  /// - Throws: `unknownSession` or `notOwner`, if the session is not this client's.
  @discardableResult
  public func perform(_ session: SessionID) throws(Refusal) -> ChangeID {
    try make(.perform(session))
  }

  /// Puts everything back.
  public func cancel(_ session: SessionID, reply: ((Answer) -> Void)? = nil) {
    send(.drag(.cancel(.init(session))), reply: reply)
  }
}

extension Connection {
  /// Selects items. `replica.selection` is the outcome.
  ///
  /// After a break the connection selects again what was selected.
  public func select(_ items: [ItemID], reply: ((Answer) -> Void)? = nil) {
    guard !items.isEmpty else { return reply?(.unsent) ?? () }
    send(.selection(.select(.init(ItemReferences(ids: items), on: replica.board))), reply: reply)
  }

  /// Deselects these items, or all that may be deselected.
  public func deselect(_ items: [ItemID]? = nil, reply: ((Answer) -> Void)? = nil) {
    // Without a word for the items the command means all of them.
    if let items, items.isEmpty { return reply?(.unsent) ?? () }
    let items = items.map { ItemReferences(ids: $0) }
    send(.selection(.deselect(.init(items, on: replica.board))), reply: reply)
  }

  /// Does what a tap does: the section's action, or else selects or deselects.
  public func choose(_ item: ItemID, reply: ((Answer) -> Void)? = nil) {
    send(.selection(.choose(.init(.id(item), on: replica.board))), reply: reply)
  }
}
