import BoardModel

/// The heads of blocks.
public enum BlockRequest: Hashable, Sendable {
  case batch(Head)
  case replace(Head)

  public struct Head: Hashable, Sendable, LineFields {
    public var board: BoardName
    /// The revision that the board must be at.
    public var revision: Int?
    public var force: Bool

    public init(_ board: BoardName, revision: Int? = nil, force: Bool = false) {
      self.board = board
      self.revision = revision
      self.force = force
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.word("board", old?.board)
      revision = try line.key("rev", old?.revision)
      force = try line.flag("force", old?.force)
    }
  }

  public var head: Head {
    switch self {
    case .batch(let head), .replace(let head): head
    }
  }
}

extension BlockRequest {
  /// The verb and the parts behind it.
  var command: (verb: Verb, fields: any LineFields) {
    switch self {
    case .batch(let fields): (.block(.batch), fields)
    case .replace(let fields): (.block(.replace), fields)
    }
  }
}
