import BoardModel

// What several lines say of drags: proposals, states and outcomes, part by part.

extension DropProposal {
  /// Names the parts behind the verdict: `at= anchor= [reason=] [board=]`.
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(
    keysOf verdict: VerdictWord, _ line: inout Coder, from old: DropProposal?
  ) throws(Coder.Failure) {
    let path = try line.fact("at", old?.path)
    let anchor = try line.fact("anchor", old?.anchor)
    let reason = try line.key("reason", old?.reason)
    let board = try line.key("board", old?.board)
    self.init(
      verdict: Verdict(verdict, reason), board: board, path: path, anchor: anchor)
  }

  @inline(__always)
  var word: VerdictWord { verdict.word }

  fileprivate var reason: DropReason? {
    switch verdict {
    case .allowed: nil
    case .denied(let reason): reason
    }
  }
}

extension DropProposal.Verdict {
  @inline(__always)
  var word: VerdictWord {
    switch self {
    case .allowed(.move): .move
    case .allowed(.copy): .copy
    case .denied(let reason): reason.isTemporary ? .forbidden : .cancel
    }
  }

  /// A verdict that says no has a reason. One of a later version may have another, or none.
  init(_ word: VerdictWord, _ reason: DropReason?) {
    self =
      switch word {
      case .move: .allowed(.move)
      case .copy: .allowed(.copy)
      case .cancel: .denied(reason ?? .operation)
      case .forbidden: .denied(reason ?? .limit)
      }
  }
}

extension DragState {
  /// Names `STATE [at=] [anchor=] [reason=] [board=]`, whatever stands between the word and the keys.
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(
    keysOf state: StateWord, _ line: inout Coder, from old: DragState?
  ) throws(Coder.Failure) {
    let proposal = old?.proposal
    let path = try line.key("at", proposal?.path)
    let anchor = try line.key("anchor", proposal?.anchor)
    let reason = try line.key("reason", proposal?.reason)
    let board = try line.key("board", proposal?.board)
    try line.require("at", state.verdict == nil || (path != nil && anchor != nil))
    guard let verdict = state.verdict, let path, let anchor else {
      self = state == .lost ? .lost : .lifted
      return
    }
    self = .over(
      DropProposal(
        verdict: .init(verdict, reason), board: board, path: path, anchor: anchor))
  }

  var word: StateWord {
    switch self {
    case .lifted: .lifted
    case .lost: .lost
    case .over(let proposal):
      switch proposal.verdict.word {
      case .move: .move
      case .copy: .copy
      case .cancel: .cancel
      case .forbidden: .forbidden
      }
    }
  }

  public var proposal: DropProposal? {
    switch self {
    case .lifted, .lost: nil
    case .over(let proposal): proposal
    }
  }
}

extension StateWord {
  fileprivate var verdict: VerdictWord? {
    switch self {
    case .lifted, .lost: nil
    case .move: .move
    case .copy: .copy
    case .cancel: .cancel
    case .forbidden: .forbidden
    }
  }
}

/// An outcome, part by part.
struct OutcomeParts {
  var word: OutcomeWord
  var revision: Int?
  var path: IndexPath?
  var board: BoardName?
  var reason: DropReason?

  init(
    word: OutcomeWord, revision: Int?, path: IndexPath?, board: BoardName?, reason: DropReason?
  ) {
    self.word = word
    self.revision = revision
    self.path = path
    self.board = board
    self.reason = reason
  }

  init(_ outcome: SessionOutcome) {
    self.init(
      word: outcome.word, revision: outcome.revision, path: outcome.path, board: outcome.board,
      reason: outcome.reason)
  }

  /// The outcome, or nil if a part of it is missing.
  var outcome: SessionOutcome? {
    switch word {
    case .moved: both.map { .moved(revision: $0, path: $1) }
    case .copied: both.map { .copied(revision: $0, board: board, path: $1) }
    case .unchanged: both.map { .unchanged(revision: $0, path: $1) }
    case .cancelled: .cancelled
    case .forbidden: .forbidden(reason ?? .limit)
    case .expired: .expired
    case .gone: .gone
    case .shutdown: .shutdown
    }
  }

  private var both: (Int, IndexPath)? {
    guard let revision, let path else { return nil }
    return (revision, path)
  }
}

extension SessionOutcome {
  @inline(__always)
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

  fileprivate var revision: Int? {
    switch self {
    case .moved(let revision, _), .copied(let revision, _, _), .unchanged(let revision, _):
      revision
    case .cancelled, .forbidden, .expired, .gone, .shutdown: nil
    }
  }

  fileprivate var path: IndexPath? {
    switch self {
    case .moved(_, let path), .copied(_, _, let path), .unchanged(_, let path): path
    case .cancelled, .forbidden, .expired, .gone, .shutdown: nil
    }
  }

  fileprivate var board: BoardName? {
    if case .copied(_, let board, _) = self { board } else { nil }
  }

  fileprivate var reason: DropReason? {
    if case .forbidden(let reason) = self { reason } else { nil }
  }

  /// Names `[rev=] [at=] [board=] [reason=]`.
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(
    keysOf word: OutcomeWord, _ line: inout Coder, from old: SessionOutcome?
  ) throws(Coder.Failure) {
    let revision = try line.key("rev", old?.revision)
    let path = try line.key("at", old?.path)
    let board = try line.key("board", old?.board)
    let reason = try line.key("reason", old?.reason)
    if let old {
      self = old
      return
    }
    let read = OutcomeParts(
      word: word, revision: revision, path: path, board: board, reason: reason)
    try line.require("rev", read.outcome != nil)
    self = read.outcome ?? .gone
  }
}
