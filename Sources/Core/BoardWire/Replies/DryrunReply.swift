import BoardModel

/// What a drop would do; the rows of the batch that it would make follow.
public struct DryrunReply: Hashable, Sendable {
  public var proposal: DropProposal
  public var revision: Int

  public init(_ proposal: DropProposal, revision: Int) {
    self.proposal = proposal
    self.revision = revision
  }
}

/// The head of the reply to `dryrun`.
struct DryrunHead: LineFields {
  let reply: DryrunReply
  let lines: Int

  init(_ reply: DryrunReply, lines: Int) {
    self.reply = reply
    self.lines = lines
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    let verdict = try line.word("verdict", old?.reply.proposal.word)
    lines = try line.word("lines", old?.lines)
    let proposal = try DropProposal(keysOf: verdict, &line, from: old?.reply.proposal)
    let revision = try line.fact("rev", old?.reply.revision)
    reply = DryrunReply(proposal, revision: revision)
  }
}

extension WireBuffer {
  /// Appends the reply to `dryrun`.
  mutating func append(_ head: StaticString, _ reply: DryrunReply, _ batch: BatchUpdate) {
    line(head, DryrunHead(reply, lines: batch.lineCount))
    append(rows: batch)
  }
}
