import BoardCore
import BoardReplica
import BoardWire

// A drag of one's own: begin, propose as it moves, and perform or cancel. And selecting.

extension Connection {
  /// Picks items up. The session is in `replica.drags` once the answer is there.
  ///
  /// - Parameters:
  ///   - items: What is dragged, in the order of the drop.
  ///   - reply: Is told the answer; `ServerReply.session` is the new session.
  public func begin(_ items: [ItemID], reply: ((Answer) -> Void)? = nil) {
    send("begin \(replica.board)/\(items.spelled)", reply: reply)
  }

  /// Asks what a drop would do at a place of this board; `DragSight.proposal` is the answer.
  ///
  /// - Parameters:
  ///   - session: A drag session of this client.
  ///   - operation: What the user wants; nil leaves it to the server.
  ///   - place: Where the drop would be.
  ///   - reply: Is told the answer, once the proposal is in the replica.
  public func propose(
    _ session: SessionID, _ operation: DropOperation? = nil, at place: Anchor,
    reply: ((Answer) -> Void)? = nil
  ) {
    let wish = operation.map { "\($0.rawValue) " } ?? ""
    send("propose \(session) \(wish)\(place)", reply: reply)
  }

  /// Drops. It is shown at once if the last proposal allows it.
  ///
  /// - Returns: the number with which the delegate will be told how it was settled.
  /// - Throws: `unknownSession` or `notOwner`, if the session is not this client's.
  @discardableResult
  public func perform(_ session: SessionID) throws(Refusal) -> ChangeID {
    try make(.perform(session))
  }

  /// Puts everything back.
  public func cancel(_ session: SessionID, reply: ((Answer) -> Void)? = nil) {
    send("cancel \(session)", reply: reply)
  }
}

extension Connection {
  /// Selects items, which takes a name (`as:`). `replica.selection` is the outcome.
  ///
  /// After a break the connection selects again what was selected.
  public func select(_ items: [ItemID], reply: ((Answer) -> Void)? = nil) {
    send("select \(replica.board)/\(items.spelled)", reply: reply)
  }

  /// Deselects these items, or all of them.
  public func deselect(_ items: [ItemID]? = nil, reply: ((Answer) -> Void)? = nil) {
    let command = items.map { "deselect \(replica.board)/\($0.spelled)" }
    send(command ?? "select \(replica.board)/none", reply: reply)
  }

  /// Does what a tap does: the section's action, or else selects or deselects.
  public func choose(_ item: ItemID, reply: ((Answer) -> Void)? = nil) {
    send("choose \(replica.board)/\(item)", reply: reply)
  }
}

extension [ItemID] {
  /// The names as words of a command.
  var spelled: String { map(\.string).joined(separator: " ") }
}
