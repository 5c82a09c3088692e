import BoardModel

extension LineCoder where Self: ~Copyable {
  /// `DRAG EVENT`.
  mutating func drag(
    _ drag: SessionID?, _ event: StaticString
  ) throws(Failure) -> SessionID {
    let drag = try word("drag", drag)
    try literal("event", event)
    return drag
  }
}

/// An event of a drag that has nothing more to say.
struct DragEvent: LineFields {
  let drag: SessionID
  let event: StaticString

  init(_ drag: SessionID, _ event: StaticString) {
    self.drag = drag
    self.event = event
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    event = old?.event ?? "lifted"
    drag = try line.drag(old?.drag, event)
  }

  /// Reads or describes an event of this name.
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder, named event: StaticString
  ) throws(Coder.Failure) {
    self.event = event
    drag = try line.drag(nil, event)
  }
}

/// The end of a drag, as everyone is told it.
struct DragEnded: LineFields {
  let drag: SessionID
  let outcome: ReportedOutcome

  init(_ drag: SessionID, _ outcome: ReportedOutcome) {
    self.drag = drag
    self.outcome = outcome
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    drag = try line.drag(old?.drag, "ended")
    let word = try line.word("outcome", old?.outcome.word)
    let revision = try line.key("rev", old?.outcome.revision)
    let board = try line.key("board", old?.outcome.board)
    let read = ReportedOutcome(word, revision, board)
    try line.require("rev", read != nil)
    outcome = read ?? .gone
  }
}

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
  fileprivate init?(_ word: OutcomeWord, _ revision: Int?, _ board: BoardName?) {
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

  fileprivate var word: OutcomeWord {
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

  fileprivate var revision: Int? {
    switch self {
    case .moved(let revision), .copied(let revision, _): revision
    case .unchanged, .cancelled, .forbidden, .expired, .gone, .shutdown: nil
    }
  }

  fileprivate var board: BoardName? {
    switch self {
    case .copied(_, let board): board
    case .moved, .unchanged, .cancelled, .forbidden, .expired, .gone, .shutdown: nil
    }
  }
}
