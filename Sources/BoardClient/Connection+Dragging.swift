import BoardCore
import BoardReplica
import BoardWire

// A drag of one's own: begin, propose as it moves, and perform or cancel.

extension Connection {
  /// Picks items up. The session is in `replica.drags` once the answer is there.
  ///
  /// - Parameter reply: Is told the answer; `ServerReply.session` is the new session.
  public func begin(_ items: [ItemID], reply: ((Answer) -> Void)? = nil) {
    let names = items.map(\.string).joined(separator: " ")
    send("begin \(replica.board)/\(names)", reply: reply)
  }

  /// Asks what a drop would do at a place of this board; `DragSight.proposal` is the answer.
  ///
  /// - Parameter operation: What the user wants; nil leaves it to the server.
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
