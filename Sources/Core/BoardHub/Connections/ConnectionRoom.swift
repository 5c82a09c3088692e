import BoardDelivery
import BoardModel
import BoardWire

/// Room for new connections if all places are taken (rule 1.9), and for answers that nobody reads (rule 1.10).
public final class ConnectionRoom {
  private let clock: HubClock
  private let roster: Roster
  private let silent: SilentConnections
  private let silence: Silence
  private let scheduler: Scheduler

  init(
    clock: HubClock, roster: Roster, silent: SilentConnections, silence: Silence,
    scheduler: Scheduler
  ) {
    (self.clock, self.roster, self.silent) = (clock, roster, silent)
    (self.silence, self.scheduler) = (silence, scheduler)
  }

  /// The most connections of the server. If nearly all are taken, less silence is permitted.
  public var limit: Int {
    get { silence.connectionLimit }
    set { silence.connectionLimit = newValue }
  }

  /// The open connections.
  public var count: Int { roster.connectionCount }

  /// The bytes that a connection sent and that wait for a later turn.
  public func waitingBytes(of id: ConnectionID) -> Int { roster[id]?.unread.count ?? 0 }

  /// Whether a connection has not said its first line.
  public func isNewcomer(_ id: ConnectionID) -> Bool { roster[id].map { !$0.hasSpoken } ?? false }

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
    if silent.dispensable.isEmpty { findDispensable(unsentBytes) }
    while let next = silent.dispensable.popLast() {
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
    guard clock.now >= silent.nextSearch else { return }
    var found = roster.open.compactMap { connection in
      rank(of: connection, unsentBytes).map {
        Dispensable(id: connection.id, lastHeard: connection.lastHeard, rank: $0)
      }
    }
    found.sort { $0.rank < $1.rank }
    silent.dispensable = found.suffix(max(64, roster.connectionCount / 8))
    silent.nextSearch = found.isEmpty ? clock.now + .seconds(1) : .zero
  }

  /// How dispensable a connection is, or nil if it is not.
  private func rank(
    of connection: ClientConnection, _ unsentBytes: (ConnectionID) -> Int
  ) -> TurnTime? {
    if connection.isClosing { return nil }
    if isStalled(connection, for: Limits.untakenAnswers, unsentBytes) { return .max }
    guard connection.client.isGuest, connection.subscriptions.isEmpty, !connection.isListed,
      !connection.hasUnread, !connection.isWaiting,
      silence.idleTime(of: connection) >= Limits.shortestIdleTime
    else { return nil }
    return clock.now.turnTime &- connection.lastHeard
  }

  /// Whether a connection has taken less of what it was sent for so long than it had to.
  ///
  /// - Parameter least: What it has to take; if that is more than it has not taken, all of that.
  private func isStalled(
    _ connection: ClientConnection, for limit: Duration, taking least: Int = 1,
    _ unsentBytes: (ConnectionID) -> Int
  ) -> Bool {
    let time = clock.now.turnTime
    guard connection.isBlocked,
      .milliseconds(time &- connection.lastSent) >= limit
    else { return false }
    let unsent = unsentBytes(connection.id)
    if unsent + least > max(Int(connection.unsentBytes), least) { return true }
    connection.unsentBytes = UInt32(clamping: unsent)
    connection.lastSent = time
    return false
  }

  /// The last line of a connection that is closed at once, in its form.
  public func farewell(_ bye: Bye, to id: ConnectionID) -> [UInt8] {
    roster[id].map { farewell(bye, to: $0) } ?? []
  }

  private func farewell(_ bye: Bye = .idle, to connection: ClientConnection) -> [UInt8] {
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

  // MARK: Answers that nobody reads

  /// The bytes of answers that connections have not taken, as far as they share them with nobody.
  public var unreadBytes: Int { roster.unread.total }

  /// Notes that a connection that is closed has bytes that it may still take, or, with a negative
  /// count, that it has them no longer.
  public func countLeaving(unreadBytes: Int) { roster.unread.addLeaving(unreadBytes) }

  /// When to look next for connections that take nothing; nil if there is room.
  var nextCheck: Duration? { roster.isUnreadOverLimit ? roster.unread.nextCheck : nil }

  /// Gives up connections, if answers that are not read take too much room: those that have taken
  /// less than a quarter of theirs in 10 s; and if that is not enough by far, those with the most.
  ///
  /// - Parameter unsentBytes: The bytes that a connection has not taken yet.
  /// - Returns: The connections and their last lines, to be closed at once.
  /// - Complexity: O(1) if there is room; else O(connections), once a second.
  public func dropUnread(
    at time: Duration, unsentBytes: (ConnectionID) -> Int
  ) -> [(id: ConnectionID, farewell: [UInt8])] {
    clock.advance(to: time)
    guard roster.isUnreadOverLimit, roster.unread.isFarOverLimit || time >= roster.unread.nextCheck
    else { return [] }
    roster.unread.nextCheck = time + .seconds(1)
    let holders = roster.open.filter {
      $0.isBlocked && !$0.isClosing && roster.unread.bytes(of: $0) > 0
    }
    let stalled = holders.filter {
      let share = (roster.unread.bytes(of: $0) + 3) / 4
      return isStalled($0, for: Limits.untakenIfFull, taking: share, unsentBytes)
    }
    return (stalled + largest(of: holders, without: stalled)).map { ($0.id, farewell(to: $0)) }
  }

  /// The connections with the most bytes, so many that the others are within the limit, if all are far
  /// beyond it.
  private func largest(
    of holders: [ClientConnection], without stalled: [ClientConnection]
  ) -> [ClientConnection] {
    var left = stalled.reduce(roster.unread.total) { $0 - roster.unread.bytes(of: $1) }
    guard left > 2 * roster.unread.limit else { return [] }
    let gone = Set(stalled.map(\.id))
    let others = holders.filter { !gone.contains($0.id) }
      .sorted { roster.unread.bytes(of: $0) > roster.unread.bytes(of: $1) }
    return Array(
      others.prefix { connection in
        defer { left -= roster.unread.bytes(of: connection) }
        return left > roster.unread.limit
      })
  }
}
