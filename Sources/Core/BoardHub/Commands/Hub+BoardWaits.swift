import BoardAuthority
import BoardJournal
import BoardModel
import BoardWire

// Commands wait for their boards: until they are loaded, which happens when they are first asked for, and
// until a long change of them is made.

extension Hub {
  /// The board that is to be loaded next; nil if none is wanted. `didLoad` must follow. It may be
  /// loaded while a turn is committed.
  public func nextLoad() -> StoredBoard? {
    while let name = boardWaits.nextLoad(except: changes.boards) {
      if let stored = boards.unloaded(name) { return stored }
      boardWaits.didLoad(name)
    }
    return nil
  }

  /// Serves the board that `nextLoad` returned, or refuses it from now on. What waits for it is
  /// executed by `goOn`.
  public func didLoad(_ board: StoredBoard, _ result: Result<BoardReplay, JournalFault>) {
    switch result {
    case .success(let replay):
      let live = replay.finish(budget: budget)
      boards.add(live)
      persistence.didLoad(live)
    case .failure:
      boards.markDamaged(board.name)
    }
    boardWaits.didLoad(board.name)
  }

  /// Loads every board for which commands wait, for those who can wait for the journal.
  public func loadBoards(from source: any BoardSource) {
    while let stored = nextLoad() {
      didLoad(stored, BoardReplay.load(stored, from: source))
    }
  }

  /// Executes commands whose boards are ready now, as far as this turn allows.
  func advanceBoardWaits(while mayGoOn: () -> Bool) {
    var isFirst = true
    boardWaits.run { connection, body in
      guard isFirst || !budget.isSpent && mayGoOn() else { return false }
      isFirst = false
      connection.isWaiting = false
      body()
      endIfDone(connection)
      return true
    }
  }

  /// Lets a command wait until its boards are ready, behind those that wait for them already.
  ///
  /// - Parameters:
  ///   - wait: What the command needs.
  ///   - isNew: Whether it has not waited yet.
  /// - Returns: Whether it must wait.
  func waits(
    _ wait: BoardWait, isNew: Bool, on connection: ClientConnection, _ body: @escaping () -> Void
  ) -> Bool {
    // What does not exist for a client is not loaded for it: the time would tell that it is there.
    let content = wait.content.filter { mayView($0, connection.client) }
    let missing = missingBoards(content) + wait.changed.filter(changes.boards.contains)
    guard !missing.isEmpty || isNew && wait.changed.contains(where: boardWaits.isAwaited) else {
      return false
    }
    boardWaits.append(of: connection, for: content + wait.changed, missing: missing, body)
    return true
  }

  /// Whether any command must wait for a board. Mostly none does.
  var hasBoardWaits: Bool {
    boards.hasUnloaded || !changes.boards.isEmpty || !boardWaits.isEmpty
  }

  /// Those of the boards that are not loaded.
  private func missingBoards(_ names: [BoardName]) -> [BoardName] {
    guard boards.hasUnloaded else { return [] }
    return names.filter { boards.unloaded($0) != nil }
  }
}

// What commands wait for.

/// The boards that a command waits for.
struct BoardWait {
  /// Those that must be loaded.
  var content: [BoardName] = []
  /// Those that it may change, or whose items it may begin to drag: no long change of them may be under
  /// way.
  var changed: [BoardName] = []
}

extension Hub {
  func wait(of request: Request, on connection: ClientConnection) -> BoardWait {
    let (subject, cost) = (request.subject, request.cost)
    var wait = BoardWait(content: subject.named.list)
    if case .boards = cost { wait.content = boards.withoutRow }
    if case .search = cost, subject.named == nil { wait.content = boards.loadable }
    if request.waitsForChanges { wait.changed = changed(by: subject, on: connection) }
    return wait
  }

  /// The boards of which a command waits for long changes. What is tried is rolled back on its board.
  private func changed(
    by subject: CommandSubject, on connection: ClientConnection
  ) -> [BoardName] {
    switch subject {
    case .itemsOrSession(_, let drag, let board):
      (board ?? connection.currentBoard?.name).list + boards(of: drag, by: connection)
    case .bothBoards(let board, _): [board]
    case .nothing, .allBoards, .newBoard, .board, .boardOrAll, .session, .sessionAtBoard:
      boards(of: subject, on: connection)
    }
  }
}
