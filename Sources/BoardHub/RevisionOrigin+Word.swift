import BoardAuthority
import BoardModel

// Where a revision came from, as the journal writes it: `undo 41`, `redo 41`, `d7 moved 2 1.0`, or
// `d7 copied 2 1.0 list` if the session began on the board `list`.

extension RevisionOrigin {
  /// The origin in words, or nil if it is a plain command.
  ///
  /// - Parameter outcome: How the drag session ended that dropped something.
  func word(dropping outcome: SessionOutcome?) -> String? {
    switch self {
    case .command: nil
    case .drag(let session):
      ["\(session)", outcome?.word].compactMap(\.self).joined(separator: " ")
    case .undo(let revision): "undo \(revision)"
    case .redo(let revision): "redo \(revision)"
    }
  }

  /// Reads an origin, and how its drag session ended if it is one.
  ///
  /// - Returns: nil if it is nothing that a hub writes.
  static func read(_ word: String?) -> (origin: RevisionOrigin, outcome: SessionOutcome?)? {
    guard let word else { return (.command, nil) }
    let parts = word.split(separator: " ").map(String.init)
    let number = parts.count > 1 ? Int(parts[1]) : nil
    switch (parts.first, number) {
    case ("undo", let revision?): return (.undo(of: revision), nil)
    case ("redo", let revision?): return (.redo(of: revision), nil)
    case (let session?, _):
      guard session.first == "d", let number = Int(session.dropFirst()) else { return nil }
      return (.drag(SessionID(number)), SessionOutcome(words: parts.dropFirst()))
    default: return nil
    }
  }
}

extension SessionOutcome {
  /// How a drag ended that dropped something, or nil if it dropped nothing.
  fileprivate var word: String? {
    switch self {
    case .moved(let revision, let path): "moved \(revision) \(path)"
    case .copied(let revision, let board, let path):
      "copied \(revision) \(path)" + (board.map { " \($0)" } ?? "")
    case .unchanged, .cancelled, .forbidden, .expired, .gone, .shutdown: nil
    }
  }

  fileprivate init?(words: ArraySlice<String>) {
    let words = Array(words)
    guard words.count >= 3, let revision = Int(words[1]), let path = IndexPath(word: words[2])
    else { return nil }
    switch words[0] {
    case "moved": self = .moved(revision: revision, path: path)
    case "copied":
      let board = words.count > 3 ? BoardName(words[3]) : nil
      self = .copied(revision: revision, board: board, path: path)
    default: return nil
    }
  }
}

extension IndexPath {
  fileprivate init?(word: String) {
    let numbers = word.split(separator: ".").compactMap { Int($0) }
    guard numbers.count == 2 else { return nil }
    self.init(section: numbers[0], item: numbers[1])
  }
}
