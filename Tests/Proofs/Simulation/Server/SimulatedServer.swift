import BoardAuthority
import BoardDelivery
import BoardHub
import BoardJournal
import BoardModel
import BoardWire

/// The hub with everything around it that `BoardServer` has: sockets, a disk, other threads. Each of
/// them moves only when it is told to.
final class SimulatedServer {
  /// One life of the program; nil while it is not running.
  private final class Life {
    let hub: Hub
    let journal: FaultyJournal
    /// Whether the hub was told that the disk is full.
    var isFull = false
    /// A turn whose group is being committed.
    var pending: Turn?
    /// What other threads are to do.
    var jobs: [Job] = []
    /// What they have done.
    var done: [Job] = []
    var snapshot: SnapshotPart?

    init(hub: Hub, journal: FaultyJournal) {
      self.hub = hub
      self.journal = journal
    }
  }

  private(set) var ledger = Ledger()
  private var store: MemoryStore
  private var backup: (store: MemoryStore, ledger: Ledger)?
  private var lifeCount = 0
  private let cadence: Cadence
  private let stepsOfLongChange: Int
  private let historyLimits: HistoryLimits
  /// Chooses how long turns take, apart from what else is chosen.
  private var random = SeededRandom(seed: 3)
  private var life: Life?
  /// The open connections and those that are being closed, by slot.
  private(set) var links: [SimulatedLink?] = []
  var now: Duration = .seconds(1)
  var wallTime = 1_700_000_000_000
  var access: [String]?
  /// What is dragged by whom.
  var leases = LeaseWatch()
  /// Whether the disk has room.
  private(set) var hasRoom = true
  private(set) var fault: RunFault?
  private(set) var epoch = MemoryStore.standardEpoch
  private var epochCount = 0

  init(cadence: Cadence, stepsOfLongChange: Int, historyLimits: HistoryLimits) {
    self.historyLimits = historyLimits
    self.cadence = cadence
    self.stepsOfLongChange = stepsOfLongChange
    store = MemoryStore(epoch: epoch)
  }

  var isRunning: Bool { life != nil }
  var hub: Hub? { life?.hub }
  /// Whether a group is being committed.
  var isCommitting: Bool { life?.pending != nil }

  /// Notes the first promise that is broken.
  func object(_ check: RunCheck, _ text: String) {
    if fault == nil { fault = RunFault(check, text) }
  }
}

// Start and end.

extension SimulatedServer {
  /// Starts the program on what is durable.
  func start() throws {
    let hub = Hub(cadence: cadence, epoch: epoch, persists: true)
    hub.stepsOfLongChange = stepsOfLongChange
    hub.stepsOfLongContent = stepsOfLongChange
    // What is taken back at once is no slice, and waits behind others.
    hub.editsOfSlice = 3
    hub.service.historyLimits = historyLimits
    let journal = FaultyJournal(RecordingJournal(MemoryJournal(store), ledger: ledger))
    journal.hasRoom = hasRoom
    try hub.service.restoreLazily(from: journal, at: now)
    if let access { hub.service.setAccess(try AccessRules(labelledWithTokens: access), at: now) }
    lifeCount += 1
    life = Life(hub: hub, journal: journal)
  }

  /// Takes a backup of what is durable, to be restored under another epoch.
  func takeBackup() {
    epochCount += 1
    guard let epoch = Epoch("sim\(epochCount)") else { return }
    backup = (MemoryStore(restoring: store, epoch: epoch), Ledger(copying: ledger))
  }

  /// Goes back to the backup, while the program is not running.
  ///
  /// - Returns: Whether there is one.
  func restoreBackup() -> Bool {
    guard let backup, let epoch = Epoch("sim\(epochCount)") else { return false }
    (store, ledger, self.epoch) = (backup.store, backup.ledger, epoch)
    self.backup = nil
    return true
  }

  /// Serves a new board.
  func serve(_ name: BoardName, _ content: Content) throws {
    try life?.hub.service.serve(name, content: content, revision: 1)
  }

  /// Ends the program between two steps.
  ///
  /// - Parameter isCommitted: Whether the group that is being committed is durable.
  func kill(isCommitted: Bool) {
    guard let life else { return }
    if isCommitted, life.pending != nil { while life.journal.poll() == nil {} }
    self.life = nil
  }

  /// Breaks all connections of a program that has ended.
  func removeLinks() -> [SimulatedLink] {
    defer { links = [] }
    return links.compactMap(\.self)
  }

  /// Lets other rules of access hold.
  func setAccess(_ rules: [String]) throws {
    access = rules
    life?.hub.service.setAccess(try AccessRules(labelledWithTokens: rules), at: now)
    endTurn()
  }
}

// Connections.

extension SimulatedServer {
  func connect(capacity: Int) -> SimulatedLink? {
    guard let life else { return nil }
    let link = SimulatedLink(
      id: life.hub.connect(at: now), life: lifeCount, capacity: capacity)
    while links.count <= link.id.slot { links.append(nil) }
    links[link.id.slot] = link
    return link
  }

  /// Reads the next bytes that a client sent.
  func read(_ count: Int, from link: SimulatedLink) {
    guard let life, link.isOpenAtServer else { return }
    let bytes = link.removeUpward(count)
    link.unaskedWrites = 0
    let isDone = bytes.withUnsafeBytes {
      life.pending == nil
        ? life.hub.receive($0, from: link.id, at: now) : life.hub.buffer($0, from: link.id)
    }
    if !isDone { link.isRead = false }
  }

  /// The client will send nothing more.
  func end(_ link: SimulatedLink) {
    guard link.isOpenAtServer else { return }
    life?.hub.inputEnded(by: link.id, at: now)
  }

  /// The server finds out that a connection is broken.
  func disconnect(_ link: SimulatedLink) {
    guard link.isOpenAtServer else { return }
    link.isOpenAtServer = false
    life?.hub.disconnected(link.id, at: now)
    forget(link)
  }

  private func forget(_ link: SimulatedLink) {
    if links[link.id.slot] === link { links[link.id.slot] = nil }
  }

  /// The client has taken bytes.
  func didTake(from link: SimulatedLink) {
    guard let life, link.isOpenAtServer, link.isBlocked, link.unsentBytes == 0 else { return }
    link.isBlocked = false
    life.hub.setBlocked(link.id, false)
    if life.hub.room.waitingBytes(of: link.id) == 0 { link.isRead = true }
  }

  /// The client has taken everything of a connection that was being closed.
  func didLeave(_ link: SimulatedLink) {
    life?.hub.room.countLeaving(unreadBytes: -link.leavingBytes)
    link.leavingBytes = 0
  }
}

// Turns, in the order of `BoardServer`.

extension SimulatedServer {
  func endTurn() {
    guard let life, life.pending == nil else { return }
    life.hub.service.setWallTime(wallTime, at: now)
    checkLines(of: life.hub)
    for id in life.hub.goOn(at: now) { links[id.slot]?.isRead = true }
    var turn = life.hub.endTurn(at: now)
    while true {
      life.jobs += turn.jobs
      life.snapshot = turn.snapshot
      if turn.isEmpty { break }
      if !turn.journal.isEmpty {
        life.pending = turn
        checkRoom(for: turn.journal)
        return life.journal.submit(turn.journal)
      }
      perform(turn.effects)
      turn = life.hub.endTurn(at: now)
    }
    countLength(of: life)
    checkHeads()
  }

  /// Some turns take so long that watchers must wait for what is sent next, and others do not.
  private func countLength(of life: Life) {
    life.hub.sendingTook(
      .milliseconds(random.one(of: [0, 0, 1, 40])), endingAt: now, isOfTurn: true)
  }

  /// A line in the JSON form may be as long as a block (2.3).
  private func checkLines(of hub: Hub) {
    for (isJSON, limit) in [(false, Limits.lineBytes), (true, Limits.blockBytes)] {
      let length = hub.longestUnfinishedLine(isJSON: isJSON)
      if length > limit { object(.bounded, "\(length) bytes of a line are held") }
    }
  }

  /// Once the server knows that the disk is full, it changes nothing.
  private func checkRoom(for group: JournalGroup) {
    guard let life, life.isFull else { return }
    for case .revision(let revision) in group.entries {
      object(.bounded, "\(revision.board) comes to \(revision.to) while the disk is full")
    }
  }

  /// After a turn with nothing to commit all that is served is durable.
  private func checkHeads() {
    guard let life else { return }
    for (name, revision) in life.hub.service.revisions where ledger.heads[name] != revision {
      object(
        .durable, "\(name) is served at \(revision), and durable at \(ledger.heads[name] ?? -1)")
    }
  }

  /// The disk may have an answer.
  ///
  /// - Returns: Whether the program ended by it.
  func pollDisk() -> Bool {
    guard let life, let turn = life.pending, let outcome = life.journal.poll() else { return false }
    switch outcome {
    case .committed:
      life.pending = nil
      perform(turn.effects)
      countLength(of: life)
      if life.journal.isDiskFull {
        life.isFull = true
        life.hub.persistence.setFull(true)
      }
      leases.check(ledger.latest, on: life.hub)
      if let fault = leases.fault { object(fault.check, fault.text) }
      return false
    case .full, .unknown:
      self.life = nil
      return true
    case .fenced(let board):
      life.pending = nil
      object(.durable, "the group does not continue \(board.map { "\($0)" } ?? "the journal")")
      return false
    }
  }

  /// The next commit fails in this way.
  func fail(_ fault: FaultyJournal.Fault) { life?.journal.fail(fault) }

  /// Lets the disk be full, or have room again.
  func setRoom(_ hasRoom: Bool) {
    self.hasRoom = hasRoom
    guard let life, life.pending == nil else { return }
    life.journal.hasRoom = hasRoom
    if hasRoom {
      if life.journal.isDiskFull, life.journal.makeRoom() {
        life.isFull = false
        life.hub.persistence.setFull(false)
      }
    } else {
      life.journal.fail(.lastRoom)
    }
  }

  /// Moves what other threads do, one of them by one step.
  ///
  /// - Returns: Whether anything was to be done.
  func work() -> Bool {
    guard let life else { return false }
    if let job = life.done.popLast() {
      if let fault = (job.work as? BoardLoad)?.fault { object(.restart, "\(fault)") }
      life.hub.finished(job)
    } else if !life.jobs.isEmpty {
      let job = life.jobs.removeFirst()
      job.run()
      life.done.append(job)
    } else {
      return commitSnapshot()
    }
    return true
  }

  private func commitSnapshot() -> Bool {
    guard let life, life.pending == nil, let part = life.snapshot else { return false }
    life.snapshot = nil
    life.hub.persistence.didCommit(part, life.journal.commit(part.group) == .committed)
    return true
  }
}

// Effects.

extension SimulatedServer {
  private func perform(_ effects: [Effect]) {
    for link in links { link?.wasBlocked = link?.isBlocked ?? false }
    for effect in effects {
      switch effect {
      case .send(let pieces, let id):
        guard let link = link(id) else { continue }
        for piece in pieces {
          switch piece {
          case .own(let bytes): bytes.withUnsafeBytes { link.write($0) }
          case .shared(let encoding): encoding.withBytes { link.write($0) }
          }
        }
        didWrite(to: link)
      case .broadcast(let encoding, let ids):
        for link in ids.compactMap({ link($0) }) {
          if link.wasBlocked {
            object(.blocked, "a broadcast to \(link.id.slot), which is blocked")
          }
          encoding.withBytes { link.write($0) }
          didWrite(to: link)
        }
      case .close(let id, _):
        if let link = link(id) { close(link) }
      }
    }
    dropUnread()
  }

  private func didWrite(to link: SimulatedLink) {
    if link.wasBlocked { noteUnasked(link) }
    guard link.unsentBytes > 0 else { return }
    link.isBlocked = true
    life?.hub.setBlocked(link.id, true, unsentBytes: link.unsentBytes)
    if link.unsentBytes >= Limits.unsentBytes { link.isRead = false }
  }

  /// A command that was under way may still be answered, and a connection may be closed.
  private func noteUnasked(_ link: SimulatedLink) {
    link.unaskedWrites += 1
    if link.unaskedWrites > 2 {
      object(.blocked, "\(link.id.slot) is blocked, asked nothing and is sent more")
    }
  }

  /// Closes a connection once the client has taken everything.
  private func close(_ link: SimulatedLink) {
    guard let life else { return }
    link.isOpenAtServer = false
    link.leavingBytes = life.hub.disconnected(link.id, at: now)
    life.hub.room.countLeaving(unreadBytes: link.leavingBytes)
    forget(link)
  }

  private func dropUnread() {
    guard let life else { return }
    let gone = life.hub.room.dropUnread(at: now) { link($0)?.unsentBytes ?? 0 }
    for (id, _) in gone { link(id).map(disconnect) }
  }

  private func link(_ id: ConnectionID) -> SimulatedLink? {
    guard id.slot < links.count, let link = links[id.slot], link.id == id else { return nil }
    return link
  }
}
