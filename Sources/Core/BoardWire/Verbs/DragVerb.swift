import BoardModel

/// The verbs of commands of drag sessions.
public enum DragVerb: String, VerbFamily {
  case begin
  case beginExternal = "begin-external"
  case add
  case addExternal = "add-external"
  case remove, propose, exit, perform, cancel, resume, dryrun, drags

  var profile: Profile { .drag }

  @inline(__always)
  func request<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> Request {
    switch self {
    case .begin: try .drag(.begin(.init(&line, from: nil)))
    case .beginExternal: try .drag(.beginExternal(.init(&line, from: nil)))
    case .add: try .drag(.add(.init(&line, from: nil)))
    case .addExternal: try .drag(.addExternal(.init(&line, from: nil)))
    case .remove: try .drag(.remove(.init(&line, from: nil)))
    case .propose: try .drag(.propose(.init(&line, from: nil)))
    case .exit: try .drag(.exit(.init(&line, from: nil)))
    case .perform: try .drag(.perform(.init(&line, from: nil)))
    case .cancel: try .drag(.cancel(.init(&line, from: nil)))
    case .resume: try .drag(.resume(.init(&line, from: nil)))
    case .dryrun: try .drag(.dryrun(.init(&line, from: nil)))
    case .drags: try .drag(.drags(.init(&line, from: nil)))
    }
  }

  func reply<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> ReplyHead {
    switch self {
    case .begin: try .whole(.begin(.init(&line, from: nil)))
    case .beginExternal: try .whole(.beginExternal(.init(&line, from: nil)))
    case .add: try .whole(.add(.init(&line, from: nil)))
    case .addExternal: try .whole(.addExternal(.init(&line, from: nil)))
    case .remove: try .whole(.remove(ItemsLeft(&line, from: nil).items))
    case .propose: try .whole(.propose(.init(&line, from: nil)))
    case .exit: try .whole(.exit(.init(&line, from: nil)))
    case .perform: try .whole(.perform(.init(&line, from: nil)))
    case .cancel: try .whole(.cancel(.init(&line, from: nil)))
    case .resume: try .whole(.resume(.init(&line, from: nil)))
    case .dryrun: try .dryrun(&line)
    case .drags: try .listing(&line) { .drags($0) }
    }
  }
}

extension DragVerb {
  var help: HelpText {
    switch self {
    case .begin:
      .init(
        "picks items up", ["begin i2,i5", "begin 0.1@41 ops=copy"],
        .leased, .itemGone, .badPath, .notDraggable, .noBoard, .limit)
    case .beginExternal:
      .init(
        "brings an item from outside",
        ["begin-external Call Ann", "begin-external type=text/uri https://example.org"],
        .noBoard, .limit)
    case .add:
      .init(
        "adds items to the drag", ["add i7"],
        .leased, .itemGone, .duplicateItem, .mixedSession, .noSession, .limit)
    case .addExternal:
      .init(
        "adds an item from outside", ["add-external Call Bob"],
        .mixedSession, .noSession, .limit)
    case .remove:
      .init("puts items back", ["remove i7"], .itemGone, .noSession)
    case .propose:
      .init(
        "asks what a drop there would do",
        ["propose 1.0", "propose end:s2 op=copy", "propose before:i3 drag=d1 board=today"],
        .badPath, .destinationGone, .noSession)
    case .exit:
      .init("is over nothing any more", ["exit"], .noSession)
    case .perform:
      .init("drops", ["perform"], .itemsGone, .sessionEnded, .noSession)
    case .cancel:
      .init("ends the drag", ["cancel", "cancel d7 force=yes"], .notOwner, .noSession)
    case .resume:
      .init(
        "takes a suspended drag up again", ["resume d1"],
        .notSuspended, .notOwner, .unknownSession)
    case .dryrun:
      .init(
        "shows the rows that a drop would make",
        ["dryrun 1.0 items=i2,i5", "dryrun end:s2"],
        .badPath, .itemGone)
    case .drags:
      .init("lists the live drags", ["drags"], .noBoard, .unknownBoard)
    }
  }
}

/// The items that a session has now.
public struct SessionItems: Hashable, Sendable, LineFields {
  public var drag: SessionID
  public var items: [ItemID]

  public init(_ drag: SessionID, _ items: [ItemID]) {
    self.drag = drag
    self.items = items
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    drag = try line.word("drag", old?.drag)
    items = try line.fact("items", old?.items)
  }
}

public struct Proposed: Hashable, Sendable, LineFields {
  public var drag: SessionID
  public var proposal: DropProposal
  /// The revision of the board that the place is on.
  public var revision: Int

  public init(_ drag: SessionID, _ proposal: DropProposal, revision: Int) {
    self.drag = drag
    self.proposal = proposal
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    drag = try line.word("drag", old?.drag)
    let verdict = try line.word("verdict", old?.proposal.verdict.word)
    proposal = try DropProposal(verdict, &line, from: old?.proposal)
    revision = try line.fact("rev", old?.revision)
  }
}

public struct Ended: Hashable, Sendable, LineFields {
  public var drag: SessionID
  public var outcome: SessionOutcome

  public init(_ drag: SessionID, _ outcome: SessionOutcome) {
    self.drag = drag
    self.outcome = outcome
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    drag = try line.word("drag", old?.drag)
    let word = try line.word("outcome", old?.outcome.word)
    outcome = try SessionOutcome(keysOf: word, &line, from: old?.outcome)
  }
}

public struct Resumed: Hashable, Sendable, LineFields {
  public var drag: SessionID
  public var state: DragState
  public var items: [ItemID]
  /// The revision of the board that the session is over, if it is over one.
  public var revision: Int?
  /// Whether others took items out since the owner last proposed, added or removed.
  public var isShort: Bool

  public init(
    _ drag: SessionID, _ state: DragState, items: [ItemID], revision: Int?, isShort: Bool
  ) {
    self.drag = drag
    self.state = state
    self.items = items
    self.revision = revision
    self.isShort = isShort
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    drag = try line.word("drag", old?.drag)
    let word = try line.word("state", old?.state.word)
    state = try DragState(keysOf: word, &line, from: old?.state)
    revision = try line.key("rev", old?.revision)
    items = try line.fact("items", old?.items)
    isShort = try line.flag("short", old?.isShort)
  }
}

public struct DryRunReply: Hashable, Sendable {
  public var proposal: DropProposal
  public var revision: Int

  public init(_ proposal: DropProposal, revision: Int) {
    self.proposal = proposal
    self.revision = revision
  }
}

/// The same where no items may be left.
struct ItemsLeft: LineFields {
  let items: SessionItems

  init(_ items: SessionItems) { self.items = items }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let drag = try line.word("drag", old?.items.drag)
    items = SessionItems(drag, try line.list("items", old?.items.items))
  }
}

/// The head of the reply to `dryrun`.
struct DryRunHead: LineFields {
  let reply: DryRunReply
  let lines: Int

  init(_ reply: DryRunReply, lines: Int) {
    self.reply = reply
    self.lines = lines
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let verdict = try line.word("verdict", old?.reply.proposal.verdict.word)
    lines = try line.word("lines", old.map { LineCount($0.lines) }).number
    let proposal = try DropProposal(verdict, &line, from: old?.reply.proposal)
    let revision = try line.fact("rev", old?.reply.revision)
    reply = DryRunReply(proposal, revision: revision)
  }
}
