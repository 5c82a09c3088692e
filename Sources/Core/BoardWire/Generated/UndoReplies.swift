// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

/// `ok undo of=REV rev=REV`: revision `rev` reverts `of`.
public struct UndoReply: Hashable, Sendable, LineFields {
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

/// `ok redo of=REV rev=REV`: likewise.
public typealias RedoReply = UndoReply
