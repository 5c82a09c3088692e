import BoardDelivery
import BoardHub
import BoardJournal
import BoardModel
import BoardWire
import Libuv
import Logging

// The end of a turn: the hub's effects are performed.

extension Space {
  /// Performs the effects of the hub's turns until there are none, or until a commit must come first.
  func endTurn() {
    // After a fault nothing more is sent: it might not be durable.
    guard !hasEnded else { return }
    let begin = now
    if hub.unavailable.isOn { refuseInput() }
    guard pendingTurn == nil else { return }
    hub.service.setWallTime(server.wallTime, at: now)
    goOn()
    let beginOfSending = now
    var turn = endTurn(of: hub)
    while !turn.isEmpty {
      if let journal, !turn.journal.isEmpty {
        return commit(turn, taking: now - beginOfSending, to: journal)
      }
      perform(turn.effects)
      // What is left for watchers has the next turn of the loop.
      guard now - begin < Server.turnBudget else { break }
      turn = endTurn(of: hub)
    }
    let end = now
    hub.sendingTook(end - beginOfSending, endingAt: end, isOfTurn: true)
    dropUnread()
    showSights()
    if let journal, journalCalls == 0 { keep(journal) }
    endIfDone()
    arm(turn.nextDeadline)
  }

  /// Ends a turn of the hub, and begins its jobs.
  private func endTurn(of hub: Hub) -> Turn {
    let turn = hub.endTurn(at: now)
    begin(turn.jobs)
    snapshotPart = turn.snapshot
    if turn.isLast { didSayBye() }
    return turn
  }

  /// Executes what waits, as much as a turn has time for.
  private func goOn() {
    guard mayExecute else { return }
    let (loop, end) = (server.loop, server.executionStart + Server.turnBudget)
    let done = hub.goOn(at: now) { loop.now < end }
    for id in done { recipients.mayRead(id) }
  }

  /// Lets the server end the next turn at the next deadline of the hub.
  private func arm(_ nextDeadline: Duration?) {
    if hub.hasUnread, mayExecute { return markActive() }
    guard let nextDeadline else { return }
    if nextDeadline <= now { markActive() } else { server.arm(self, at: nextDeadline) }
  }

  func perform(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .send(let pieces, let id): recipients.send(pieces, to: id)
      case .broadcast(let encoding, let ids): recipients.broadcast(encoding, to: ids)
      case .close(let id, let bye): recipients.close(id, saying: bye)
      }
    }
  }

  /// Ends the space if all its clients have been sent `bye`.
  private func endIfDone() {
    guard isEnding, journalCalls == 0, recipients.isEmpty else { return }
    end(.stopped)
  }
}

// A database that does not answer. For a moment commands wait for it; then they are refused (rule 13.6), so that
// nobody waits for long without a word.

extension Space {
  /// The seconds that a commit may take until the commands of others are refused. A standby that is promoted at
  /// once is there sooner.
  static let silentSeconds = 2

  /// Whether commands are executed as they come, if no turn waits for its commit.
  var mayExecute: Bool { isLeaseCurrent && !hub.unavailable.isOn }

  /// Refuses commands from now on if the database has not answered for too long. It is called every second, and
  /// counts those: after a pause of the process the answer may be there, unread.
  func checkSilence() {
    guard fault == nil, lease.hasBegun(leaseStart) else { return }
    pendingTicks += pendingTurn == nil ? 0 : 1
    if pendingTicks > Self.silentSeconds || isLeaseOver { setUnavailable(true) }
  }

  /// Refuses commands from now on, or executes them again.
  package func setUnavailable(_ isUnavailable: Bool) {
    guard hub.unavailable.isOn != isUnavailable else { return }
    hub.unavailable.isOn = isUnavailable
    if isUnavailable {
      logger.warning("the database does not answer: commands are refused until it does")
    } else {
      logger.notice("the database answers: commands are executed again")
    }
  }

  /// Refuses what has been held, as much as a turn has time for.
  func refuseInput() {
    let start = server.loop.now
    let refused = hub.unavailable.refuse(at: now, exceptOf: owedConnections()) {
      server.loop.now - start < Server.turnBudget
    }
    perform(refused.effects)
    for id in refused.answered { recipients.mayRead(id) }
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

// Boards as others in this process see them: between turns, when everything that they show is stored.

extension Space {
  /// Promises a board as it is now, or that there is none of the name. It is loaded for that.
  func see(_ board: BoardName, _ promise: Promise<ServedBoard?>) {
    guard !hasEnded else { return }
    sights.append((board, promise))
    _ = hub.service.load(board)
    markActive()
  }

  /// Keeps the promises of loaded boards.
  func showSights() {
    sights.removeAll { board, promise in
      let sight = hub.sight(of: board)
      if sight == nil, hub.service.load(board) { return false }
      promise.keep(.some(sight))
      return true
    }
  }
}
