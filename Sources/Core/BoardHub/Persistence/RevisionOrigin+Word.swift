import BoardAuthority
import BoardModel

// Where a revision came from, as the journal writes it: `d7`, `undo 41`, `redo 41`.

extension RevisionOrigin {
  /// The origin in words, or nil if it is a plain command.
  var word: String? {
    switch self {
    case .command: nil
    case .drag(let session): "\(session)"
    case .undo(let revision): "undo \(revision)"
    case .redo(let revision): "redo \(revision)"
    }
  }

  /// Reads an origin; nil if it is nothing that a hub writes.
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
