import BoardModel
import BoardWire

// Room for a new connection if all places are taken (rule 1.9).

extension Hub {
  /// Gives up one connection for a new one: one that has ended, or one that takes nothing of what it is sent,
  /// or else the guest without a board that has been idle for the longest time.
  ///
  /// All connections are looked at once for many that are given up, so each costs little.
  ///
  /// - Parameter unsentBytes: The bytes that a connection has not taken yet.
  /// - Returns: The connection and its last line, to be closed at once; nil if there is none.
  public func makeRoom(
    at time: Duration, unsentBytes: (ConnectionID) -> Int
  ) -> (id: ConnectionID, farewell: [UInt8])? {
    clock.advance(to: time)
    while let ended = scheduler.removeFirstEnded() {
      if roster[ended.id] === ended, !ended.isClosing {
        return (ended.id, farewell(.quit, to: ended))
      }
    }
    if silence.dispensable.isEmpty { findDispensable(unsentBytes) }
    while let next = silence.dispensable.popLast() {
      guard let connection = roster[next.id], next.lastHeard == connection.lastHeard,
        rank(of: connection, unsentBytes) != nil
      else { continue }
      return (next.id, farewell(to: connection))
    }
    return nil
  }

  /// Lists the eighth of the connections that can best be given up. If there are none, the next
  /// search is a second later.
  private func findDispensable(_ unsentBytes: (ConnectionID) -> Int) {
    guard clock.now >= silence.nextSearch else { return }
    var found = roster.open.compactMap { connection in
      rank(of: connection, unsentBytes).map {
        Dispensable(id: connection.id, lastHeard: connection.lastHeard, rank: $0)
      }
    }
    found.sort { $0.rank < $1.rank }
    silence.dispensable = found.suffix(max(64, connectionCount / 8))
    silence.nextSearch = found.isEmpty ? clock.now + .seconds(1) : .zero
  }

  /// How dispensable a connection is, or nil if it is not.
  private func rank(
    of connection: ClientConnection, _ unsentBytes: (ConnectionID) -> Int
  ) -> TurnTime? {
    if connection.isClosing { return nil }
    if isStalled(connection, for: Limits.untakenAnswers, unsentBytes) { return .max }
    guard connection.client.isGuest, connection.subscriptions.isEmpty, !connection.isListed,
      connection.unread.isEmpty, !connection.isWaiting,
      idleTime(of: connection) >= Limits.shortestIdleTime
    else { return nil }
    return clock.now.turnTime &- connection.lastHeard
  }

  /// Whether a connection has taken nothing of what it was sent for so long.
  func isStalled(
    _ connection: ClientConnection, for limit: Duration, _ unsentBytes: (ConnectionID) -> Int
  ) -> Bool {
    let time = clock.now.turnTime
    guard connection.isBlocked,
      .milliseconds(time &- connection.lastSent) >= limit
    else { return false }
    let unsent = unsentBytes(connection.id)
    if unsent >= Int(connection.unsentBytes) { return true }
    connection.unsentBytes = UInt32(clamping: unsent)
    connection.lastSent = time
    return false
  }

  /// The last line of a connection that is closed at once, in its form.
  public func farewell(_ bye: Bye, to id: ConnectionID) -> [UInt8] {
    roster[id].map { farewell(bye, to: $0) } ?? []
  }

  func farewell(_ bye: Bye = .idle, to connection: ClientConnection) -> [UInt8] {
    var outbox = Outbox()
    outbox.buffer.append(.bye(ByeEvent(bye)))
    connection.isClosing = true
    return outbox.take(in: connection.form).flatMap { piece in
      switch piece {
      case .own(let bytes): bytes
      case .shared(let encoding): encoding.withBytes { Array($0) }
      }
    }
  }
}
