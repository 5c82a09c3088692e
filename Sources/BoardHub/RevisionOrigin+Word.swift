import BoardCore

// Where a revision came from, as the journal writes it: `d7 moved 2 1.0`, `undo 41`, `redo 41`.

extension RevisionOrigin {
  /// Nil for a plain command.
  var word: String? {
    switch self {
    case .command: nil
    case .drag(let session): "\(session)"
    case .undo(let revision): "undo \(revision)"
    case .redo(let revision): "redo \(revision)"
    }
  }

  /// - Returns: nil where it is nothing that a hub writes.
  init?(word: String?) {
    guard let word else {
      self = .command
      return
    }
    let parts = word.split(separator: " ")
    let number = parts.count > 1 ? Int(parts[1]) : nil
    switch (parts.first, number) {
    case ("undo", let revision?): self = .undo(of: revision)
    case ("redo", let revision?): self = .redo(of: revision)
    case (let session?, _):
      guard session.first == "d", let number = Int(session.dropFirst()) else { return nil }
      self = .drag(SessionID(number))
    default: return nil
    }
  }
}

extension SessionOutcome {
  /// How a drag ended that dropped something: what stands behind its name in the origin.
  init?(origin word: String) {
    let parts = word.split(separator: " ").map(String.init)
    guard parts.count == 4, let revision = Int(parts[2]) else { return nil }
    let place = parts[3].split(separator: "/").map(String.init)
    guard let path = place.last.flatMap({ IndexPath(word: $0) }) else { return nil }
    switch parts[1] {
    case "moved": self = .moved(revision: revision, path: path)
    case "copied":
      let board = place.count > 1 ? BoardName(place[0]) : nil
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
