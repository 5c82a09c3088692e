/// The content of boards at each revision, from the lines of a transcript.
///
/// A revision has the same content for every client, so the client does not matter.
struct BoardHistory: Sendable {
  private struct Moment: Hashable {
    let board: String
    let revision: String
  }

  private var boards: [Moment: BoardModel] = [:]

  subscript(board: String, revision: String) -> BoardModel? {
    get { boards[Moment(board: board, revision: revision)] }
    set { boards[Moment(board: board, revision: revision)] = newValue }
  }

  /// All boards at this revision.
  func boards(at revision: String) -> [BoardModel] {
    boards.filter { $0.key.revision == revision }.map(\.value)
  }

  /// Records a message to a client.
  ///
  /// - Throws: `BrokenRule` if it contradicts the history.
  mutating func read(_ message: Message) throws(BrokenRule) {
    // Of items that are only counted nothing is known.
    guard message.head.key("content") == nil,
      !message.rows.contains(where: { $0.fields?.key("content") != nil })
    else { return }
    let words = message.head.words.compactMap(\.string)
    switch message.head.kind {
    case "board":
      guard let board = BoardModel(snapshot: message.rows), board.sections.count == Int(words[2])
      else { throw BrokenRule(name: "a snapshot whose counts do not add up") }
      try note(board, as: words[0], words[1])
    case "batch":
      guard let batch = BatchModel(message.rows) else { throw BrokenRule(name: "rows of a batch") }
      guard let board = self[words[0], words[1]] else { return }
      try note(batch.applied(to: board), as: words[0], words[2])
    default: break
    }
  }

  private mutating func note(
    _ board: BoardModel, as name: String, _ revision: String
  ) throws(BrokenRule) {
    // A transcript may leave the number open.
    guard Int(revision) != nil else { return }
    guard self[name, revision] ?? board == board else {
      throw BrokenRule(name: "one content at \(name) \(revision)")
    }
    self[name, revision] = board
  }
}
