import BoardAuthority
import BoardModel
import BoardWire

// Changes that may take long: made at once if they are short, else by another thread.

extension Hub {
  /// The steps from which another thread is worth its copy of the tables of a board: about 5 ms.
  public static let longChangeSteps = TurnBudget.longChange

  /// Makes the change of a command.
  ///
  /// - Parameters:
  ///   - request: What the body is given. A body that captures nothing needs no memory of its own.
  ///   - body: Makes it on the board of the context, with nothing that others have.
  /// - Returns: Nil if it is made by another thread. The command is answered later then.
  func change<Request>(
    _ live: LiveBoard, for command: PendingCommand, as request: Request,
    on connection: ClientConnection,
    _ body: @escaping (ChangeContext, Request) throws(Refusal) -> ChangeContext.Outcome
  ) throws(Refusal) -> Answer? {
    guard isForAnotherThread(command.cost) else {
      let (reply, revision) = try body(context(of: live, by: connection), request)
      if let revision { conclude(revision, on: live, by: connection) }
      return Answer(reply, on: live)
    }
    let change = longChange(of: live, for: command, by: connection) { change throws(Refusal) in
      try body(change, request)
    }
    scheduler.suspend(.job(change), of: connection, until: [.worker(change)])
    return nil
  }

  /// What a change is made with that is made at once.
  func context(of live: LiveBoard, by connection: ClientConnection) -> ChangeContext {
    ChangeContext(
      versions: live.versions, author: connection.client.author, time: clock.wallTime,
      room: persistence.room, leases: .present(drags, at: clock.now))
  }

  private func longChange(
    of live: LiveBoard, for command: PendingCommand, by connection: ClientConnection,
    _ body: @escaping (ChangeContext) throws(Refusal) -> ChangeContext.Outcome
  ) -> LongChange {
    let draft = live.versions.makeDraft()
    let context = ChangeContext(
      versions: draft.versions, author: connection.client.author, time: clock.wallTime,
      room: persistence.room,
      leases: .copied(
        drags.coordinator.foreignLeases(
          on: live.name, for: connection.client.name, at: clock.now)))
    let snapshot = persistence.isOn ? live.persisted.newestSnapshot : nil
    let (base, forms, threshold) = (live.revision, formsOfReaders(of: live), budget.stepsForWriter)
    return LongChange(of: live, on: draft, for: command, by: connection) { () throws(Refusal) in
      let (reply, revision) = try body(context)
      return LongChange.Made(
        reply: reply, revision: revision,
        journalRows: snapshot.flatMap { revision?.journalRows(after: $0) },
        content: context.versions.contentDue(for: forms, from: base, steps: threshold))
    }
  }

  /// The forms in which the readers of a board are sent what they watch.
  private func formsOfReaders(of live: LiveBoard) -> Set<WireForm> {
    let hasJSON = delivery.subscribers(of: live).contains { $0.form == .json }
    return live.subscribers.isEmpty ? [] : hasJSON ? [.text, .json] : [.text]
  }

  /// What another thread is to do now; nil if there is nothing. `finished` must follow. It may be done while a turn is
  /// committed.
  ///
  /// - Parameter lane: The lane whose thread is free; nil if all are.
  public func nextJob(in lane: Job.Lane? = nil) -> Job? { jobs.next(in: lane) }

  /// What finished jobs left, and boards that are gone, to be released on another thread while
  /// `nextJob` has none for it; nil if nothing is left.
  public func nextRelease() -> ReleasedMemory? { jobs.nextRelease() }

  /// Takes back what `nextJob` returned, after its `run`. `goOn` makes it part of the hub.
  public func finished(_ job: Job) {
    jobs.finished(job)
    // Nothing waits for what these have done but readers, whose board is marked.
    if job.lane == .contents { job.conclude(in: self) }
  }

  func conclude(_ change: LongChange) {
    let connection = change.connection
    // Whoever is gone gets no reply, so that there is no change either.
    guard !connection.isClosing, let result = change.result else {
      return change.live.versions.dropDraft()
    }
    persistence.beginCommand()
    let reply: Answer
    do throws(Refusal) {
      reply = try adopt(try result.get(), of: change)
    } catch {
      change.live.versions.dropDraft()
      reply = refusal(error, of: change.command.verb, on: change.live, to: connection)
    }
    write(reply, to: change.command, on: connection)
  }

  private func adopt(_ made: LongChange.Made, of change: LongChange) throws(Refusal) -> Answer {
    if made.revision != nil { try persistence.room.requireRoom() }
    try change.live.versions.adopt(change.draft)
    if let revision = made.revision {
      budget.spend(revision.edits.count * TurnBudget.adoptedEdit)
      conclude(
        revision, on: change.live, by: change.connection, journalRows: made.journalRows,
        content: made.content)
    }
    return Answer(made.reply, on: change.live)
  }
}
