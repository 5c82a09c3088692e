import BoardAuthority
import BoardModel
import BoardWire

// Deadlines of connections that say nothing (rule 1.8).

extension Hub {
  /// Notes that a connection sent something.
  func noteBytes(of connection: ClientConnection) {
    if connection.hasSpoken { connection.lastHeard = clock.now.turnTime }
  }

  /// Notes the first line of a connection. The answer to a telnet command is none.
  func noteFirst(_ frame: LineFramer.Frame, of connection: ClientConnection) {
    switch frame {
    case .answer: return
    case .line, .failed, .quit, .foreign: connection.hasSpoken = true
    }
    noteBytes(of: connection)
  }

  /// Gives a connection a deadline for the rest of its line. Of a newcomer a first line is expected.
  func noteUnfinishedLine(of connection: ClientConnection) {
    guard connection.hasSpoken, !connection.isAwaited, connection.framer.isInLine else { return }
    connection.isAwaited = true
    silence.expectEnd(of: connection.id, by: clock.now + Limits.unfinishedLine)
  }

  /// When the next connection may have been silent for too long.
  var nextSilenceDeadline: Duration? {
    let newcomer = silence.newcomer.flatMap { roster[$0] }
    let first = newcomer.map { clock.now + max(.zero, firstLineTime - idleTime(of: $0)) }
    return [first, silence.nextUnfinished, silence.nextStranger].compactMap(\.self).min()
  }

  /// Ends the connections that have been silent for too long.
  func endSilentConnections() {
    while let id = silence.newcomer, removeNewcomer(id) {}
    while let id = silence.removeUnfinished(until: clock.now) { endUnfinished(id) }
    endStrangers()
  }

  /// Looks at the newcomer that came first.
  ///
  /// - Returns: Whether it is none any more.
  private func removeNewcomer(_ id: ConnectionID) -> Bool {
    guard let connection = roster[id], !connection.hasSpoken, !connection.isClosing else {
      silence.removeNewcomer()
      return true
    }
    guard idleTime(of: connection) >= firstLineTime else { return false }
    silence.removeNewcomer()
    if connection.unread.isEmpty {
      delivery.close(connection, .idle)
    } else {
      // What it sent waits for us.
      connection.lastHeard = clock.now.turnTime
      silence.expectFirstLine(of: id)
    }
    return true
  }

  private func endUnfinished(_ id: ConnectionID) {
    guard let connection = roster[id], !connection.isClosing else { return }
    guard connection.framer.isInLine else {
      connection.isAwaited = false
      return
    }
    // As long as it is blocked, nothing of it may be read.
    let isHeldUp = connection.isBlocked || !connection.unread.isEmpty
    let rest = isHeldUp ? Limits.unfinishedLine : Limits.unfinishedLine - idleTime(of: connection)
    if rest > .zero {
      silence.expectEnd(of: id, by: clock.now + rest)
    } else {
      delivery.close(connection, .idle)
    }
  }

  /// For how long a connection has sent nothing.
  func idleTime(of connection: ClientConnection) -> Duration {
    .milliseconds(clock.now.turnTime &- connection.lastHeard)
  }

  /// The time that a connection has for its first line.
  private var firstLineTime: Duration {
    10 * connectionCount >= 9 * connectionLimit ? Limits.firstLineIfCrowded : Limits.firstLine
  }
}
