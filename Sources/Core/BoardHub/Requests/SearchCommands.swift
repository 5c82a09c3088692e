import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// `find`: a search that takes as many turns as it needs, so that nobody waits for it but the client
/// that asked. Source: `protocol/core.md`, 5.7.
struct SearchCommands {
  let boards: BoardDirectory
  let budget: TurnBudget
  let scheduler: Scheduler
  let replies: ReplyWriter
  let authorization: Authorization

  /// Begins a search, and answers it if it ends within this turn.
  ///
  /// - Returns: Nil if the reply comes in a later turn. Until then the connection's further commands
  ///   wait.
  func find(
    _ request: BoardRequest.Find, tag: String?, on connection: ClientConnection
  ) throws(Refusal) -> Answer? {
    let live = try request.board.map { name throws(Refusal) in try boards.board(name, connection) }
    let search = RunningSearch(
      for: request, on: live.map { [$0] } ?? visibleBoards(to: connection.client), tag: tag,
      of: connection)
    if search.advance(upTo: &budget.searchSteps, on: boards) {
      return Answer(.find(listing(of: search)), on: live)
    }
    scheduler.suspend(.search(search), of: connection, until: [.searchSteps])
    return nil
  }

  private func visibleBoards(to client: Client) -> [LiveBoard] {
    boards.sorted.filter { authorization.mayView($0.name, client) }
  }

  /// Goes on with a search, as far as this turn allows, and answers it at its end.
  ///
  /// - Returns: Whether it is answered.
  func goOn(with search: RunningSearch) -> Bool {
    guard search.advance(upTo: &budget.searchSteps, on: boards) else { return false }
    replies.write(Answer(.find(listing(of: search))), tag: search.tag, to: search.connection)
    return true
  }

  /// What a search has found, by the roles that hold now (rule 17.2).
  private func listing(of search: RunningSearch) -> Listing<FindRow> {
    search.listing(of: boards) { authorization.mayView($0, search.connection.client) }
  }
}
