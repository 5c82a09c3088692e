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

  /// How much there is where a path points.
  public struct Extent: Hashable, Sendable {
    var sections: Int
    /// The index of the section that the path names, and the number of its items; nil if there is none.
    var section: Int?
    var items: Int

    public init(sections: Int, section: Int? = nil, items: Int = 0) {
      self.sections = sections
      self.section = section
      self.items = items
    }
  }

  public var verb: Verb?
  public var client: ClientName?
  public var subject: Subject?
  public var extent: Extent?

  public init(_ verb: Verb? = nil, by client: ClientName? = nil) {
    self.verb = verb
    self.client = client
  }
}

extension String {
  /// What of a place is behind its keyword.
  package var behindColon: String {
    guard let colon = utf8.lastIndex(of: UInt8(ascii: ":")) else { return self }
    return String(self[utf8.index(after: colon)...])
  }
}
