import BoardJournal
import BoardModel
import BoardWire

// Boards that are loaded when they are first asked for.

extension Hub {
  /// The board that is to be loaded next; nil if none is wanted. `didLoad` must follow. It may be
  /// loaded while a turn is committed.
  public func nextLoad() -> StoredBoard? {
    while let name = loads.next() {
      if let stored = boards.unloaded(name) { return stored }
      loads.finish(name)
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
    loads.finish(board.name)
  }

  /// Loads every board for which commands wait, for those who can wait for the journal.
  public func loadBoards(from source: any BoardSource) {
    while let stored = nextLoad() {
      didLoad(stored, BoardReplay.load(stored, from: source))
    }
  }

  /// Executes commands whose boards are loaded now, as far as this turn allows.
  func advanceLoads(while mayGoOn: () -> Bool) {
    var isFirst = true
    loads.run { connection, body in
      guard isFirst || !budget.isSpent && mayGoOn() else { return false }
      isFirst = false
      connection.isWaiting = false
      body()
      endIfDone(connection)
      return true
    }
  }

  /// Lets something wait until the boards are loaded that it needs.
  ///
  /// - Returns: Whether it must wait.
  func waits(
    for names: [BoardName], on connection: ClientConnection, _ body: @escaping () -> Void
  ) -> Bool {
    guard !names.isEmpty else { return false }
    loads.append(of: connection, for: names, body)
    return true
  }

  /// The boards that a command needs and that are not loaded.
  func missingBoards(for request: Request) -> [BoardName] {
    guard boards.hasUnloaded else { return [] }
    switch request {
    case .board(.boards): return boards.withoutRow
    case .board(.find(let find)) where find.board == nil: return boards.loadable
    case .connection, .board, .drag, .edit, .block, .undo, .selection, .policy:
      return missingBoards([request.board])
    }
  }

  /// Those of the boards that are not loaded.
  func missingBoards(_ names: [BoardName?]) -> [BoardName] {
    names.compactMap { $0 }.filter { boards.unloaded($0) != nil }
  }
}

extension Request {
  /// The board whose content the command needs, if it names one.
  fileprivate var board: BoardName? {
    switch self {
    // The rows of a block come first.
    case .connection, .block: nil
    case .board(let request): request.content
    case .drag(let request): request.content
    case .edit(let request): request.content
    case .undo(let request): request.content
    case .selection(let request): request.content
    case .policy(let request): request.board
    }
  }
}

extension BoardRequest {
  fileprivate var content: BoardName? {
    switch self {
    case .boards, .create: nil
    case .remove(let remove): remove.board
    case .rename(let rename): rename.board
    case .open(let open): open.board
    case .close(let close): close.board
    case .show(let show): show.board
    case .who(let who): who.board
    case .find(let find): find.board
    }
  }
}

extension DragRequest {
  fileprivate var content: BoardName? {
    switch self {
    case .begin(let begin): begin.board
    case .beginExternal(let begin): begin.board
    case .propose(let propose): propose.board
    case .dryrun(let dryrun): dryrun.board
    case .drags(let drags): drags.board
    case .add, .addExternal, .remove, .exit, .perform, .cancel, .resume: nil
    }
  }
}

extension EditRequest {
  fileprivate var content: BoardName? {
    switch self {
    case .insert(let insert): insert.board
    case .delete(let delete): delete.board
    case .move(let move): move.board
    case .edit(let edit): edit.board
    case .insertSection(let insert): insert.board
    case .deleteSection(let delete): delete.board
    case .moveSection(let move): move.board
    case .renameSection(let rename): rename.board
    case .clear(let clear): clear.board
    }
  }
}

extension UndoRequest {
  fileprivate var content: BoardName? {
    switch self {
    case .undo(let undo): undo.board
    case .redo(let redo): redo.board
    case .history(let history): history.board
    }
  }
}

extension SelectionRequest {
  fileprivate var content: BoardName? {
    switch self {
    case .select(let select): select.board
    case .deselect(let deselect): deselect.board
    case .choose(let choose): choose.board
    }
  }
}
