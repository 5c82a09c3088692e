import BoardModel

// Who a session belongs to, and where it is at home.

extension DragDesk {
  /// The board a command's session began on, or nil if the command names none that there is.
  public func home(of id: SessionID?, client: ClientName) -> BoardName? {
    guard let id else {
      let own = ofClient[client]
      return own.count == 1 ? session(own[0])?.load.board : nil
    }
    return session(id)?.load.board
  }

  /// Gives the live sessions of a client that was a guest to the client it turned out to be.
  ///
  /// - Throws: `limit` of `client-sessions`, and nothing has changed then.
  public mutating func give(
    _ guest: ClientName, to client: ClientName
  ) throws(Refusal) {
    let given = ofClient[guest]
    guard given.count + ofClient[client].count <= Limits.clientSessions else {
      throw .limit("client-sessions", Limits.clientSessions)
    }
    for id in given {
      ofClient.remove(id, for: guest)
      ofClient.insert(id, for: client)
      sessions[id]!.owner = client
    }
  }
}
