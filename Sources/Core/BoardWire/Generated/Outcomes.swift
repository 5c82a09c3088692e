// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

/// How a drag session ended, as far as everyone is told (rule 7.5).
public enum ReportedOutcome: Hashable, Sendable {
  /// Dropped as a move: the revision, and the path of the first item after it.
  case moved(revision: Int)
  /// Dropped as a copy; `board` is the board of the place, if it is not that of the session.
  case copied(revision: Int, board: BoardName?)
  /// Dropped at the place that the items had already: no batch and no revision.
  case unchanged
  /// Put back.
  case cancelled
  /// Dropped where it was not possible then.
  case forbidden
  /// Idle, lived or suspended for too long.
  case expired
  /// Other clients moved or deleted all its items.
  case gone
  /// The server ended.
  case shutdown
}

/// The word of such a value.
public enum OutcomeWord: String, WireWord, Sendable {
  case moved, copied, unchanged, cancelled, forbidden, expired, gone, shutdown
}

/// What became of an item that was chosen.
public enum Choice: Hashable, Sendable {
  /// The item is selected.
  case selected
  /// It is selected no more.
  case deselected
  /// It is there since this revision.
  case moved(revision: Int, path: IndexPath)
  /// It is deleted since this revision.
  case deleted(revision: Int)
}

/// The word of such a value.
public enum ChoiceWord: String, WireWord, Sendable {
  case selected, deselected, moved, deleted
}

extension ReportedOutcome {
  /// What is told of an outcome.
  public init(_ outcome: SessionOutcome) {
    self =
      switch outcome {
      case .moved(let revision, _): .moved(revision: revision)
      case .copied(let revision, let board, _): .copied(revision: revision, board: board)
      case .unchanged: .unchanged
      case .cancelled: .cancelled
      case .forbidden: .forbidden
      case .expired: .expired
      case .gone: .gone
      case .shutdown: .shutdown
      }
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

  var revision: Int? {
    switch self {
    case .moved(let revision, _), .copied(let revision, _, _), .unchanged(let revision, _): revision
    case .cancelled, .forbidden, .expired, .gone, .shutdown: nil
    }
  }

  var path: IndexPath? {
    switch self {
    case .moved(_, let path), .copied(_, _, let path), .unchanged(_, let path): path
    case .cancelled, .forbidden, .expired, .gone, .shutdown: nil
    }
  }

  var board: BoardName? {
    switch self {
    case .copied(_, let board, _): board
    case .moved, .unchanged, .cancelled, .forbidden, .expired, .gone, .shutdown: nil
    }
  }

  var reason: DropReason? {
    switch self {
    case .forbidden(let reason): reason
    case .moved, .copied, .unchanged, .cancelled, .expired, .gone, .shutdown: nil
    }
  }

  /// The value of a word with these keys, or nil if one that it needs is missing.
  init?(
    _ word: OutcomeWord, revision: Int?, path: IndexPath?, board: BoardName?, reason: DropReason?
  ) {
    switch word {
    case .moved:
      guard let revision, let path else { return nil }
      self = .moved(revision: revision, path: path)
    case .copied:
      guard let revision, let path else { return nil }
      self = .copied(revision: revision, board: board, path: path)
    case .unchanged:
      guard let revision, let path else { return nil }
      self = .unchanged(revision: revision, path: path)
    case .cancelled: self = .cancelled
    case .forbidden: self = .forbidden(reason: reason ?? .limit)
    case .expired: self = .expired
    case .gone: self = .gone
    case .shutdown: self = .shutdown
    }
  }

  /// Names `[rev=] [at=] [board=] [reason=]`.
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(
    keysOf word: OutcomeWord, _ line: inout Coder, from old: Self?
  ) throws(Coder.Failure) {
    let revision = try line.key("rev", old?.revision)
    let path = try line.key("at", old?.path)
    let board = try line.key("board", old?.board)
    let reason = try line.key("reason", old?.reason)
    if let old {
      self = old
      return
    }
    let read = Self(word, revision: revision, path: path, board: board, reason: reason)
    try line.require("rev", read != nil)
    self = read ?? .cancelled
  }
}

extension ReportedOutcome {
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

  var revision: Int? {
    switch self {
    case .moved(let revision), .copied(let revision, _): revision
    case .unchanged, .cancelled, .forbidden, .expired, .gone, .shutdown: nil
    }
  }

  var board: BoardName? {
    switch self {
    case .copied(_, let board): board
    case .moved, .unchanged, .cancelled, .forbidden, .expired, .gone, .shutdown: nil
    }
  }

  /// The value of a word with these keys, or nil if one that it needs is missing.
  init?(_ word: OutcomeWord, revision: Int?, board: BoardName?) {
    switch word {
    case .moved:
      guard let revision else { return nil }
      self = .moved(revision: revision)
    case .copied:
      guard let revision else { return nil }
      self = .copied(revision: revision, board: board)
    case .unchanged: self = .unchanged
    case .cancelled: self = .cancelled
    case .forbidden: self = .forbidden
    case .expired: self = .expired
    case .gone: self = .gone
    case .shutdown: self = .shutdown
    }
  }

  /// Names `[rev=] [board=]`.
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(
    keysOf word: OutcomeWord, _ line: inout Coder, from old: Self?
  ) throws(Coder.Failure) {
    let revision = try line.key("rev", old?.revision)
    let board = try line.key("board", old?.board)
    if let old {
      self = old
      return
    }
    let read = Self(word, revision: revision, board: board)
    try line.require("rev", read != nil)
    self = read ?? .unchanged
  }
}

extension Choice {
  @inline(__always)
  var word: ChoiceWord {
    switch self {
    case .selected: .selected
    case .deselected: .deselected
    case .moved: .moved
    case .deleted: .deleted
    }
  }

  var revision: Int? {
    switch self {
    case .moved(let revision, _), .deleted(let revision): revision
    case .selected, .deselected: nil
    }
  }

  var path: IndexPath? {
    switch self {
    case .moved(_, let path): path
    case .selected, .deselected, .deleted: nil
    }
  }

  /// The value of a word with these keys, or nil if one that it needs is missing.
  init?(_ word: ChoiceWord, revision: Int?, path: IndexPath?) {
    switch word {
    case .selected: self = .selected
    case .deselected: self = .deselected
    case .moved:
      guard let revision, let path else { return nil }
      self = .moved(revision: revision, path: path)
    case .deleted:
      guard let revision else { return nil }
      self = .deleted(revision: revision)
    }
  }

  /// Names `[rev=] [at=]`.
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(
    keysOf word: ChoiceWord, _ line: inout Coder, from old: Self?
  ) throws(Coder.Failure) {
    let revision = try line.key("rev", old?.revision)
    let path = try line.key("at", old?.path)
    if let old {
      self = old
      return
    }
    let read = Self(word, revision: revision, path: path)
    try line.require("rev", read != nil)
    self = read ?? .selected
  }
}

extension SessionOutcome {
  @inlinable var speaksOfBoard: Bool {
    switch self {
    case .moved, .copied, .unchanged: true
    case .cancelled, .forbidden, .expired, .gone, .shutdown: false
    }
  }
}
