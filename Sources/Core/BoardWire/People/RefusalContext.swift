import BoardModel

/// What a sentence can say beyond the facts of a refusal: the command, its client, and what the board
/// tells at the cost of a lookup.
public struct RefusalContext {
  /// What a word of a command names, if it is not what the command wants.
  public enum Subject: Hashable, Sendable {
    case item
    case section
    case board
    /// The word names something if it is written in small letters.
    case inSmallLetters
  }

  public var verb: Verb?
  public var client: ClientName?
  public var subject: Subject?

  public init(_ verb: Verb? = nil, by client: ClientName? = nil) {
    self.verb = verb
    self.client = client
  }

  /// Whether the command can have this key.
  func hasKey(_ name: String) -> Bool {
    verb.map { LineSchema.command($0).parts.contains { $0.name == name } } ?? false
  }
}

extension String {
  /// What of a place is behind its keyword.
  package var behindColon: String {
    guard let colon = utf8.lastIndex(of: UInt8(ascii: ":")) else { return self }
    return String(self[utf8.index(after: colon)...])
  }
}
