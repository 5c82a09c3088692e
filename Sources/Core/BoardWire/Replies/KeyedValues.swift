import BoardModel

// Values that are several parts of a line: proposals and states of drags, and where revisions came from; and of the
// facts of refusals how a drag ended, and what conflicts with an undo.

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
    case .over(let proposal): StateWord(rawValue: proposal.verdict.word.rawValue)!
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
  /// The verdict of the same spelling, if the session is over a place.
  fileprivate var verdict: VerdictWord? { VerdictWord(rawValue: rawValue) }
}

extension RevisionOrigin {
  /// Names `[drag=] [undo=] [redo=]`.
  init<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder, from old: RevisionOrigin?
  ) throws(Coder.Failure) {
    let drag = try line.key("drag", old?.drag)
    let undo = try line.key("undo", old?.undone)
    let redo = try line.key("redo", old?.redone)
    self =
      drag.map { .drag($0) } ?? undo.map { .undo(of: $0) } ?? redo.map { .redo(of: $0) }
      ?? .command
  }

  private var drag: SessionID? { if case .drag(let drag) = self { drag } else { nil } }
  private var undone: Int? { if case .undo(let revision) = self { revision } else { nil } }
  private var redone: Int? { if case .redo(let revision) = self { revision } else { nil } }
}

extension Facts {
  /// How a session ended. To set it sets its keys.
  var ending: SessionOutcome? {
    get {
      outcome.flatMap {
        SessionOutcome($0, revision: revision, path: path, board: board, reason: reason)
      }
    }
    set {
      outcome = newValue?.word
      (path, reason, revision) = (newValue?.path, newValue?.reason, newValue?.revision)
      board = newValue?.board
    }
  }

  /// What conflicts with an undo. To set it sets its keys.
  var conflict: UndoConflict? {
    get {
      guard let change, let revision else { return nil }
      if let item = item.flatMap({ ItemID($0) }) {
        return UndoConflict(.item(item), change, in: revision)
      }
      guard let section = section.flatMap({ SectionID($0) }) else { return nil }
      return UndoConflict(.section(section), change, in: revision)
    }
    set {
      switch newValue?.subject {
      case .item(let id): item = id.string
      case .section(let id): section = id.string
      case nil: break
      }
      (change, revision) = (newValue?.change, newValue?.revision)
    }
  }
}
