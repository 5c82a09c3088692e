import BoardModel

extension Bye {
  /// The sentence for people, which may be empty.
  fileprivate var sentence: Text {
    switch self {
    case .full: "The server has as many connections as it takes."
    case .tooManyTokens: "The name has another token."
    case .accessDenied: "Say \"hello NAME token=TOKEN\" with a token that the server knows."
    case .idle: "The server heard nothing for too long, or needs the place for others."
    case .unknownSpace: "The server has no space of this name."
    case .unavailable: "The space cannot be served now: connect again later."
    case .moved: "Another server takes over: connect again."
    case .quit, .shutdown, .tooManyErrors, .notDropline: ""
    }
  }
}

/// `bye REASON [retry=TIME] [TEXT]`.
public struct ByeEvent: Hashable, Sendable, LineFields {
  public let reason: Bye
  /// The longest time after which a client that reconnects should do so, with `moved`.
  public let retry: Duration?

  public init(_ reason: Bye, retry: Duration? = nil) {
    self.reason = reason
    self.retry = retry
  }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    reason = try line.word("reason", old?.reason)
    retry = try line.key("retry", old?.retry)
    _ = try line.trailingText(limit: .max, old.map { $0.reason.sentence })
  }
}
