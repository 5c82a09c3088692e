import BoardJournal
import BoardModel
import Synchronization

/// A journal in a space of a PostgreSQL database: one transaction per group, durable when `commit` returns.
///
/// The process that holds the space has a lease. What a holder writes is stored only if nobody has taken the space
/// since: the clock decides who may try, never what is stored.
///
/// If the connection is lost while a group is under way, the journal connects again and reads whether the group
/// is stored, however long that takes. After `fenced` or `unknown`, every commit answers the same.
///
/// It commits on a connection of its own or on one of its lane, and is acquired and replayed on others.
public final class PostgresJournal: MovableJournal, @unchecked Sendable {
  let lease: NodeLease
  let lane: PostgresLane?
  let space: StoredSpace
  let timeouts: DatabaseTimeouts
  /// Whether `renew` renews the lease. Otherwise whoever has it does.
  let renewsLease: Bool
  /// What to tell the operator while the database does not answer.
  let onTrouble: @Sendable (String) -> Void

  /// Its own, or that of its lane on which it commits.
  var connector: PostgresConnector
  var state = SpaceState()
  var fence = Fence(term: 0, groups: 0) {
    didSet { lease.known.withLock { $0.see(space.name, at: fence, in: epoch) } }
  }
  /// Of the space since it was acquired.
  private var epoch: Epoch
  /// What the operator was told is wrong with the database.
  private var warnings: [String] = []
  /// When this journal has last renewed the lease.
  var renewal: ContinuousClock.Instant?
  /// The answer to all further commits.
  var ending: CommitOutcome?
  /// The boards that there were when the space was acquired.
  private var acquired: [BoardName: SpaceBoard] = [:]
  /// What was read when the space was taken together with others; nil if it was not, or is acquired.
  private var taken: TakenSpace?
  public internal(set) var isDiskFull = false

  /// Opens a space; for `arriving` it is made if there is none.
  ///
  /// - Parameters:
  ///   - lease: Of the process. It has to be registered before the space is acquired.
  ///   - lane: What it commits on together with other journals; nil for a connection of its own.
  ///   - renewsLease: Whether the journal renews the lease and ends it, because it is the only one of its process. It
  ///     has no lane then, and nobody else may call the lease.
  ///   - onTrouble: Receives a sentence when the database does not answer, and when it does again, on the
  ///     thread that commits.
  /// - Throws: `JournalFault` if there is no such space, if the database has other tables or cannot be reached.
  public convenience init(
    _ space: SpaceName, of lease: NodeLease, on lane: PostgresLane? = nil,
    for purpose: JournalPurpose = .serving, renewsLease: Bool = false,
    onTrouble: @escaping @Sendable (String) -> Void
  ) throws(JournalFault) {
    try self.init(
      space, of: lease, on: lane, for: purpose, renewsLease: renewsLease,
      timeouts: lane?.timeouts ?? DatabaseTimeouts(), onTrouble: onTrouble)
  }

  package init(
    _ space: SpaceName, of lease: NodeLease, on lane: PostgresLane? = nil,
    for purpose: JournalPurpose = .serving, renewsLease: Bool = false, timeouts: DatabaseTimeouts,
    onTrouble: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(JournalFault) {
    precondition(
      lane == nil || lane?.lease === lease && !renewsLease, "The lane is of another process.")
    self.lease = lease
    self.lane = lane
    self.renewsLease = renewsLease
    self.timeouts = timeouts
    self.onTrouble = onTrouble
    self.space = try lease.pool.using { connection throws(JournalFault) in
      try Schema.check(connection)
      return try PostgresDatabase(connection).space(space, for: purpose)
    }
    epoch = self.space.epoch
    connector = PostgresConnector(lease.url, named: lease.application)
  }

  /// A journal in a space that its process has taken.
  init(
    _ taken: TakenSpace, of lease: NodeLease, on lane: PostgresLane,
    onTrouble: @escaping @Sendable (String) -> Void
  ) {
    (self.lease, self.lane, self.onTrouble) = (lease, lane, onTrouble)
    (renewsLease, timeouts) = (false, lane.timeouts)
    connector = PostgresConnector(lease.url, named: lease.application)
    (space, epoch, fence, self.taken) = (taken.space, taken.epoch, taken.fence, taken)
    lease.known.withLock { $0.see(taken.space.name, at: taken.fence, in: taken.epoch) }
  }

  /// Lets others take the space, if it is possible without a new connection.
  deinit {
    if renewsLease { return lease.leave() }
    guard fence.term > 0, ending == nil else { return }
    lease.pool.tryRunning([releaseCall], within: .seconds(1))
  }

  /// Lets others take the space at once. Nothing can be committed any more.
  ///
  /// - Throws: `JournalFault` if the database does not answer. The space is the process's still.
  public func release() throws(JournalFault) {
    guard fence.term > 0, ending == nil else { return }
    let call = releaseCall
    try lease.pool.using { connection throws(JournalFault) in
      try asFault { () throws(PostgresError) in
        _ = try connection.run([call], within: timeouts.answer)
      }
    }
    ending = .fenced(nil)
  }

  private var releaseCall: StatementCall {
    Statement.release(.int(space.id), .int(fence.term))
  }

  public func markMoved(to place: String) throws(JournalFault) {
    try setState(.moved, place)
  }

  public func markComplete() throws(JournalFault) { try setState(.ready, "") }

  /// Ends the term of this journal.
  private func setState(_ state: SpaceListing.State, _ note: String) throws(JournalFault) {
    let call = Statement.setState(
      .int(space.id), .int(fence.term), .text(state.rawValue), .text(note))
    try asFault(counting: space) { () throws(PostgresError) in
      _ = try connector.run([call], within: timeouts.answer)
    }
    ending = .fenced(nil)
  }

  // MARK: Acquiring

  public func acquire() throws(JournalFault) -> StoredServer {
    if renewsLease {
      let start = ContinuousClock.now
      warn(try lease.renew(report))
      renewal = start
    }
    let taken: TakenSpace
    if let known = self.taken.take() { taken = known } else { taken = try takeAlone() }
    (state, acquired) = (taken.state, taken.state.boards)
    ending = nil
    return taken.stored
  }

  private func takeAlone() throws(JournalFault) -> TakenSpace {
    try lease.pool.using { connection throws(JournalFault) in
      let (fence, epoch) = try take(with: connection)
      (self.epoch, self.fence) = (epoch, fence)
      let reader = SpaceReader(connection, of: space.id, within: timeouts.answer)
      var (stored, state) = try reader.reading { reader throws(JournalFault) in
        try reader.state(epoch: epoch)
      }
      if let loss = state.loss {
        ending = .unknown(loss)
        throw try PostgresDatabase(connection).markRestored(space, loss)
      }
      stored.drags = try takeDrags(with: connection)
      return TakenSpace(space: space, fence: fence, epoch: epoch, stored: stored, state: state)
    }
  }

  /// Takes the drags that the last holder has left. Nobody gets them twice: what happens to them from now on
  /// is not stored.
  private func takeDrags(
    with connection: PostgresConnection
  ) throws(JournalFault) -> [StoredDrag] {
    let rows = try asFault { () throws(PostgresError) in
      let call = Statement.takeDrags(.ints([space.id]), .ints([fence.term]))
      return try connection.run([call], within: timeouts.answer)[0].rows
    }
    return rows.storedDrags
  }

  public var keepsDrags: Bool { true }

  /// Takes the space. The rows are read afterwards: until then an earlier holder could commit.
  ///
  /// A process that is no node watches the owner, and declares it dead if it is silent for as long as its lease. Nodes
  /// agree on that among themselves.
  private func take(
    with connection: PostgresConnection
  ) throws(JournalFault) -> (Fence, Epoch) {
    guard let node = lease.id else { throw .failed("the process is not registered") }
    let id = PostgresValue.ints([space.id])
    if lease.registration.address == nil {
      try PostgresDatabase(connection).awaitOwner(of: space.name, but: node, within: lease.watch)
    }
    let call = Statement.take(
      id, .list(.text, [.text(Epoch.random().string)]), .int(node.number),
      .text(space.state.rawValue))
    let found = try asFault { () throws(PostgresError) in
      try connection.run(
        [Statement.endIdleOfSpaces(id), call], within: timeouts.answer
      ).last?.rows.first
    }
    if let (fence, epoch) = found?.fenceOfTake { return (fence, epoch) }
    let now = try PostgresDatabase(connection).space(space.name)
    throw now.fault ?? .inUse("space \(space.name) was taken by somebody else: try again")
  }

  public func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    guard let row = state.boards[board] else { return }
    try lease.pool.replay(board, row, of: space.id, within: timeouts.answer, visit)
  }

  public var source: any BoardSource {
    PostgresBoardSource(lease.pool, space.id, acquired, timeouts)
  }

  public func didCheck() {}

  // MARK: Room

  /// Nobody knows how much room the disk of a database has.
  public var roomBytes: Int { 1 << 50 }

  public func makeRoom() -> Bool {
    guard isDiskFull else { return true }
    guard let lane else { return makeRoom(on: connector) }
    return lane.using { makeRoom(on: $0) }
  }

  private func makeRoom(on connector: PostgresConnector) -> Bool {
    do throws(PostgresError) {
      // It writes a row, as each group does.
      try connector.run([confirmation], within: .seconds(2))
      isDiskFull = false
    } catch {
      if case .lost = error { connector.drop() }
    }
    return !isDiskFull
  }

  // MARK: Checkpoints

  /// The database makes them.
  public var isCheckpointDue: Bool { false }

  public func checkpoint() throws(JournalFault) {}
}

/// Keeping the lease of a server that is alone.
extension PostgresJournal {
  public var renewalInterval: Duration? { renewsLease ? .seconds(1) : nil }

  /// Renews the lease of the process, and looks whether the space is still its own. If the database does not answer,
  /// the next call tries again: who has taken the space meanwhile is seen then, or by the next commit.
  ///
  /// A journal that does not renew it says only whether its term has ended.
  public func renew() -> Renewal {
    if let fault = ending?.fault { return .ended(fault) }
    guard renewsLease else { return .renewed }
    let start = ContinuousClock.now
    do throws(JournalFault) {
      let view = try lease.renew(report)
      warn(view)
      try asFault { () throws(PostgresError) in try look(view) }
      renewal = start
    } catch {
      connector.drop()
      guard case .failed(let reason) = error else { return .ended(error) }
      return .unanswered(reason)
    }
    return ending?.fault.map { .ended($0) } ?? .renewed
  }

  /// Tells the operator once what is wrong with the database.
  private func warn(_ view: ClusterView) {
    for warning in view.warnings where !warnings.contains(warning) { onTrouble(warning) }
    warnings = view.warnings
  }

  var report: NodeReport { NodeReport(spaces: fence.term > 0 ? 1 : 0) }

  /// Ends the journal if somebody has taken the space, or if it has lost groups.
  private func look(_ view: ClusterView) throws(PostgresError) {
    let found = try readFence()
    guard found?.fence != fence else {
      if found?.mayLackGroups == true {
        ending = .unknown(Self.promotion)
        return
      }
      // Its process was declared dead, and nobody has come.
      if !view.owned.contains(where: { $0.name == space.name }) {
        try connector.run(
          [Statement.own(.int(space.id), .int(fence.term), .int(view.me.number))],
          within: timeouts.answer)
      }
      return
    }
    ending = found?.fence.loss(since: fence).map { lost($0) } ?? .fenced(nil)
  }

  /// How long after the beginning of a commit its lease may be shorter than after a renewal. A server trusts it
  /// half a second less than it is long.
  private static let slack: Duration = .milliseconds(250)

  /// What extends the lease in the transaction of a group, if it is not as good as new.
  func leaseExtension(at now: ContinuousClock.Instant) -> [StatementCall] {
    guard renewsLease, let id = lease.id, renewal.map({ now - $0 > Self.slack }) ?? true
    else { return [] }
    return [Statement.extendLease(.int(id.number), .int(lease.milliseconds))]
  }
}

extension CommitOutcome {
  /// Why nothing can be committed any more; nil if it can.
  fileprivate var fault: JournalFault? {
    switch self {
    case .committed, .full: nil
    case .fenced: .inUse("somebody else has taken over")
    case .unknown(let reason): .failed(reason)
    }
  }
}
