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
    switch request {
    case .board(.boards): BoardWait(content: boards.withoutRow)
    case .board(.find(let find)) where find.board == nil: BoardWait(content: boards.loadable)
    case .connection, .block: BoardWait()
    case .board(let request):
      BoardWait(content: request.content.list, changed: request.changed.list)
    case .drag(let request):
      BoardWait(content: request.content.list, changed: changed(by: request, on: connection))
    case .edit(let request): wait(forChangeOf: request.content, on: connection)
    case .undo(.history(let history)): BoardWait(content: history.board.list)
    case .undo(.undo(let request)), .undo(.redo(let request)):
      wait(forChangeOf: request.board, on: connection)
    case .selection(let request): wait(forChangeOf: request.content, on: connection)
    case .policy(let request): wait(forChangeOf: request.board, on: connection)
    }
  }

  /// The boards of a command that changes one, the connection's current one if it names none.
  func wait(forChangeOf board: BoardName?, on connection: ClientConnection) -> BoardWait {
    BoardWait(content: board.list, changed: (board ?? connection.currentBoard?.name).list)
  }

  private func changed(
    by request: DragRequest, on connection: ClientConnection
  ) -> [BoardName] {
    let current = connection.currentBoard?.name
    return switch request {
    case .begin(let begin): (begin.board ?? current).list
    case .beginExternal(let begin): (begin.board ?? current).list
    // It is tried on the board, and rolled back.
    case .dryrun(let dryrun):
      (dryrun.board ?? current).list + boards(of: dryrun.drag, by: connection)
    case .add(let add): boards(of: add.drag, by: connection)
    case .addExternal(let add): boards(of: add.drag, by: connection)
    case .perform(let perform): boards(of: perform.drag, by: connection)
    case .propose, .remove, .exit, .cancel, .resume, .drags: []
    }
  }

  private func boards(of drag: SessionID?, by connection: ClientConnection) -> [BoardName] {
    drags.coordinator.boards(of: drag, by: connection.client.name)
  }
}

extension BoardName? {
  fileprivate var list: [BoardName] { map { [$0] } ?? [] }
}
