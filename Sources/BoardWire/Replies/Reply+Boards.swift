import BoardModel

// What replies about boards and drags say behind `ok VERB`, in the order of `protocol/lines.md`.

public struct ClientReply: Hashable, Sendable, LineFields {
  public var client: ClientName

  public init(_ client: ClientName) { self.client = client }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    client = try line.word("client", old?.client)
  }
}

public struct BoardReply: Hashable, Sendable, LineFields {
  public var board: BoardName

  public init(_ board: BoardName) { self.board = board }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
  }
}

/// A board at a revision.
public struct BoardRevision: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var revision: Int

  public init(_ board: BoardName, revision: Int) {
    self.board = board
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    revision = try line.fact("rev", old?.revision)
  }
}

public struct Opened: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var revision: Int
  /// Whether the revision that the client holds is of another life of the board.
  public var isRewound: Bool

  public init(_ board: BoardName, revision: Int, isRewound: Bool = false) {
    self.board = board
    self.revision = revision
    self.isRewound = isRewound
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    revision = try line.word("rev", old?.revision)
    isRewound = try line.flag("rewound", old?.isRewound)
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
  /// The revision of the board that the session is over, if it is over one.
  public var revision: Int?
  /// Whether others took items out since the owner last proposed, added or removed.
  public var isShort: Bool

  public init(_ drag: SessionID, _ state: DragState, revision: Int?, isShort: Bool) {
    self.drag = drag
    self.state = state
    self.revision = revision
    self.isShort = isShort
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    drag = try line.word("drag", old?.drag)
    let word = try line.word("state", old?.state.word)
    state = try DragState(keysOf: word, &line, from: old?.state)
    revision = try line.key("rev", old?.revision)
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

extension LineCoder where Self: ~Copyable {
  /// A list under a key, left out if it is empty.
  mutating func list<Element: WireValue>(
    _ name: StaticString, _ value: [Element]?
  ) throws(Failure) -> [Element] {
    try key(name, value?.isEmpty == true ? nil : value) ?? []
  }
}
