import BoardModel

/// The verbs that begin a block.
public enum BlockVerb: String, VerbFamily {
  case batch, replace

  var profile: Profile { .core }

  @inline(__always)
  func request<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> Request {
    switch self {
    case .batch: try .block(.batch(.init(&line, from: nil)))
    case .replace: try .block(.replace(.init(&line, from: nil)))
    }
  }

  func reply<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> ReplyHead {
    switch self {
    case .batch: try .whole(.batch(.init(&line, from: nil)))
    case .replace: try .whole(.replace(.init(&line, from: nil)))
    }
  }
}

extension BlockVerb {
  var help: HelpText {
    switch self {
    case .batch:
      .init(
        "applies the rows up to a line \"end\"",
        [
          "batch today rev=41", "delete 0.4 -", "move 0.1 2.0 -", "insert 2.3 - Buy milk", "end",
        ], .batchRule, .staleRevision, .leased, .idTaken)
    case .replace:
      .init(
        "gives a board the content up to a line \"end\"",
        ["replace today", "section s1 - To do", "item - Call Ann", "end"],
        .staleRevision, .leased, .limit)
    }
  }
}
