import BoardModel

extension Greeting {
  /// The version of the protocol that servers speak.
  public static let spokenVersion = 1
}

/// A list of profiles, some of which a client may not know. `core` is always one of them (rule 11.3).
struct ProfileList: WireValue {
  /// Those that are known.
  let profiles: [Profile]

  init(_ profiles: [Profile]) {
    self.profiles = profiles.contains(.core) ? profiles : [.core] + profiles
  }

  init(_ word: Word) throws(LineError) {
    let names = try [QuotedWord](word)
    profiles = names.compactMap { Profile(rawValue: $0.string) }
    guard profiles.contains(.core) else { throw .argument(word) }
  }

  func write(to buffer: inout WireBuffer) {
    buffer.append(list: profiles.map { QuotedWord(unchecked: $0.rawValue) })
  }
}

extension WireBuffer {
  /// Appends the line with which a server begins.
  public mutating func append(_ greeting: Greeting) { line("dropline", greeting) }
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
