import BoardAuthority
import BoardModel
import BoardWire

// Listings: what is there, who is there, and how a board looks.

extension Hub {
  func show(
    _ request: BoardRequest.Show, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let live = try board(request.board, connection)
    return Answer(.show(live.name, try drawing(of: live, at: request.revision)), on: live)
  }

  func listDrags(
    _ request: DragRequest.Drags, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let live = try request.board.map { name throws(Refusal) in try board(name, connection) }
    // Rows name places on other boards, too.
    return Answer(.drags(Listing(bounded: dragRows(on: live, for: connection.client))))
  }

  func listRevisions(
    _ request: UndoRequest.History, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let live = try board(request.board, connection)
    let rows = try live.history(from: request.from, to: request.to)
    return Answer(.history(live.name, rows), on: live)
  }

  /// The board as a person would write it down, now or at a revision.
  private func drawing(of live: LiveBoard, at past: Int?) throws(Refusal) -> [String] {
    let revision = past ?? live.revision
    guard revision <= live.revision else { throw .futureRevision(live.revision) }
    let log = live.versions.log
    guard log.contains(revision) else { throw .revisionTooOld(log.oldest) }
    budget.spend(drawingSteps(of: live, at: revision))
    return drawings.lines(of: live, at: revision)
  }

  /// The steps that it takes to draw a board as it was at a revision, unless that was drawn last.
  func drawingSteps(of live: LiveBoard, at revision: Int) -> Int {
    if drawings.holds(live, at: revision) { return 0 }
    let lines = min(live.versions.contentLines, Limits.listingLines)
    return live.composingSteps(from: revision) + lines * TurnBudget.drawnLine
  }

  /// The number of connections, or of those that watch a board.
  func presentCount(on name: BoardName?) -> Int {
    guard let name else { return roster.connectionCount }
    return boards[name]?.subscribers.count ?? 0
  }

  /// A row for each connection, or for each that watches a board.
  func present(on name: BoardName?, for client: Client) throws(Refusal) -> [WhoRow] {
    guard let name else {
      guard access != nil else { return roster.open.map { $0.row(on: nil) }.sorted() }
      return roster.open.filter { other in
        other.client.name == client.name
          || other.subscriptions.contains { mayView($0.board.name, client) }
      }.map { $0.row(on: nil, showing: visible(to: client)) }.sorted()
    }
    guard let live = boards[name] else { throw unavailable(name) }
    return delivery.subscribers(of: live).map { $0.row(on: live, showing: visible(to: client)) }
      .sorted()
  }

  private func visible(to client: Client) -> (BoardName) -> Bool {
    { [unowned self] in mayView($0, client) }
  }

  private func dragRows(on live: LiveBoard?, for client: Client) -> [DragsRow] {
    let shown = live.map { [$0] } ?? boards.sorted.filter { mayView($0.name, client) }
    var rows: [DragsRow] = []
    for live in shown where rows.count <= Limits.listingLines {
      rows += drags.sessions(of: live, toldTo: client.name).map(\.row)
    }
    return rows
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

extension DragSession {
  fileprivate var row: DragsRow {
    DragsRow(
      id, home: load.board, client: owner, state: state, items: load.items,
      operations: load.operations,
      external: load.items.first.flatMap { load.parcel(of: $0)?.type }, isLocal: load.isLocal,
      isSuspended: isSuspended, isShort: isShort)
  }
}

extension LiveBoard: Comparable {
  static func == (a: LiveBoard, b: LiveBoard) -> Bool { a === b }
  static func < (a: LiveBoard, b: LiveBoard) -> Bool { a.name < b.name }
}

extension LiveBoard {
  var row: BoardsRow {
    BoardsRow(
      name, revision: revision, sections: versions.board.sectionCount,
      items: versions.board.itemCount, watchers: subscribers.count,
      title: versions.policies.forBoard.title)
  }

  /// A row for each revision of a range that is in the log, the newest first.
  fileprivate func history(
    from first: Int?, to last: Int?
  ) throws(Refusal) -> Listing<HistoryRow> {
    guard max(first ?? 0, last ?? 0) <= revision else { throw .futureRevision(revision) }
    let lowest = max(first ?? 0, versions.notes.oldest + 1)
    let highest = last ?? revision
    guard lowest <= highest else { return Listing([]) }
    let shown = (lowest...highest).reversed().prefix(Limits.listingLines)
    return Listing(
      shown.compactMap { row(of: $0) }, hasMore: shown.count <= highest - lowest)
  }

  private func row(of revision: Int) -> HistoryRow? {
    guard let note = versions.notes[revision] else { return nil }
    let summary = RevisionSummary(of: versions.log.edits(from: revision - 1, to: revision))
    return HistoryRow(
      revision, time: Timestamp(milliseconds: note.time).description, client: note.author.name,
      origin: note.origin, text: Text(summary.description))
  }
}
