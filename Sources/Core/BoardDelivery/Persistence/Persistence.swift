import BoardAuthority
import BoardJournal
import BoardModel
import BoardWire

/// What must be durable before the effects of a turn are performed. Source:
/// `protocol/connection.md`, section 13.
///
/// All that a turn changes is one group, which is committed wholly or not at all.
public final class Persistence {
  /// Whether anything is persisted at all.
  public let isOn: Bool
  let clock: HubClock
  private let roster: Roster
  private let drags: DragSessions

  /// What this turn has changed so far.
  @exclusivity(unchecked) private var group = JournalGroup()
  /// The bytes of this turn's revisions so far.
  @exclusivity(unchecked) private var revisionBytes = 0
  /// How many changes there were so far, and how many before the present command.
  @exclusivity(unchecked) private var changes = 0
  @exclusivity(unchecked) private var earlierChanges = 0
  /// Whether changes are refused because there is no room for them.
  @inlinable package var isDiskFull: Bool { isFull }
  /// What `setFull` said last.
  @exclusivity(unchecked) @usableFromInline var isFull = false
  /// The bytes for which there is room.
  @exclusivity(unchecked) private var bytesOfRoom = Int.max
  /// The highest numbers that may be given to sessions and guests without reserving more.
  @exclusivity(unchecked) private var reserved: [NumberKind: Int] = [:]
  /// How drags ended that dropped something.
  @exclusivity(unchecked) private var outcomes = StoredOutcomes()
  @exclusivity(unchecked) private var boards = BoardQueues()
  #if DEBUG
    /// What a planted fault commits a turn later.
    private var lateEntries: [JournalEntry] = []
  #endif

  /// Numbers that are not given twice, not even after a restart.
  package enum NumberKind: String, CaseIterable {
    case sessions
    case guests

    /// How many are reserved at a time: as many may be left out at a restart.
    package static let stride = 100
  }

  package init(isOn: Bool, clock: HubClock, roster: Roster, drags: DragSessions) {
    (self.isOn, self.clock, self.roster, self.drags) = (isOn, clock, roster, drags)
  }

  // MARK: Groups

  func add(_ entry: @autoclosure () -> JournalEntry) {
    guard isOn else { return }
    changes += 1
    let entry = entry()
    if case .revision(let revision) = entry { revisionBytes += revision.body.count }
    group.append(entry)
  }

  /// Hands over what the turn has changed, and begins a new group.
  ///
  /// - Parameter nextSession: The number of the next drag session. With any change some are reserved, so that
  ///   drags can begin on a disk that is full by then.
  package func endTurn(nextSession: Int) -> JournalGroup {
    guard isOn else { return [] }
    if !group.isEmpty { use(nextSession, of: .sessions) }
    for live in boards.removeAll(from: \.numbers) { addNumbers(of: live) }
    revisionBytes = 0
    #if DEBUG
      if let late = removeTooEarly() { return late }
    #endif
    return group.removeAll()
  }

  #if DEBUG
    /// Hands over less than the turn has changed, for a planted fault; nil if none is planted.
    private func removeTooEarly() -> JournalGroup? {
      let isLate: (JournalEntry) -> Bool
      if PlantedBug.acknowledgedBeforeCommit.isPlanted {
        isLate = { _ in true }
      } else if PlantedBug.broadcastBeforeCommit.isPlanted {
        isLate = { if case .revision(let revision) = $0 { revision.origin != nil } else { false } }
      } else {
        return nil
      }
      let entries = group.removeAll().entries
      defer { lateEntries = entries.filter(isLate) }
      return JournalGroup(lateEntries + entries.filter { !isLate($0) })
    }
  #endif

  package func beginCommand() { earlierChanges = changes }

  /// Whether the present command has changed anything that is persisted.
  package var hasCommandEntries: Bool { changes > earlierChanges }

  // MARK: Boards whose entries are added later

  /// Adds the numbers of a board's next ids at the end of the turn.
  func addNumbersLater(of live: LiveBoard) { boards.append(live, to: \.numbers) }

  /// Commits a snapshot of a board when there is nothing else to commit.
  func commitSnapshotLater(of live: LiveBoard) { boards.append(live, to: \.snapshots) }

  /// The snapshot that is to be written now, one at a time; nil if there is none.
  package func beginSnapshot() -> SnapshotWriting? { boards.beginSnapshot() }

  /// What may be committed when nothing else is; nil if there is nothing.
  package var part: SnapshotPart? { boards.part }

  /// Notes whether a part of a snapshot was committed. If not, there will be another snapshot later.
  public func didCommit(_ part: SnapshotPart, _ isCommitted: Bool) {
    boards.didCommit(part, isCommitted)
  }

  package func forget(_ live: LiveBoard) { boards.remove(live) }

  // MARK: Room

  /// Notes whether there is room for changes. Without it they are refused.
  public func setFull(_ isFull: Bool) {
    self.isFull = isFull
    guard !isFull else { return }
    use(roster.lastGuest, of: .guests)
    use(drags.coordinator.lastNumber, of: .sessions)
  }

  /// Notes for how many bytes there is room: changes that need more are refused.
  public func setRoom(_ bytes: Int) { bytesOfRoom = bytes }

  /// The room that is left for changes.
  package var room: JournalRoom {
    JournalRoom(isOn: isOn, isDiskFull: isDiskFull, bytes: bytesOfRoom, used: revisionBytes)
  }

  // MARK: Numbers

  /// Makes sure that a number just given will not be given again.
  ///
  /// More are reserved while half of a stride is left, for the time when the disk is full.
  package func use(_ number: Int, of kind: NumberKind) {
    let isScarce = number > reserved[kind, default: 0] - NumberKind.stride / 2
    guard isOn, isScarce, !isDiskFull else { return }
    let limit = number - 1 + NumberKind.stride
    reserved[kind] = limit
    add(.number(kind.rawValue, limit))
  }

  /// Makes sure that a number can be given: if the disk is full, only one that is reserved.
  ///
  /// - Throws: `diskFull`.
  package func requireNumber(_ number: Int, of kind: NumberKind) throws(Refusal) {
    if isOn, isDiskFull, number > reserved[kind, default: 0] { throw .diskFull }
  }

  /// Adds how a drag ended, if it dropped something.
  func add(_ session: SessionID, _ outcome: SessionOutcome) {
    guard isOn else { return }
    for (key, value) in outcomes.add(session, outcome) { add(.number(key, value)) }
  }

  /// Takes over the numbers that a journal has.
  ///
  /// - Returns: How the last drags ended that dropped something.
  package func restore(_ numbers: [String: Int]) -> [SessionID: SessionOutcome] {
    for kind in NumberKind.allCases { reserved[kind] = numbers[kind.rawValue] }
    outcomes = StoredOutcomes(stored: numbers)
    return outcomes.bySession
  }

  // MARK: Clients

  /// Adds a name and its token before anything that goes by that name.
  package func addClient(named name: ClientName) {
    guard let client = roster.client(name), let account = client.account, let token = client.token,
      !account.isPersistent
    else { return }
    account.isPersistent = true
    add(.client(name, token: token))
  }

  /// Adds a drag session with which the next server goes on.
  package func add(_ drag: StoredDrag) { add(.drag(drag)) }

  /// Adds the reply to a command that changed something, for a retry after a restart.
  package func add(_ reply: RecordedReply, tag: String, of client: Client) {
    guard isOn else { return }
    addClient(named: client.name)
    add(.reply(client.name, StoredReply(tag: tag, digest: reply.digest, body: reply.bytes)))
  }

  /// Adds that a client is remembered no longer.
  package func forget(_ client: Client) {
    guard client.account?.isPersistent == true, !isDiskFull else { return }
    add(.forgotten(client.name))
  }
}

/// A snapshot that is being written or committed.
private struct PresentSnapshot {
  let writing: SnapshotWriting
  let live: LiveBoard

  /// Whether its board still has the name that it had.
  var isCurrent: Bool { live.name == writing.name && live.persisted.isPending(writing.revision) }
}

/// Boards of which something is to be added to the journal later, each once, in the order in which
/// they were changed.
private struct BoardQueues {
  /// The boards of which a snapshot is to be committed.
  var snapshots: [LiveBoard] = []
  /// The boards of which the numbers of the next ids are to be added at the end of the turn.
  var numbers: [LiveBoard] = []
  /// The snapshot that is being written or committed, and its board.
  private var present: PresentSnapshot?

  mutating func append(_ live: LiveBoard, to queue: WritableKeyPath<Self, [LiveBoard]>) {
    guard !self[keyPath: queue].contains(where: { $0 === live }) else { return }
    self[keyPath: queue].append(live)
  }

  mutating func removeAll(from queue: WritableKeyPath<Self, [LiveBoard]>) -> [LiveBoard] {
    guard !self[keyPath: queue].isEmpty else { return [] }
    defer { self[keyPath: queue] = [] }
    return self[keyPath: queue]
  }

  /// Two snapshots are persisted and the revisions from the older one on, so that clients can go on
  /// from revisions that they had before a restart.
  mutating func beginSnapshot() -> SnapshotWriting? {
    if let present, !present.isCurrent { endSnapshot(isCommitted: false) }
    guard present == nil, let live = snapshots.first else { return nil }
    let last = live.persisted.snapshot
    live.persisted.beginSnapshot(at: live.revision)
    let writing = SnapshotWriting(
      of: live.name, at: live.revision, live.versions.board,
      trim: last > live.persisted.oldest ? last : nil)
    present = PresentSnapshot(writing: writing, live: live)
    return writing
  }

  var part: SnapshotPart? { present?.writing.part }

  mutating func didCommit(_ part: SnapshotPart, _ isCommitted: Bool) {
    // A board that is gone meanwhile has no snapshot.
    guard part.writing === present?.writing else { return }
    if !isCommitted || part.writing.didCommit(part) { endSnapshot(isCommitted: isCommitted) }
  }

  private mutating func endSnapshot(isCommitted: Bool) {
    guard let live = present?.live else { return }
    live.persisted.endSnapshot(isCommitted: isCommitted)
    snapshots.removeAll { $0 === live }
    present = nil
  }

  mutating func remove(_ live: LiveBoard) {
    snapshots.removeAll { $0 === live }
    numbers.removeAll { $0 === live }
    if present?.live === live { present = nil }
  }
}
