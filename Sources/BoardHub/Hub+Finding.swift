import BoardAuthority
import BoardModel
import BoardWire

// `find`: a search that takes as many turns as it needs, so that nobody waits for it but the client
// that asked. Source: `protocol/specification.md`, 5.7.

extension Hub {
  /// Begins a search, and answers it if it ends within this turn.
  ///
  /// - Returns: Nil if the reply comes in a later turn. Until then the connection's further commands
  ///   wait.
  func find(
    _ request: QueryRequest.Find, tag: String?, on connection: Connection
  ) throws(Refusal) -> Answer? {
    let live = try request.board.map { name throws(Refusal) in try board(name, connection) }
    let search = RunningSearch(
      for: request.text, on: live.map { [$0] } ?? boards.values.sorted(), tag: tag, of: connection)
    if advance(search) { return Answer(.find(search.listing(of: boards)), on: live) }
    connection.isSearching = true
    searches.append(search)
    return nil
  }

  /// Goes on with the searches that are not answered yet, as far as this turn allows.
  func advanceSearches() {
    var unfinished: [RunningSearch] = []
    var stopped: [RunningSearch] = []
    for search in searches where !search.connection.isClosing {
      if searchSteps == 0 {
        unfinished.append(search)
      } else if advance(search) {
        finish(search)
      } else {
        // The others have their turn first.
        stopped.append(search)
      }
    }
    searches = unfinished + stopped
  }

  /// - Returns: Whether the search is finished.
  private func advance(_ search: RunningSearch) -> Bool {
    search.advance(upTo: &searchSteps) { boards[$0.name] === $0 }
  }

  private func finish(_ search: RunningSearch) {
    let connection = search.connection
    connection.isSearching = false
    write(Answer(.find(search.listing(of: boards))), tag: search.tag, to: connection)
    if connection.unread.isEmpty, connection.hasEnded { end(connection) }
  }

  /// Forgets the search of a connection that is gone.
  func abandonSearch(of connection: Connection) {
    guard connection.isSearching else { return }
    searches.removeAll { $0.connection === connection }
  }
}

/// A `find` on the way to its reply.
final class RunningSearch {
  let connection: Connection
  let tag: String?
  private let text: Text
  /// The boards that are not finished, the present one last.
  private var boards: [LiveBoard]
  private var search: BoardSearch
  private var matches: [(board: LiveBoard, item: ItemID)] = []

  /// - Parameter boards: The boards to be searched, in order.
  init(for text: Text, on boards: [LiveBoard], tag: String?, of connection: Connection) {
    self.text = text
    self.tag = tag
    self.connection = connection
    self.boards = boards.reversed()
    search = BoardSearch(for: text)
  }

  /// Goes on with the search.
  ///
  /// - Parameters:
  ///   - steps: How far the search may go; afterwards, what is left of that.
  ///   - isServed: Whether a board is still there.
  /// - Returns: Whether the search is finished.
  /// - Complexity: O(steps).
  func advance(upTo steps: inout Int, where isServed: (LiveBoard) -> Bool) -> Bool {
    // One more than are told, so that it is known whether there are more.
    while matches.count <= Limits.foundItems, let board = boards.last {
      guard steps > 0 else { return false }
      let isOver = !isServed(board) || find(on: board, upTo: &steps)
      if isOver {
        boards.removeLast()
        search = BoardSearch(for: text)
      }
    }
    return true
  }

  /// - Returns: Whether the board has been searched to its end.
  private func find(on board: LiveBoard, upTo steps: inout Int) -> Bool {
    let wanted = Limits.foundItems + 1 - matches.count
    let found = search.next(wanted, upTo: steps, on: board.versions)
    matches += found.map { (board, $0.item) }
    steps -= min(steps, board.searchSteps)
    return search.isFinished
  }

  /// What was found and is still there, as it is now: the revision at which it was found may be one
  /// of another name.
  func listing(of boards: [BoardName: LiveBoard]) -> Listing<FindRow> {
    let rows = matches.prefix(Limits.foundItems).compactMap { board, item in
      boards[board.name] === board ? row(of: item, on: board) : nil
    }
    // An item that was moved meanwhile may have been found twice.
    let sorted = Set(rows).sorted { ($0.board, $0.path) < ($1.board, $1.path) }
    return Listing(sorted, hasMore: matches.count > Limits.foundItems)
  }

  private func row(of item: ItemID, on live: LiveBoard) -> FindRow? {
    let board = live.versions.board
    guard let path = board.indexPath(of: item), let text = board.item(item)?.text,
      search.finds(text)
    else { return nil }
    return FindRow(live.name, path, item, revision: live.revision, text)
  }
}

extension LiveBoard {
  /// A bound of the steps that a search of the whole board takes.
  fileprivate var searchSteps: Int {
    let board = versions.board
    return 1 + board.sectionCount + board.itemCount + board.textBytes / 8
  }
}
