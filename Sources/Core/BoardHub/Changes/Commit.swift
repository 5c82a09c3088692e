// Only here, in the context of a change and in a replay boards can be changed: to others the functions are not there.
@_spi(Changes) import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// Every change of a board, by an edit, a drop, a block or an undo: one revision, made durable, then sent. It is made at
/// once if it is short, else by another thread.
final class Commit {
  private let clock: HubClock
  private let boards: BoardDirectory
  private let drags: DragSessions
  private let budget: TurnBudget
  private let persistence: Persistence
  private let delivery: Delivery
  private let scheduler: Scheduler
  private let replies: ReplyWriter

  init(
    clock: HubClock, boards: BoardDirectory, drags: DragSessions, budget: TurnBudget,
    persistence: Persistence, delivery: Delivery, scheduler: Scheduler, replies: ReplyWriter
  ) {
    (self.clock, self.boards, self.drags, self.budget) = (clock, boards, drags, budget)
    (self.persistence, self.delivery) = (persistence, delivery)
    (self.scheduler, self.replies) = (scheduler, replies)
  }

  /// Makes changes as one revision, and sends it to the sessions and selections on the board and to
  /// its author.
  ///
  /// - Throws: As `VersionedBoard.transact`.
  func change(
    _ live: LiveBoard, by connection: ClientConnection,
    _ body: (inout BoardTransaction) throws(Refusal) -> Void
  ) throws(Refusal) {
    let note = RevisionNote(
      author: connection.client.author, time: clock.wallTime, origin: .command)
    let revision = try live.versions.transact(note, body)
    if let revision { conclude(revision, on: live, by: connection) }
  }

  /// Drops what a session has, as one revision or none, and ends the session.
  ///
  /// - Returns: What it came to, and the board of the drop.
  /// - Throws: As `DragCoordinator.perform`.
  func drop(
    _ session: SessionID?, by connection: ClientConnection
  ) throws(Refusal) -> (result: DragCoordinator.Performance, live: LiveBoard?) {
    let result = try drags.coordinator.perform(
      session, by: connection.client.author, in: boards.versioned, at: clock.now,
      wallTime: clock.wallTime)
    let live = result.drop.flatMap { boards[$0.board] }
    if let revision = result.revision, let live {
      conclude(
        revision, on: live, by: connection, outcome: result.outcome, sending: result.events)
    } else {
      delivery.send(result.events, by: connection)
    }
    return (result, live)
  }

  /// Gives a board another name.
  ///
  /// - Parameter first: The lowest revision that it may have under that name.
  func rename(
    _ live: LiveBoard, to new: BoardName, from first: Int, by connection: ClientConnection
  ) {
    let (old, last) = (live.name, live.revision)
    // The revisions of a name that was used before are of another board.
    let isUsed = first > 0
    boards.rename(live, to: new) {
      live.versions.rename(to: new)
      live.encodings.dataChanged()
      live.forgetWay()
      if isUsed { live.versions.forgetPast(continuingAt: max(first, last)) }
    }
    persistence.addRenamed(live, from: old)
    if isUsed { persistence.addBeginning(of: live, after: last, by: connection.client.author) }
    // Subscribers were brought to the new revision under the old name.
    boards.retire(old, at: live.revision) { persistence.add($1, key: $0) }
  }

  /// Sets policies, evaluates the drags over the board again, and shows what holds now.
  func set(
    _ settings: [PolicySetting], for target: BoardPolicies.Target, on live: LiveBoard
  ) {
    live.versions.set(settings, for: target)
    live.contentChanged()
    persistence.addPolicy(of: target, on: live)
    drags.coordinator.policyChanged(live.versions)
    delivery.sendPolicy(of: target, on: live)
  }

  /// Sets the types of fields, and shows them.
  func set(_ types: FieldTypes, on live: LiveBoard) {
    live.versions.set(types)
    live.contentChanged()
    persistence.addTypes(of: live)
    delivery.sendTypes(of: live)
  }

  /// Makes a revision durable and sends it.
  ///
  /// The board has the change before anything is sent. The author's
  /// own copy is brought to the new revision in front of the reply.
  ///
  /// - Parameter events: What the connection did to its session by the change, sent in front of what the
  ///   change does to others.
  private func conclude(
    _ revision: Revision, on live: LiveBoard, by connection: ClientConnection,
    outcome: SessionOutcome? = nil, sending events: [DragSessionEvent] = []
  ) {
    announce(revision, on: live, by: connection, outcome: outcome, events)
    delivery.catchUp(connection, on: live)
    delivery.sendEnds(events, to: connection)
  }

  /// Makes a revision durable, and notes what everybody is owed by it.
  ///
  /// - Parameter made: What another thread has found out and written, if it made the revision.
  private func announce(
    _ revision: Revision, on live: LiveBoard, by connection: ClientConnection,
    outcome: SessionOutcome? = nil, _ events: [DragSessionEvent] = [],
    made: LongChange.Made? = nil
  ) {
    let edits = revision.edits
    live.contentChanged(made?.content)
    if let batches = made?.batches {
      for link in batches.links { budget.counters.count(link.batch, from: link.from, to: link.to) }
      live.way.adopt(batches.update)
    }
    boards.countLog(of: live)
    persistence.add(revision, of: live, outcome: outcome, rows: made?.journalRows)
    // Before the author is sent anything, as that may be a snapshot.
    delivery.markBehind(live)
    for section in revision.policiesLost {
      delivery.recordDeletedPolicy(of: section, on: live, by: connection)
    }
    delivery.note(events, by: connection)
    delivery.note(
      drags.coordinator.boardChanged(
        live.versions, edits, touching: made?.touched, by: connection.client.name, at: clock.now))
    if !budget.isSpent { delivery.evaluateManyChanges() }
    delivery.sendSelections(without: edits, on: live)
  }

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
    guard budget.isForAnotherThread(command.cost) else {
      let (reply, revision) = try body(context(of: live, by: connection), request)
      if let revision { conclude(revision, on: live, by: connection) }
      return Answer(reply, on: live)
    }
    let change = longChange(of: live, for: command, by: connection) { change throws(Refusal) in
      try body(change, request)
    }
    let job = Job(change)
    scheduler.suspend(.job(job), of: connection, until: [.worker(job)])
    return nil
  }

  /// Makes a change at once that checks what others drag.
  ///
  /// - Parameter body: Makes it, and returns the revision; nil if nothing changed.
  func change(
    _ live: LiveBoard, by connection: ClientConnection,
    _ body: (ChangeContext) throws(Refusal) -> Revision?
  ) throws(Refusal) {
    let revision = try body(context(of: live, by: connection))
    if let revision { conclude(revision, on: live, by: connection) }
  }

  /// What a change is made with that is made at once.
  private func context(of live: LiveBoard, by connection: ClientConnection) -> ChangeContext {
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
    let leased = drags.coordinator.leasedItems(on: live.name)
    let snapshot = persistence.isOn ? live.persisted.newestSnapshot : nil
    let (base, forms, threshold) = (live.revision, formsOfReaders(of: live), budget.stepsForWriter)
    let isWatched = !live.subscribers.isEmpty
    return LongChange(
      of: live, on: draft, for: command, by: connection, concludedBy: self
    ) { () throws(Refusal) in
      let (reply, revision) = try body(context)
      let content = context.versions.contentDue(for: forms, from: base, steps: threshold)
      return LongChange.Made(
        reply: reply, revision: revision,
        journalRows: snapshot.flatMap { revision?.journalRows(after: $0) },
        touched: revision.map { leased.touched(by: $0.edits, on: context.versions.board) },
        content: content,
        batches: !isWatched || content != nil
          ? nil : context.versions.composedBatches(from: base))
    }
  }

  /// The forms in which those readers of a board are sent what they watch who are sent all of it.
  private func formsOfReaders(of live: LiveBoard) -> Set<WireForm> {
    let readers = live.subscribers.filter { $0.content == nil }
    let hasJSON = readers.contains { delivery.roster[$0.connection]?.form == .json }
    return readers.isEmpty ? [] : hasJSON ? [.text, .json] : [.text]
  }

  func conclude(_ change: LongChange) {
    let connection = change.connection
    if let answer = change.answer {
      change.answer = nil
      if connection.isClosing { return }
      return replies.write(answer, tag: change.command.tag, of: change.command.verb, to: connection)
    }
    // Whoever is gone gets no reply, so that there is no change either.
    guard !connection.isClosing, let result = change.result else {
      return change.live.versions.dropDraft()
    }
    persistence.beginCommand()
    do throws(Refusal) {
      let answer = try adopt(try result.get(), of: change)
      replies.remember(answer, to: change.command, on: connection)
      if delivery.mustWait(forDragsOf: change.live) {
        change.answer = answer
        return
      }
      replies.write(answer, tag: change.command.tag, of: change.command.verb, to: connection)
    } catch {
      change.live.versions.dropDraft()
      replies.refuse(error, to: change.command, on: change.live, connection)
    }
  }

  private func adopt(_ made: LongChange.Made, of change: LongChange) throws(Refusal) -> Answer {
    if made.revision != nil { try persistence.room.requireRoom() }
    try change.live.versions.adopt(change.draft)
    if let revision = made.revision {
      budget.spend(revision.edits.count * TurnBudget.adoptedEdit)
      announce(
        revision, on: change.live, by: change.connection, made: made)
    }
    return Answer(made.reply, on: change.live)
  }
}
