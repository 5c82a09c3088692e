import BoardModel

/// Why the server closes a connection.
public enum Bye: String, CaseIterable, Hashable, Sendable {
  case quit
  case shutdown
  case full
  case tooManyErrors = "too-many-errors"
  case tooManyTokens = "too-many-tokens"
  case accessDenied = "access-denied"
  case notDropline = "not-dropline"
  case idle
}

extension Bye {
  /// The sentence for people, which may be empty.
  fileprivate var sentence: Text {
    switch self {
    case .full: "The server has as many connections as it takes."
    case .tooManyTokens: "The name has another token."
    case .accessDenied: "Say \"hello NAME token=TOKEN\" with a token that the server knows."
    case .idle: "The server heard nothing for too long, or needs the place for others."
    case .quit, .shutdown, .tooManyErrors, .notDropline: ""
    }
  }
}

/// `bye REASON [TEXT]`.
struct Goodbye: LineFields {
  let reason: Bye

  init(_ reason: Bye) { self.reason = reason }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    reason = try line.word("reason", old?.reason)
    _ = try line.trailingText(limit: .max, old.map { $0.reason.sentence })
  }
}
