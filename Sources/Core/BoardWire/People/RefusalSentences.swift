import BoardModel

/// The sentences at the end of refusals that depend on more than the tables of `protocol/errors.md` say.
enum RefusalSentences {
  static func batchRule(_ rule: String, _ row: Int, _ context: RefusalContext) -> String {
    let sentence = BatchRule(rawValue: rule).map { "\($0.sentence) " } ?? ""
    return sentence + "The board is as it was."
  }

  static func severalSessions(_ drags: [SessionID], _ context: RefusalContext) -> String {
    let drag = drags.last ?? SessionID(1)
    guard let verb = context.verb else { return "You drag more than one thing; name the drag." }
    let isKey = LineSchema.command(verb).parts.contains { $0.isKey && $0.name == "drag" }
    let example = isKey ? "drag=\(drag)" : "\(verb.rawValue) \(drag)"
    return "You drag more than one thing; name the drag: \(example)"
  }
}

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
