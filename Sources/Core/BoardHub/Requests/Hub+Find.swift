import BoardAuthority
import BoardModel
import BoardWire

// `find`: a search that takes as many turns as it needs, so that nobody waits for it but the client
// that asked. Source: `protocol/core.md`, 5.7.

extension Hub {
  /// Begins a search, and answers it if it ends within this turn.
  ///
  /// - Returns: Nil if the reply comes in a later turn. Until then the connection's further commands
  ///   wait.
  func find(
    _ request: BoardRequest.Find, tag: String?, on connection: ClientConnection
  ) throws(Refusal) -> Answer? {
    let live = try request.board.map { name throws(Refusal) in try board(name, connection) }
    let search = RunningSearch(
      for: request.text, on: live.map { [$0] } ?? visibleBoards(to: connection.client), tag: tag,
      of: connection)
    if searches.advance(search, on: boards) {
      return Answer(.find(listing(of: search)), on: live)
    }
    searches.append(search)
    return nil
  }

  private func visibleBoards(to client: Client) -> [LiveBoard] {
    boards.sorted.filter { mayView($0.name, client) }
  }

  /// Continues the searches that are not answered yet, as far as this turn allows.
  func advanceSearches() {
    for search in searches.advance(on: boards) { finish(search) }
  }

  private func finish(_ search: RunningSearch) {
    let connection = search.connection
    connection.isWaiting = false
    guard !connection.isClosing else { return }
    write(Answer(.find(listing(of: search))), tag: search.tag, to: connection)
    endIfDone(connection)
  }

  /// What a search has found, by the roles that hold now (rule 17.2).
  private func listing(of search: RunningSearch) -> Listing<FindRow> {
    search.listing(of: boards) { mayView($0, search.connection.client) }
  }
}
