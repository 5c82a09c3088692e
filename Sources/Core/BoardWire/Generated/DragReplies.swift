// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

/// `ok begin DRAG items=ITEMS`: the new session and its items.
public struct BeginReply: Hashable, Sendable, LineFields {
  public var drag: SessionID
  public var items: [ItemID]

  public init(_ drag: SessionID, items: [ItemID]) {
    self.drag = drag
    self.items = items
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    drag = try line.word("drag", old?.drag)
    items = try line.fact("items", old?.items)
  }
}

/// `ok begin-external DRAG items=ITEMS`: likewise.
public typealias BeginExternalReply = BeginReply

/// `ok add DRAG items=ITEMS`: all items of the session.
public typealias AddReply = BeginReply

/// `ok add-external DRAG items=ITEMS`: likewise.
public typealias AddExternalReply = BeginReply

/// `ok remove DRAG [items=ITEMS]`: the items left; without `items` the session ended as `cancelled`.
public struct RemoveReply: Hashable, Sendable, LineFields {
  public var drag: SessionID
  public var items: [ItemID]

  public init(_ drag: SessionID, items: [ItemID] = []) {
    self.drag = drag
    self.items = items
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    drag = try line.word("drag", old?.drag)
    items = try line.list("items", old?.items)
  }
}

/// `ok propose DRAG VERDICT at=PATH anchor=ANCHOR [reason=REASON] [board=BOARD] rev=REV`: the
/// proposal at revision REV of the board of the place.
public struct ProposeReply: Hashable, Sendable, LineFields {
  public var drag: SessionID
  public var proposal: DropProposal
  public var revision: Int

  public init(_ drag: SessionID, proposal: DropProposal, revision: Int) {
    self.drag = drag
    self.proposal = proposal
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    drag = try line.word("drag", old?.drag)
    let word = try line.word("verdict", old?.proposal.word)
    proposal = try DropProposal(keysOf: word, &line, from: old?.proposal)
    revision = try line.fact("rev", old?.revision)
  }
}

/// `ok exit DRAG`: the session is `lifted`.
public struct ExitReply: Hashable, Sendable, LineFields {
  public var drag: SessionID

  public init(_ drag: SessionID) {
    self.drag = drag
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    drag = try line.word("drag", old?.drag)
  }
}

/// `ok perform DRAG OUTCOME [rev=REV] [at=PATH] [board=BOARD] [reason=REASON]`: the outcome of the
/// session.
public struct PerformReply: Hashable, Sendable, LineFields {
  public var drag: SessionID
  public var outcome: SessionOutcome

  public init(_ drag: SessionID, outcome: SessionOutcome) {
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

/// `ok cancel DRAG OUTCOME [rev=REV] [at=PATH] [board=BOARD] [reason=REASON]`: likewise.
public typealias CancelReply = PerformReply

/// `ok resume DRAG STATE [at=PATH] [anchor=ANCHOR] [reason=REASON] [board=BOARD] [rev=REV]
/// items=ITEMS [short=yes]`: the state of the session, and its present items.
public struct ResumeReply: Hashable, Sendable, LineFields {
  public var drag: SessionID
  public var state: DragState
  public var revision: Int?
  public var items: [ItemID]
  public var isShort: Bool

  public init(
    _ drag: SessionID, state: DragState, items: [ItemID], revision: Int? = nil,
    isShort: Bool = false
  ) {
    self.drag = drag
    self.state = state
    self.revision = revision
    self.items = items
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

/// `ok dryrun VERDICT LINES at=PATH anchor=ANCHOR [reason=REASON] [board=BOARD] rev=REV`: the rows of
/// the batch that the drop would make.
public struct DryrunReply: Hashable, Sendable, LineFields {
  public var proposal: DropProposal
  public var lines: Int
  public var revision: Int

  public init(proposal: DropProposal, lines: Int, revision: Int) {
    self.proposal = proposal
    self.lines = lines
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let word = try line.word("verdict", old?.proposal.word)
    lines = try line.word("lines", old?.lines)
    proposal = try DropProposal(keysOf: word, &line, from: old?.proposal)
    revision = try line.fact("rev", old?.revision)
  }
}
