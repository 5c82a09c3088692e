import BoardAuthority
import BoardDelivery
import BoardJournal
import BoardModel
import BoardWire

/// The start of a hub on what a journal holds, and boards that are loaded when a command needs them.
final class Restoration {
  private let clock: HubClock
  private let roster: Roster
  private let boards: BoardDirectory
  private let drags: DragSessions
  private let budget: TurnBudget
  private let persistence: Persistence
  private let delivery: Delivery
  private let scheduler: Scheduler
  private let drain: Drain
  /// Where boards are loaded from; nil if they are in memory only.
  private var source: (any BoardSource)?

  init(
    clock: HubClock, roster: Roster, boards: BoardDirectory, drags: DragSessions,
    budget: TurnBudget, persistence: Persistence, delivery: Delivery, scheduler: Scheduler,
    drain: Drain
  ) {
    (self.clock, self.roster, self.boards, self.drags) = (clock, roster, boards, drags)
    (self.budget, self.persistence, self.delivery) = (budget, persistence, delivery)
    (self.scheduler, self.drain) = (scheduler, drain)
  }

  /// Takes over the epoch, clients and numbers, before any board.
  private func restore(_ stored: StoredServer, at time: Duration) {
    clock.advance(to: time)
    boards.epoch = stored.epoch
    let numbers = stored.numbers
    drags.coordinator.reserveNumbers(upTo: numbers[Persistence.NumberKind.sessions.rawValue] ?? 0)
    drags.coordinator.restoreOutcomes(persistence.restore(numbers))
    boards.restoreRetired(numbers)
    roster.skipGuests(upTo: numbers[Persistence.NumberKind.guests.rawValue] ?? 0)
    for client in stored.clients { restore(client) }
  }

  private func restore(_ stored: StoredClient) {
    guard let token = stored.token else { return }
    let client = Client(stored.name, token: token)
    guard let account = client.account else { return }
    account.isPersistent = true
    account.left = clock.now
    for reply in stored.replies where !PlantedBug.requestForgottenAtRestart.isPlanted {
      let recorded = RecordedReply(digest: reply.digest, bytes: reply.body)
      account.replies.remember(recorded, tag: reply.tag, isPersistent: true)
    }
    roster.restore(client)
  }

  /// Takes over what a journal holds, the boards not loaded: each is when it is needed.
  ///
  /// - Throws: `JournalFault` where it cannot be had or not be trusted.
  /// - Complexity: O(boards + clients and their replies), whatever is on the boards.
  func restoreLazily(from journal: any Journal, at time: Duration) throws(JournalFault) {
    let stored = try journal.acquire()
    restore(stored, at: time)
    for board in stored.boards { boards.add(board) }
    drain.keepsDrags = journal.keepsDrags
    // Asked for once: each may be a connection of its own.
    let source = journal.source
    self.source = source
    for drag in stored.drags { takeOver(drag, from: source) }
  }

  /// Takes over everything that a journal holds.
  ///
  /// - Throws: `JournalFault` where it cannot be had or not be trusted.
  func restore(from journal: any Journal, at time: Duration) throws(JournalFault) {
    try restoreLazily(from: journal, at: time)
    for name in boards.loadable {
      guard let source, let stored = boards.unloaded(name) else { continue }
      didLoad(stored, .success(try BoardReplay(of: stored, from: source)))
    }
  }

  // MARK: Loading

  /// Makes a board be loaded, whether commands wait for it or not.
  ///
  /// - Returns: Whether it will be; false if it is, or cannot be.
  func load(_ board: BoardName) -> Bool {
    guard source != nil, boards.unloaded(board) != nil else { return false }
    scheduler.load(board)
    return true
  }

  /// Lets another thread load the next board for which commands wait, one at a time.
  func requestLoad() {
    boards.endPostponements(at: clock.now)
    guard let source, let name = scheduler.nextLoad(), let stored = boards.unloaded(name) else {
      return
    }
    scheduler.jobs.append(
      Job(
        BoardLoad(stored, from: source, limits: boards.historyLimits) { [unowned self] in
          didLoad($0, $1)
        }))
  }

  /// Serves a board, refuses it from now on, or tries it again later. What waits for it is executed by `goOn`.
  private func didLoad(_ board: StoredBoard, _ result: Result<BoardReplay, JournalFault>) {
    switch result {
    case .success(let replay):
      let live = replay.finish(budget: budget)
      boards.add(live)
      persistence.didLoad(live)
    case .failure(.damaged): boards.markDamaged(board.name)
    case .failure(.failed), .failure(.inUse), .failure(.unusable):
      boards.postpone(board.name, until: clock.now + CommandConditions.retry)
    }
    scheduler.didLoad(board.name)
  }

  /// Goes on with a session that another server has stored. Its board is loaded for that.
  private func takeOver(_ drag: StoredDrag, from source: any BoardSource) {
    guard let (owner, load) = drag.began, roster.client(owner)?.isResumable == true else { return }
    if let stored = boards.unloaded(load.board) {
      didLoad(stored, BoardReplay.load(stored, from: source))
    }
    guard let live = boards[load.board] else { return }
    if load.isExternal { live.versions.skipIDs(load.items) }
    let present = load.present(on: live.versions.board)
    delivery.note(drags.coordinator.takeOver(drag.id, of: owner, carrying: present, at: clock.now))
  }
}

extension StoredDrag {
  /// The owner and the items; nil if they cannot be read.
  fileprivate var began: (owner: ClientName, load: DragLoad)? {
    var reader = MessageReader()
    var found: (owner: ClientName, load: DragLoad)?
    for line in body.split(separator: 0x0A) {
      let message = try? line.withUnsafeBytes { try reader.read($0) }
      if case .event(.began(let began)) = message {
        found = (began.client, DragLoad(began))
      } else if case .event(.items(let changed)) = message, let (owner, load) = found,
        let item = changed.items.last, let parcel = changed.external
      {
        found = (owner, load.adding([item], parcels: [item: parcel]))
      } else {
        return nil
      }
    }
    return found
  }
}

extension DragLoad {
  fileprivate convenience init(_ began: BeganEvent) {
    var source = Source.board
    if let parcel = began.external, let item = began.items.first {
      source = .outside([item: parcel])
    }
    self.init(
      began.items, on: began.board, source: source, operations: began.operations,
      isLocal: began.isLocal)
  }

  /// The same load without items that should be on the board and are not.
  fileprivate func present(on board: Board) -> DragLoad {
    isExternal ? self : removing(Set(items.filter { !board.contains($0) }))
  }
}
