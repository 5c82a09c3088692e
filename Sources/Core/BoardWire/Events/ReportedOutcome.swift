import BoardModel

/// How a drag session ended, as far as everyone is told (rule 7.5).
public enum ReportedOutcome: Hashable, Sendable {
  case moved(revision: Int)
  case copied(revision: Int, board: BoardName?)
  case unchanged
  case cancelled
  case forbidden
  case expired
  case gone
  case shutdown

  /// What is told of an outcome.
  public init(_ outcome: SessionOutcome) {
    switch outcome {
    case .moved(let revision, _): self = .moved(revision: revision)
    case .copied(let revision, let board, _): self = .copied(revision: revision, board: board)
    case .unchanged: self = .unchanged
    case .cancelled: self = .cancelled
    case .forbidden: self = .forbidden
    case .expired: self = .expired
    case .gone: self = .gone
    case .shutdown: self = .shutdown
    }
  }
}

extension ReportedOutcome {
  /// Names `[rev=] [board=]`.
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(
    keysOf word: OutcomeWord, _ line: inout Coder, from old: ReportedOutcome?
  ) throws(Coder.Failure) {
    let revision = try line.key("rev", old?.revision)
    let board = try line.key("board", old?.board)
    let read = ReportedOutcome(word, revision, board)
    try line.require("rev", read != nil)
    self = read ?? .gone
  }

  private init?(_ word: OutcomeWord, _ revision: Int?, _ board: BoardName?) {
    switch word {
    case .moved, .copied:
      guard let revision else { return nil }
      self = word == .moved ? .moved(revision: revision) : .copied(revision: revision, board: board)
    case .unchanged: self = .unchanged
    case .cancelled: self = .cancelled
    case .forbidden: self = .forbidden
    case .expired: self = .expired
    case .gone: self = .gone
    case .shutdown: self = .shutdown
    }
  }

  var word: OutcomeWord {
    switch self {
    case .moved: .moved
    case .copied: .copied
    case .unchanged: .unchanged
    case .cancelled: .cancelled
    case .forbidden: .forbidden
    case .expired: .expired
    case .gone: .gone
    case .shutdown: .shutdown
    }
  }

  private var revision: Int? {
    switch self {
    case .moved(let revision), .copied(let revision, _): revision
    case .unchanged, .cancelled, .forbidden, .expired, .gone, .shutdown: nil
    }
  }

  private var board: BoardName? {
    switch self {
    case .copied(_, let board): board
    case .moved, .unchanged, .cancelled, .forbidden, .expired, .gone, .shutdown: nil
    }
  }
}
