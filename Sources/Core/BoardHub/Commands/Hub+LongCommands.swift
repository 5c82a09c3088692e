import BoardAuthority
import BoardModel
import BoardWire

// Commands that are long by themselves: their cost is known before they begin.

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
    let lines = drawings.advance(live, at: revision, upTo: &rest)
    budget.spend(
      (limit - rest) * TurnBudget.composedEdit + (lines?.count ?? 0) * TurnBudget.drawnLine)
    return lines != nil
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
}
