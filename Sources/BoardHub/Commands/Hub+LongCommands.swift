import BoardAuthority
import BoardModel
import BoardWire

// Commands that are long by themselves: their size is known before they begin.

extension Hub {
  /// Executes a long command, at once or in later turns.
  ///
  /// - Parameters:
  ///   - answersMuch: Whether its answer may be long.
  ///   - body: Executes it, or as much of it as a turn allows. It returns whether that was all.
  func runLong(
    on connection: ClientConnection, answersMuch: Bool, _ body: @escaping () -> Bool
  ) {
    let mayRun =
      longCommands.isEmpty && budget.hasLongSteps
      && !(answersMuch && roster.unread.isOverLimit)
    if mayRun, budget.spendLong(body) { return }
    longCommands.append(of: connection, answersMuch: answersMuch, body)
  }

  /// Goes on with what a long command needs, as far as this turn allows.
  ///
  /// - Returns: Whether the command can be executed.
  func prepare(_ request: Request, on connection: ClientConnection) -> Bool {
    guard case .board(.show(let show)) = request, let revision = show.revision,
      let live = try? board(show.board, connection), live.versions.log.contains(revision),
      !drawings.holds(live, at: revision)
    else { return true }
    let limit = max(1, budget.longSteps / TurnBudget.composedEdit)
    var rest = limit
    defer { budget.spend((limit - rest) * TurnBudget.composedEdit) }
    return drawings.advance(live, at: revision, upTo: &rest) != nil
  }

  /// Executes long commands that wait, as far as this turn allows.
  func advanceLongCommands(while mayGoOn: () -> Bool) {
    var isFirst = true
    longCommands.run { connection, answersMuch, body in
      guard !(answersMuch && roster.unread.isOverLimit) else { return false }
      guard budget.hasLongSteps, isFirst || mayGoOn() else { return false }
      isFirst = false
      connection.isWaiting = false
      guard budget.spendLong(body) else {
        connection.isWaiting = true
        return false
      }
      endIfDone(connection)
      return true
    }
  }

  /// Whether a command surely takes many steps.
  func isLong(_ request: Request, on connection: ClientConnection) -> Bool {
    switch request {
    case .board(.open(let open)):
      guard let live = try? board(open.board, connection) else { return false }
      let position = connection.subscription(of: live).map { connection.subscriptions[$0].position }
      let revision = position.map { live.subscribers[$0].revision } ?? open.since
      return live.steps(from: revision) >= TurnBudget.longCommand
    case .board(.show(let show)):
      guard let revision = show.revision, let live = try? board(show.board, connection),
        !drawings.holds(live, at: revision)
      else { return false }
      return live.composingSteps(from: revision) >= TurnBudget.longCommand
    case .board(.boards): return boards.count * TurnBudget.listedRow >= TurnBudget.longCommand
    case .board(.who(let who)):
      return presentCount(on: who.board) * TurnBudget.listedRow >= TurnBudget.longCommand
    case .edit(.clear(let clear)):
      guard let live = try? board(clear.board, connection),
        let section = try? live.versions.resolve(clear.section)
      else { return false }
      let count = live.versions.board.itemCount(in: section)
      return count * TurnBudget.edit >= TurnBudget.longCommand
    case .undo(.undo(let undo)):
      return isLong(undo, on: connection) { $0.nextUndo(of: $1) }
    case .undo(.redo(let redo)):
      return isLong(redo, on: connection) { $0.nextRedo(of: $1) }
    case .connection, .board, .drag, .edit, .undo, .selection, .policy, .block: return false
    }
  }

  private func isLong(
    _ request: UndoRequest.TakeBack, on connection: ClientConnection,
    _ next: (UndoStacks, Author) -> Int?
  ) -> Bool {
    guard let live = try? board(request.board, connection),
      let revision = next(live.versions.undos, connection.client.author)
    else { return false }
    return live.steps(toRevert: revision) >= TurnBudget.longCommand
  }
}
