/// A command as an author wants it, without its tag.
struct Order {
  let board: String
  let lines: [String]

  init(_ board: String, _ lines: String...) {
    self.board = board
    self.lines = lines
  }

  init(_ board: String, lines: [String]) {
    self.board = board
    self.lines = lines
  }

  var verb: Substring { lines[0].prefix { $0 != " " } }

  /// Whether its success is always a change, since it brings a text that was not there before.
  var alwaysChanges: Bool {
    switch verb {
    case "insert", "edit", "insert-section", "rename-section", "delete", "delete-section", "batch",
      "policy", "create":
      true
    default: false
    }
  }

  /// The revision that an answer tells of.
  func moment(in answer: String) -> Evidence.Moment? {
    let words = answer.split(separator: " ")
    guard words.count > 2, words[0] == "ok" else { return nil }
    let word: Substring
    switch words[1] {
    case "insert", "delete", "move", "edit", "insert-section", "delete-section", "move-section",
      "rename-section", "clear", "batch":
      word = words[words.count - 1]
    case "undo", "redo": word = words[2]
    case "perform" where words.count > 4: word = words[4]
    default: return nil
    }
    return Int(word).map { Evidence.Moment(board: board, revision: $0) }
  }
}
