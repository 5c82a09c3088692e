// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

/// The heads of blocks: the lines up to `end` are their rows.
public enum BlockRequest: Hashable, Sendable {
  case batch(Batch)
  case replace(Replace)

  /// `batch BOARD [rev=REV] [force=yes]`: makes one change of several rows; rows and `end` follow.
  public struct Batch: Hashable, Sendable, LineFields {
    public var board: BoardName
    /// The revision that the board must be at.
    public var revision: Int?
    /// Leases of others are no hindrance.
    public var force: Bool

    public init(_ board: BoardName, revision: Int? = nil, force: Bool = false) {
      self.board = board
      self.revision = revision
      self.force = force
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.word("board", old?.board)
      revision = try line.key("rev", old?.revision)
      force = try line.flag("force", old?.force)
    }
  }

  /// `replace BOARD [rev=REV] [force=yes]`: replaces the content of a board; rows and `end` follow.
  public typealias Replace = Batch
}

extension BlockRequest {
  /// Appends the command as a line.
  func append(to buffer: inout WireBuffer) {
    switch self {
    case .batch(let fields): buffer.line("batch", fields)
    case .replace(let fields): buffer.line("replace", fields)
    }
  }
}

extension BlockRequest {
  public var verb: Verb {
    switch self {
    case .batch: .batch
    case .replace: .replace
    }
  }
}

/// `ok batch BOARD rev=REV`: the revision after it.
public typealias BatchReply = CreateReply

/// `ok replace BOARD rev=REV`: likewise.
public typealias ReplaceReply = CreateReply
