import BoardCore

/// Something whole that a server said, as a client reads it.
public enum ServerMessage: Hashable, Sendable {
  case greeting(version: Int)
  case reply(ServerReply)
  /// Anything but the end of a drag session.
  case event(Event)
  case ended(SessionID, ReportedOutcome)
  case batch(BoardName, from: Int, to: Int, BatchUpdate)
  /// The whole state of a board. `presence` has, for each live drag session, the event that began it
  /// and the one that says where it is, and then, for each client, what it has selected.
  case snapshot(BoardName, revision: Int, Content, presence: [Event])
  /// An event of a later version, which is to be skipped (rules 7.6 and 11.2).
  case unknown(String)
}

/// The answer to a command, word by word.
public struct ServerReply: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case ok
    case refused
    case error
    case pong
  }

  public var kind: Kind
  public var tag: String?
  /// The words behind the tag: verb or code first, without the number of lines.
  public var words: [String]
  /// The sentence for people behind the words of a refusal or an error.
  public var sentence: String?
  /// The text of a `pong`.
  public var text: Text?
  /// The lines that follow, without the `| ` before them.
  public var lines: [String]
  public var isReplayed: Bool

  init(_ kind: Kind) {
    self.kind = kind
    words = []
    lines = []
    isReplayed = false
  }
}

/// How a drag session ended, as far as everyone is told (rule 7.5).
public enum ReportedOutcome: Hashable, Sendable {
  case moved(revision: Int)
  case copied(revision: Int, board: BoardName?)
  case unchanged
  case cancelled
  case forbidden
  case expired
  case gone
  case shutdown

  /// What is told of an outcome.
  public init(_ outcome: SessionOutcome) {
    switch outcome {
    case .moved(let revision, _): self = .moved(revision: revision)
    case .copied(let revision, let board, _): self = .copied(revision: revision, board: board)
    case .unchanged: self = .unchanged
    case .cancelled: self = .cancelled
    case .forbidden: self = .forbidden
    case .expired: self = .expired
    case .gone: self = .gone
    case .shutdown: self = .shutdown
    }
  }
}

/// A line that no server of this version says.
public struct MalformedLine: Error, Hashable, Sendable {
  /// The line, as far as it can be shown.
  public let line: String
  public let reason: LineError
}
