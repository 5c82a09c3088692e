import BoardModel

/// The verbs of commands about past changes.
public enum UndoVerb: String, VerbFamily {
  case undo, redo, history

  var profile: Profile { .undo }

  @inline(__always)
  func request<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> Request {
    switch self {
    case .undo: try .undo(.undo(.init(&line, from: nil)))
    case .redo: try .undo(.redo(.init(&line, from: nil)))
    case .history: try .undo(.history(.init(&line, from: nil)))
    }
  }

  func reply<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> ReplyHead {
    switch self {
    case .undo: try .whole(.undo(.init(&line, from: nil)))
    case .redo: try .whole(.redo(.init(&line, from: nil)))
    case .history: try .listing(&line) { .history($0, $1) }
    }
  }
}

extension UndoVerb {
  var help: HelpText {
    switch self {
    case .undo:
      .init(
        "takes back your last change", ["undo"],
        .nothingToUndo, .undoConflict, .leased, .noBoard)
    case .redo:
      .init(
        "takes back your last undo", ["redo"],
        .nothingToRedo, .undoConflict, .leased, .noBoard)
    case .history:
      .init(
        "lists who changed what and when", ["history", "history today from=40 to=45"],
        .futureRevision, .noBoard, .unknownBoard)
    }
  }
}

public struct TakenBack: Hashable, Sendable, LineFields {
  /// The revision that was taken back.
  public var of: Int
  public var revision: Int

  public init(of: Int, revision: Int) {
    self.of = of
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    of = try line.fact("of", old?.of)
    revision = try line.fact("rev", old?.revision)
  }
}

/// A revision as `history` lists it.
public struct HistoryRow: Hashable, Sendable, LineFields {
  /// What the revision came from, beside a plain command.
  public enum Origin: Hashable, Sendable {
    case command
    case drag(SessionID)
    case undo(of: Int)
    case redo(of: Int)
  }

  public var revision: Int
  /// When it was made: UTC, as ISO 8601 has it.
  public var time: String
  public var client: ClientName
  public var origin: Origin
  /// What it did, for people.
  public var summary: Text

  public init(
    _ revision: Int, time: String, by client: ClientName, _ origin: Origin, _ summary: Text
  ) {
    self.revision = revision
    self.time = time
    self.client = client
    self.origin = origin
    self.summary = summary
  }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    revision = try line.word("rev", old?.revision)
    time = try line.word("time", old.map { QuotedWord(unchecked: $0.time) }).string
    client = try line.word("client", old?.client)
    let drag = try line.key("drag", old?.origin.drag)
    let undo = try line.key("undo", old?.origin.undone)
    let redo = try line.key("redo", old?.origin.redone)
    origin =
      drag.map { .drag($0) } ?? undo.map { .undo(of: $0) } ?? redo.map { .redo(of: $0) }
      ?? .command
    summary = try line.trailingText(limit: .max, old?.summary)
  }
}

extension HistoryRow.Origin {
  fileprivate var drag: SessionID? {
    switch self {
    case .drag(let drag): drag
    case .command, .undo, .redo: nil
    }
  }

  fileprivate var undone: Int? {
    switch self {
    case .undo(let revision): revision
    case .command, .drag, .redo: nil
    }
  }

  fileprivate var redone: Int? {
    switch self {
    case .redo(let revision): revision
    case .command, .drag, .undo: nil
    }
  }
}
