import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// A `find` on the way to its reply.
final class RunningSearch {
  let connection: ClientConnection
  let tag: String?
  private let text: Text
  private let fields: Fields
  /// The boards that are not finished, the present one last.
  private var boards: [LiveBoard]
  private var search: BoardSearch
  private var matches: [(board: LiveBoard, item: ItemID)] = []

  /// - Parameter boards: The boards to be searched, in order.
  init(
    for request: BoardRequest.Find, on boards: [LiveBoard], tag: String?,
    of connection: ClientConnection
  ) {
    (text, fields) = (request.text, request.fields)
    self.tag = tag
    self.connection = connection
    self.boards = boards.reversed()
    search = BoardSearch(for: text, fields: fields)
  }

  /// Goes on with the search.
  ///
  /// - Parameters:
  ///   - steps: How far the search may go; afterwards, what is left of that.
  ///   - directory: The boards that are still there.
  /// - Returns: Whether the search is finished.
  /// - Complexity: O(steps).
  func advance(upTo steps: inout Int, on directory: BoardDirectory) -> Bool {
    // One more than are sent, to know whether there are more.
    while matches.count <= Limits.foundItems, let board = boards.last {
      guard steps > 0 else { return false }
      let isOver = !directory.serves(board) || find(on: board, upTo: &steps)
      if isOver {
        boards.removeLast()
        search = BoardSearch(for: text, fields: fields)
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
  ///
  /// - Parameter mayView: Whether a board may still be named to the client.
  func listing(
    of directory: BoardDirectory, mayView: (BoardName) -> Bool
  ) -> Listing<FindRow> {
    let rows = matches.prefix(Limits.foundItems).compactMap { board, item in
      directory.serves(board) && mayView(board.name) ? row(of: item, on: board) : nil
    }
    // An item that was moved meanwhile may have been found twice.
    let sorted = Set(rows).sorted { ($0.board, $0.path) < ($1.board, $1.path) }
    return Listing(sorted, hasMore: matches.count > Limits.foundItems)
  }

  private func row(of item: ItemID, on live: LiveBoard) -> FindRow? {
    let board = live.versions.board
    guard let path = board.indexPath(of: item), let found = board.item(item),
      search.finds(found.text, found.fields)
    else { return nil }
    return FindRow(
      live.name, path: path, item: item, revision: live.revision, fields: found.fields,
      text: found.text)
  }
}

extension LiveBoard {
  /// A bound of the steps that a search of the whole board takes.
  fileprivate var searchSteps: Int {
    let board = versions.board
    return 1 + board.sectionCount + board.itemCount + board.textBytes / 8
  }
}
