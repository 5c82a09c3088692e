import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// Deadlines of connections that say nothing (rule 1.8).
final class Silence {
  private let clock: HubClock
  private let roster: Roster
  private let silent: SilentConnections
  private let delivery: Delivery
  private let roles: RoleChanges
  /// The most connections of the server. If nearly all are taken, less silence is permitted.
  @exclusivity(unchecked) var connectionLimit = Limits.connections

  init(
    clock: HubClock, roster: Roster, silent: SilentConnections, delivery: Delivery,
    roles: RoleChanges
  ) {
    (self.clock, self.roster, self.silent) = (clock, roster, silent)
    (self.delivery, self.roles) = (delivery, roles)
  }

  /// Notes that a connection sent something.
  func markHeard(of connection: ClientConnection) {
    if connection.hasSpoken { connection.markHeard(at: clock.now) }
  }

  /// Notes the first line of a connection. The answer to a telnet command is none.
  func markSpoken(_ frame: LineFramer.Frame, of connection: ClientConnection) {
    switch frame {
    case .answer: return
    case .line, .failed, .quit, .foreign: connection.hasSpoken = true
    }
    markHeard(of: connection)
  }

  /// Gives a connection a deadline for the rest of its line.
  func expectEndOfLine(of connection: ClientConnection) {
    guard !connection.isAwaited, connection.isInLine else { return }
    connection.isAwaited = true
    silent.expectEnd(of: connection.id, by: clock.now + Limits.unfinishedLine)
  }

  /// Notes that a connection has been greeted, so that a first line of it is expected.
  func expectFirstLine(of connection: ClientConnection) {
    // As long as there is room, a silent one stands before others that are gone or have spoken.
    if silent.newcomerCount > 2 * roster.connectionCount + 64 {
      silent.keepNewcomers { roster[$0]?.hasSpoken == false }
    }
    silent.expectFirstLine(of: connection.id)
  }

  /// When the next connection may have been silent for too long.
  var nextDeadline: Duration? {
    let newcomer = isCrowded ? silent.newcomer.flatMap { roster[$0] } : nil
    let first = newcomer.map {
      clock.now + max(.zero, Limits.firstLineIfCrowded - idleTime(of: $0))
    }
    return [first, silent.nextUnfinished, silent.nextStranger].compactMap(\.self).min()
  }

  /// Ends the connections that have been silent for too long.
  func endSilentConnections() {
    while let id = silent.newcomer, removeNewcomer(id) {}
    while let id = silent.removeUnfinished(until: clock.now) { endUnfinished(id) }
    roles.endStrangers()
  }

  /// Looks at the newcomer that came first.
  ///
  /// - Returns: Whether it is none any more.
  private func removeNewcomer(_ id: ConnectionID) -> Bool {
    guard let connection = roster[id], !connection.hasSpoken, !connection.isClosing else {
      silent.removeNewcomer()
      return true
    }
    guard isCrowded, idleTime(of: connection) >= Limits.firstLineIfCrowded else { return false }
    silent.removeNewcomer()
    if !connection.hasUnread {
      delivery.close(connection, .idle)
    } else {
      // What it sent waits for us.
      connection.markHeard(at: clock.now)
      silent.expectFirstLine(of: id)
    }
    return true
  }

  private func endUnfinished(_ id: ConnectionID) {
    guard let connection = roster[id], !connection.isClosing else { return }
    guard connection.isInLine else {
      connection.isAwaited = false
      return
    }
    // As long as it is blocked, nothing of it may be read.
    let isHeldUp = connection.isBlocked || connection.hasUnread
    // A first line has so much time as a whole.
    let time = connection.hasSpoken ? idleTime(of: connection) : Limits.unfinishedLine
    let rest = isHeldUp ? Limits.unfinishedLine : Limits.unfinishedLine - time
    if rest > .zero {
      silent.expectEnd(of: id, by: clock.now + rest)
    } else {
      delivery.close(connection, .idle)
    }
  }

  /// For how long a connection has sent nothing.
  func idleTime(of connection: ClientConnection) -> Duration {
    .milliseconds(clock.now.turnTime &- connection.lastHeard)
  }

  /// Whether nine tenths of the connections are taken, so that newcomers are to speak.
  private var isCrowded: Bool { 10 * roster.connectionCount >= 9 * connectionLimit }
}
