import BoardDelivery
import BoardHub
import BoardJournal
import Libuv
import Logging

// Durable before visible: the effects of a turn wait until its journal group is committed.
//
// During a commit the loop continues to read, but executes no command, so no change depends on one
// that is not durable. The input of that time is the next turn, and its changes are one group. Snapshots
// and checkpoints delay nothing but the commit behind them.

extension Space {
  /// Commits the journal of a turn when the disk is free, and then performs its effects.
  ///
  /// - Parameter length: How long the turn took so far.
  func commit(_ turn: Turn, taking length: Duration, to journal: any Journal) {
    (pendingTurn, pendingLength, pendingTicks, owed) = (turn, length, 0, nil)
    commitPending(to: journal)
  }

  private func commitPending(to journal: any Journal) {
    guard let group = pendingTurn?.journal else { return }
    commit(group, to: journal) { [unowned self] in didCommit($0, begunAt: $1) }
  }

  /// - Parameter done: Receives the outcome, and when the commit was begun.
  private func commit(
    _ group: JournalGroup, to journal: any Journal,
    then done: @escaping (CommitOutcome, Duration) -> Void
  ) {
    let start = now
    journalCalls += 1
    journalThread.commit(group, to: journal) { [weak self] outcome in
      guard let self, !hasEnded else { return }
      journalCalls -= 1
      done(outcome, start)
      markActive()
    }
  }

  private func didCommit(_ outcome: CommitOutcome, begunAt start: Duration) {
    if outcome == .full, lease.hasBegun(leaseStart) { return waitForRoom() }
    if let fault = outcome.fault { return fail(fault) }
    leaseStart = start - server.clockOffset
    setUnavailable(false)
    let beginOfRelease = now
    release()
    let end = now
    server.counters.commits.observe(end - start)
    // To wait for the disk is no work.
    hub.sendingTook(pendingLength + (end - beginOfRelease), endingAt: end, isOfTurn: true)
    updateRoom()
    commitsInARow += 1
    if commitsInARow >= Self.mostCommitsInARow, let journal { keep(journal) }
  }

  /// Commits a part of a snapshot while there is nothing else to commit.
  private func commit(_ part: SnapshotPart, to journal: any Journal) {
    commit(part.group, to: journal) { [unowned self] outcome, _ in
      snapshotPart = nil
      if outcome != .full, let fault = outcome.fault { return fail(fault) }
      hub.persistence.didCommit(part, outcome == .committed)
    }
  }

  /// Performs the pending effects, whose changes are durable now.
  private func release() {
    let effects = pendingTurn?.effects ?? []
    (pendingTurn, pendingTicks, owed) = (nil, 0, nil)
    server.configuration.onMilestone?(.beforeRelease)
    perform(Array(effects.prefix(1)))
    server.configuration.onMilestone?(.midRelease)
    perform(Array(effects.dropFirst()))
    server.configuration.onMilestone?(.afterRelease)
  }

  /// Does what the journal needs while there is nothing to commit, or after many commits in a row.
  func keep(_ journal: any Journal) {
    commitsInARow = 0
    if isChecked { journal.didCheck() }
    if journal.isCheckpointDue {
      checkpoint(journal)
    } else if let snapshotPart {
      commit(snapshotPart, to: journal)
    }
  }

  /// Runs a checkpoint while there is nothing to commit.
  func checkpoint(_ journal: any Journal) {
    let job: @Sendable () -> JournalFault? = {
      do throws(JournalFault) { try journal.checkpoint() } catch { return error }
      return nil
    }
    work(job, then: { [unowned self] fault in if let fault { fail(fault) } })
  }

  /// Passes the free space of the journal to the hub.
  func updateRoom() {
    guard let journal else { return }
    hub.persistence.setRoom(journal.roomBytes)
    if journal.isDiskFull { beFull() }
  }

  /// Refuses changes from now on, and checks every second whether there is room again.
  func beFull() {
    guard !isDiskFull else { return }
    isDiskFull = true
    hub.persistence.setFull(true)
    logger.warning("the disk is full: changes are refused until there is room")
    restartRoomTimer()
  }

  /// Keeps the turn until the database has room for it. Meanwhile commands are refused (rule 13.6).
  private func waitForRoom() {
    turnWaitsForRoom = true
    beFull()
    restartRoomTimer()
  }

  private func restartRoomTimer() { roomTimer?.start(after: .seconds(1)) }

  /// Checks whether there is room; if the journal is busy, a second later.
  func lookForRoom() {
    guard isDiskFull, let journal else { return }
    guard journalCalls == 0 else { return restartRoomTimer() }
    work({ journal.makeRoom() }, then: { [unowned self] in self.didLookForRoom($0) })
  }

  private func didLookForRoom(_ hasRoom: Bool) {
    guard hasRoom else { return restartRoomTimer() }
    if turnWaitsForRoom, let journal {
      turnWaitsForRoom = false
      commitPending(to: journal)
      return restartRoomTimer()
    }
    isDiskFull = false
    hub.persistence.setFull(false)
    updateRoom()
    logger.notice("there is room on the disk: changes are taken again")
  }

  /// Runs a call of the journal when its thread is free.
  func work<Output: Sendable>(
    _ job: @escaping @Sendable () -> Output, then done: @escaping (Output) -> Void
  ) {
    journalCalls += 1
    journalThread.run(job) { [weak self] result in
      guard let self, !hasEnded else { return }
      journalCalls -= 1
      switch result {
      case .success(let output): done(output)
      case .failure(let error): failWithoutThread(error)
      }
      markActive()
    }
  }

  /// Runs a job on another thread.
  func run<Output: Sendable>(
    _ job: @escaping @Sendable () -> Output, on worker: Worker,
    then done: @escaping (Output) -> Void
  ) {
    do throws(UVError) {
      try worker.run(job) { [weak self] output in
        guard let self, !hasEnded else { return }
        done(output)
        markActive()
      }
    } catch {
      failWithoutThread(error)
    }
  }

  private func failWithoutThread(_ error: UVError) {
    fail(.failed("no thread can be had: \(error)"))
  }
}

extension CommitOutcome {
  /// Why the server must end; nil if the group is durable.
  fileprivate var fault: JournalFault? {
    switch self {
    case .committed: nil
    case .fenced(let board):
      .inUse("somebody else has taken over \(board.map { "board \($0)" } ?? "the journal")")
    case .full:
      .failed("there is no room for what is under way, not even with the reserve given up")
    case .unknown(let reason): .failed("the journal could not be written: \(reason)")
    }
  }
}
