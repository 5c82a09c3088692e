import BoardCore
import BoardWire

// Listings for people: what is there, who is there, and how a board looks.

extension Hub {
  func look(_ request: Request, on connection: Connection) throws(Refusal) -> Reply {
    switch request {
    case .boards:
      return .listing(.boards, words: [], lines: boards.values.sorted().map(\.summary).bounded)
    case .show(let name, let revision):
      let live = try board(name, connection)
      let lines = try live.drawing(at: revision)
      return .listing(.show, words: [live.name.string], lines: lines)
    case .history(let name, let first, let last):
      let live = try board(name, connection)
      let lines = try live.history(from: first, to: last)
      return .listing(.history, words: [live.name.string], lines: lines)
    case .who(let name):
      return .listing(.who, words: [], lines: try present(on: name).bounded)
    case .drags(let name):
      let live = try name.map { name throws(Refusal) in try board(name, connection) }
      return .listing(.drags, words: [], lines: drags(on: live).bounded)
    default:
      preconditionFailure("a listing is asked for")
    }
  }

  /// A line for each client, or for each that watches a board: its name, what it watches, and what
  /// it has selected there.
  private func present(on name: BoardName?) throws(Refusal) -> [String] {
    guard let name else { return connections.compactMap { $0?.summary }.sorted() }
    guard let live = boards[name] else { throw .unknownBoard(name) }
    return live.watchers.compactMap { connection($0.connection) }.map { connection in
      connection.summary + live.selectionWord(of: connection.client.name)
    }.sorted()
  }

  private func drags(on live: LiveBoard?) -> [String] {
    let shown = live.map { [$0] } ?? boards.values.sorted()
    var lines: [String] = []
    for live in shown where lines.count <= Limits.listingLines {
      lines += desk.sessions(of: live.name).map(\.summary)
    }
    return lines
  }
}

extension Connection {
  /// The client's name and the boards it watches in one line.
  fileprivate var summary: String {
    let boards = watches.map { " \($0.board.name)" }.joined()
    return "\(client.name)\(boards)"
  }
}

extension DragSession {
  /// Name, board, owner, items and where it is in one line.
  fileprivate var summary: String {
    let items = load.items.map(\.string).joined(separator: " ")
    let state = isSuspended ? "suspended" : proposal.map { "over \($0.description)" } ?? "lifted"
    return "\(id) \(load.board) \(owner) \(items) \(state)"
  }
}

extension LiveBoard: Comparable {
  static func == (a: LiveBoard, b: LiveBoard) -> Bool { a === b }
  static func < (a: LiveBoard, b: LiveBoard) -> Bool { a.name < b.name }
}

extension LiveBoard {
  /// What a client has selected, as a word with a blank before it; of many items the first ones.
  fileprivate func selectionWord(of client: ClientName) -> String {
    let items = selections[client]
    guard !items.isEmpty else { return "" }
    let shown = items.prefix(Self.shownSelection).map(\.string)
    let rest = items.count > shown.count ? ["+\(items.count - shown.count)"] : []
    return " selected=" + (shown + rest).joined(separator: ",")
  }

  private static var shownSelection: Int { 8 }

  /// Name, revision, sections, items and watchers in one line.
  var summary: String {
    let board = ground.board
    return "\(name) revision=\(revision) sections=\(board.sectionCount) items=\(board.itemCount) "
      + "watchers=\(watchers.count)"
  }

  /// The board as a person would write it down.
  var drawing: [String] {
    var lines = [summary]
    for section in 0..<ground.board.sectionCount where lines.count <= Limits.listingLines {
      let id = ground.board.sectionID(at: section)
      let title = TextEscapes.escaped(ground.board.title(at: section).string)
      lines.append("\(section) \(id) \(title) (\(ground.board.itemCount(in: section)))")
      let shown = min(ground.board.itemCount(in: section), Limits.listingLines)
      for index in 0..<shown where lines.count <= Limits.listingLines {
        let item = ground.board.item(at: IndexPath(section: section, item: index))
        lines.append("  \(section).\(index) \(item.id) \(TextEscapes.escaped(item.text.string))")
      }
    }
    return lines.bounded
  }
}

extension [String] {
  /// The lines a listing may have, the last one telling that there are more.
  fileprivate var bounded: [String] {
    count <= Limits.listingLines ? self : prefix(Limits.listingLines - 1) + ["and more"]
  }
}
