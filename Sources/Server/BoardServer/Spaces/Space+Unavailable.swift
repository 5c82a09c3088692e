import BoardHub
import BoardJournal
import Libuv
import Logging

// A database that does not answer. For a moment commands wait for it; then they are refused (rule 13.6), so that
// nobody waits for long without a word.

extension Space {
  /// The seconds that a commit may take until the commands of others are refused. A standby that is promoted at
  /// once is there sooner.
  static let silentSeconds = 2

  /// Whether commands are executed as they come, if no turn waits for its commit.
  var mayExecute: Bool { isLeaseCurrent && !hub.isUnavailable }

  /// Refuses commands from now on if the database has not answered for too long. It is called every second, and
  /// counts those: after a pause of the process the answer may be there, unread.
  func checkSilence() {
    guard fault == nil, lease.hasBegun(leaseStart) else { return }
    pendingTicks += pendingTurn == nil ? 0 : 1
    if pendingTicks > Self.silentSeconds || isLeaseOver { setUnavailable(true) }
  }

  /// Refuses commands from now on, or executes them again.
  package func setUnavailable(_ isUnavailable: Bool) {
    guard hub.isUnavailable != isUnavailable else { return }
    hub.isUnavailable = isUnavailable
    if isUnavailable {
      logger.warning("the database does not answer: commands are refused until it does")
    } else {
      logger.notice("the database answers: commands are executed again")
    }
  }

  /// Refuses what has been held, as much as a turn has time for.
  func refuseInput() {
    let start = server.loop.now
    let refused = hub.refuseInput(at: now, exceptOf: owedConnections()) {
      server.loop.now - start < Server.turnBudget
    }
    perform(refused.effects)
    for id in refused.answered { mayRead(id) }
    if refused.hasMore { markActive() }
  }

  /// The connections that the pending turn sends something.
  private func owedConnections() -> Set<ConnectionID> {
    if let owed { return owed }
    let found = (pendingTurn?.effects ?? []).compactMap { effect -> ConnectionID? in
      switch effect {
      case .send(_, let id), .close(let id, _): id
      case .broadcast: nil
      }
    }
    owed = Set(found)
    return owed ?? []
  }
}
