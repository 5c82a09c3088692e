import BoardAuthority
import BoardModel
import BoardWire

// The end of a turn: what is to be sent to whom, and when the next one is wanted.

extension Hub {
  /// Says goodbye and lets nothing more of the connection be executed.
  func say(_ bye: Bye, to connection: Connection) {
    guard !connection.isClosing else { return }
    connection.isClosing = true
    write(to: connection) { $0.buffer.append(.bye(bye)) }
  }

  /// Notes that the connection has something to be sent.
  func list(_ connection: Connection) {
    guard !connection.isListed else { return }
    connection.isListed = true
    listed.append(connection)
  }

  /// Notes that some watcher of the board may not be at its head.
  func touch(_ board: LiveBoard) {
    board.isTouched = true
    guard !board.isDirty else { return }
    board.isDirty = true
    dirty.append(board)
  }

  /// Ends the turn: lets what is overdue expire, and says what is to be sent.
  ///
  /// Replies come before what goes to many, so that nobody's answer waits for a fan-out.
  public func endTurn(at time: Duration) -> [Effect] {
    advance(to: time)
    turnTime = time.turnTime
    forgetDeparted()
    var groups = BroadcastGroups()
    // What everyone is still owed goes in front of the goodbye, in the same write.
    if ending == .asked { for case let connection? in connections { list(connection) } }
    for board in dirty { flush(board, isLast: ending == .asked, groups: &groups) }
    dirty.removeAll { !$0.isDirty }
    sendHeartbeats()
    hasFlushed = hasFlushed || groups.sentAny
    if ending == .asked {
      ending = .told
      for case let connection? in connections { say(.shutdown, to: connection) }
    }
    turn &+= 1
    searchSteps = searchStepsInATurn
    return takeOutboxes() + groups.takeEffects()
  }

  /// When a board that was last sent to watchers at a time may be sent again.
  func nextFlush(after last: Duration?) -> Duration {
    guard let last else { return restUntil }
    switch cadence {
    case .automatic: return max(last + Cadence.shortest, restUntil)
    case .fixed(let window): return last + window
    }
  }

  /// Takes note of how long a turn took in all, with its effects performed.
  ///
  /// After a turn that sent to watchers there is a rest as long as that, so that sending never takes
  /// more than half of the time, however many boards and watchers there are.
  public func turnTook(_ length: Duration, endingAt time: Duration) {
    guard hasFlushed else { return }
    hasFlushed = false
    if cadence == .automatic { restUntil = time + length }
  }

  private func takeOutboxes() -> [Effect] {
    var effects: [Effect] = []
    for connection in listed {
      connection.isListed = false
      connection.allowance = Int16(Limits.commandsInATurn)
      guard self.connection(connection.id) === connection else { continue }
      let pieces = connection.takeOutbox()
      if !pieces.isEmpty {
        effects.append(.send(pieces, to: connection.id))
        connection.lastSent = turnTime
      }
      if connection.isClosing { effects.append(.close(connection.id)) }
    }
    listed.removeAll(keepingCapacity: true)
    return effects
  }

  /// Sends a `ping` to each connection that asked for one in silence and has been sent nothing.
  ///
  /// A connection that does not take what it was sent gets none: it is told that somebody is there
  /// by what it has not taken yet.
  private func sendHeartbeats() {
    guard !heartbeats.isEmpty else { return }
    while let id = heartbeats.removeFirst(until: now, silence: { silence(of: $0) }) {
      guard let connection = connection(id), !connection.isClosing, !connection.isBlocked else {
        continue
      }
      write(to: connection) { $0.buffer.append(.ping) }
    }
  }

  /// How long ago a connection was sent something, which may be about to be sent.
  private func silence(of id: ConnectionID) -> Duration {
    guard let connection = connection(id), connection.outbox.isEmpty else { return .zero }
    return .milliseconds(turnTime &- connection.lastSent)
  }

  /// When `endTurn` is wanted again even if nothing arrives; nil if never.
  public var nextDeadline: Duration? {
    let flushes = dirty.lazy.compactMap(\.nextFlush)
    return [flushes.min(), desk.nextDeadline, heartbeats.nextDeadline].compactMap(\.self).min()
  }

  /// Tells everyone, at the end of this turn, that the server stops.
  public func stop(at time: Duration) {
    advance(to: time)
    tell(desk.shutdown(at: now))
    if ending == .none { ending = .asked }
  }
}

extension Duration {
  /// The time in milliseconds, a part of one counting as one.
  fileprivate var turnTime: TurnTime {
    let (seconds, rest) = components
    // In attoseconds.
    let millisecond: Int64 = 1_000_000_000_000_000
    return TurnTime(truncatingIfNeeded: 1_000 * seconds + (rest + millisecond - 1) / millisecond)
  }
}
