import BoardModel

/// What became of an item that was chosen.
public enum Choice: Hashable, Sendable {
  case selected
  case deselected
  case moved(revision: Int, IndexPath)
  case deleted(revision: Int)
}

extension Choice {
  /// Names `[rev=] [at=]`.
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(
    keysOf word: ChoiceWord, _ line: inout Coder, from old: Choice?
  ) throws(Coder.Failure) {
    let revision = try line.key("rev", old?.revision)
    let path = try line.key("at", old?.path)
    let read = Choice(word, revision, path)
    try line.require("rev", read != nil)
    self = read ?? .selected
  }

  private init?(_ word: ChoiceWord, _ revision: Int?, _ path: IndexPath?) {
    switch (word, revision, path) {
    case (.moved, let revision?, let path?): self = .moved(revision: revision, path)
    case (.deleted, let revision?, _): self = .deleted(revision: revision)
    case (.selected, _, _): self = .selected
    case (.deselected, _, _): self = .deselected
    case (.moved, _, _), (.deleted, _, _): return nil
    }
  }

  var word: ChoiceWord {
    switch self {
    case .selected: .selected
    case .deselected: .deselected
    case .moved: .moved
    case .deleted: .deleted
    }
  }

  private var revision: Int? {
    switch self {
    case .selected, .deselected: nil
    case .moved(let revision, _), .deleted(let revision): revision
    }
  }

  private var path: IndexPath? {
    switch self {
    case .selected, .deselected, .deleted: nil
    case .moved(_, let path): path
    }
  }
}
