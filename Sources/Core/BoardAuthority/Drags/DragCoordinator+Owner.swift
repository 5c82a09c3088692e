import BoardModel

// The owner and the home board of a session.

extension DragCoordinator {
  /// The live session that a command names, or else the only one of its client; nil if there is none.
  public func session(_ id: SessionID?, orOnlyOf client: ClientName) -> DragSession? {
    if let id { return session(id) }
    let own = ofClient[client]
    return own.count == 1 ? sessions[own[0]] : nil
  }

  /// The board on which the session of a command began, or nil if there is no such session.
  public func home(of id: SessionID?, client: ClientName) -> BoardName? {
    guard let id else {
      let own = ofClient[client]
      return own.count == 1 ? sessions[own[0]]?.load.board : nil
    }
    guard let session = sessions[id], session.outcome == nil else { return nil }
    return session.load.board
  }

  /// The items of the live session that a command names, or of all sessions of its client.
  public func itemCount(of id: SessionID?, orAllOf client: ClientName) -> Int {
    if let id { return sessions[id]?.load.items.count ?? 0 }
    return ofClient[client].reduce(0) { $0 + sessions[$1]!.load.items.count }
  }

  /// Makes sure that there is the live session of a command.
  ///
  /// - Parameter client: Whose it must be; nil for anybody's.
  /// - Throws: What concerns the session.
  public func requireSession(
    _ id: SessionID?, of client: ClientName?, at now: Duration
  ) throws(Refusal) {
    if let id, client == nil {
      try session(known: id, at: now).requireActive()
    } else if let client {
      try session(id, of: client, at: now).requireActive()
    }
  }

  /// The board on which a session began that lives or whose outcome is remembered, and its owner.
  public func origin(of id: SessionID) -> (board: BoardName, owner: ClientName)? {
    sessions[id].map { ($0.load.board, $0.owner) }
  }

  /// Transfers the live sessions of a guest to the client that it turned out to be.
  ///
  /// - Throws: `limit` of `client-sessions`, and nothing has changed then.
  public mutating func transfer(
    from guest: ClientName, to client: ClientName
  ) throws(Refusal) {
    let given = ofClient[guest]
    guard given.count + ofClient[client].count <= Limits.clientSessions else {
      throw .limit("client-sessions", max: Limits.clientSessions)
    }
    lastActivity = nil
    for id in given {
      assert(
        sessions[id]?.owner == guest && sessions[id]?.outcome == nil, "lists have live sessions")
      ofClient.remove(id, for: guest)
      ofClient.insert(id, for: client)
      sessions[id]!.owner = client
    }
  }
}
