import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// Listings: what is there, who is there, and how a board looks.
struct QueryCommands {
  let roster: Roster
  let boards: BoardDirectory
  let budget: TurnBudget
  let delivery: Delivery
  let drawings: DrawingCache
  let authorization: Authorization

  func boards(visibleTo client: Client) -> Listing<BoardsRow> {
    guard authorization.rules != nil else { return Listing(bounded: boards.rows) }
    return Listing(bounded: boards.rows.filter { authorization.mayView($0.board, client) })
  }

  func show(
    _ request: BoardRequest.Show, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let live = try boards.board(request.board, connection)
    return Answer(.show(live.name, try drawing(of: live, at: request.revision)), on: live)
  }

  /// Goes on with what a long command needs, as far as this turn allows.
  ///
  /// - Returns: Whether the command can be executed.
  func prepare(_ request: Request, on connection: ClientConnection) -> Bool {
    guard case .board(.show(let show)) = request, let revision = show.revision,
      let live = try? boards.board(show.board, connection), live.versions.log.contains(revision),
      !drawings.holds(live, at: revision)
    else { return true }
    let limit = max(1, budget.longSteps / TurnBudget.composedEdit)
    var rest = limit
    let lines = drawings.advance(live, at: revision, upTo: &rest)
    budget.spend(
      (limit - rest) * TurnBudget.composedEdit + (lines?.count ?? 0) * TurnBudget.drawnLine)
    return lines != nil
  }

  /// The board as a person would write it down, now or at a revision.
  private func drawing(of live: LiveBoard, at past: Int?) throws(Refusal) -> [String] {
    let revision = past ?? live.revision
    guard revision <= live.revision else { throw .futureRevision(live.revision) }
    let log = live.versions.log
    guard log.contains(revision) else { throw .revisionTooOld(log.oldest) }
    budget.spend(drawings.steps(toDraw: live, at: revision))
    return drawings.lines(of: live, at: revision)
  }

  /// A row for each connection, or for each that watches a board.
  func present(on name: BoardName?, for client: Client) throws(Refusal) -> [WhoRow] {
    guard let name else {
      guard authorization.rules != nil else { return roster.open.map { $0.row(on: nil) }.sorted() }
      return roster.open.filter { other in
        other.client.name == client.name
          || other.subscriptions.contains { authorization.mayView($0.board.name, client) }
      }.map { $0.row(on: nil, showing: visible(to: client)) }.sorted()
    }
    guard let live = boards[name] else { throw boards.unavailable(name) }
    return delivery.subscribers(of: live).map { $0.row(on: live, showing: visible(to: client)) }
      .sorted()
  }

  private func visible(to client: Client) -> (BoardName) -> Bool {
    { authorization.mayView($0, client) }
  }
}

extension Listing {
  /// As many of the rows as a listing may have.
  init(bounded rows: [Row]) {
    self.init(
      Array(rows.prefix(Limits.listingLines)), hasMore: rows.count > Limits.listingLines)
  }
}

extension ClientConnection {
  /// The client, the boards that the connection watches, and what the client has selected on one.
  fileprivate func row(
    on live: LiveBoard?, showing isShown: (BoardName) -> Bool = { _ in true }
  ) -> WhoRow {
    WhoRow(
      client.name, boards: subscriptions.map(\.board.name).filter(isShown),
      selected: live?.selections[client.name] ?? [])
  }
}

extension [WhoRow] {
  fileprivate func sorted() -> [WhoRow] {
    sorted {
      ($0.client, $0.boards.first?.string ?? "") < ($1.client, $1.boards.first?.string ?? "")
    }
  }
}
