import BoardCore

/// A command as it was read: its tag, if it has one, and what it asks or what is wrong with it.
public struct Command: Hashable, Sendable {
  public var tag: String?
  /// The verb, where the line had one that there is.
  public var verb: Verb?
  public var request: Result<Request, LineError>

  public init(tag: String?, verb: Verb? = nil, _ request: Result<Request, LineError>) {
    self.tag = tag
    self.verb = verb
    self.request = request
  }
}

/// Reads commands, as sections 3 and 8 of the specification and `protocol/verbs.md` have them.
public enum RequestReader {
  /// Reads one line, as `LineFramer` delivers it.
  ///
  /// - Returns: nil for an empty line and a line of blanks (rule 2.6).
  public static func read(_ line: UnsafeRawBufferPointer) -> Command? {
    var words = WordReader(line)
    guard var word = words.next() else { return nil }
    var tag: String?
    if word[0] == UInt8(ascii: "#") {
      guard isTag(word) else { return Command(tag: nil, .failure(.badTag)) }
      tag = String(decoding: word.dropFirst(), as: UTF8.self)
      guard let verb = words.next() else {
        return Command(tag: tag, .failure(.missingArgument("VERB")))
      }
      word = verb
    }
    guard let verb = VerbTable.verb(word) else {
      return Command(tag: tag, .failure(.unknownVerb(word.quoted)))
    }
    var arguments = Arguments(words)
    do throws(LineError) {
      return Command(tag: tag, verb: verb, .success(try arguments.request(verb)))
    } catch {
      return Command(tag: tag, verb: verb, .failure(error))
    }
  }

  /// Whether a string may stand behind the `#` of a tag.
  static func isTag(_ string: String) -> Bool {
    Array("#\(string)".utf8).withUnsafeBytes { isTag($0) }
  }

  private static func isTag(_ word: Word) -> Bool {
    word.count >= 2 && word.count <= Limits.tagBytes + 1
      && word.dropFirst().allSatisfy { byte in
        byte.isLetter || byte.isDigit || byte == 0x5F || byte == 0x2E || byte == 0x2D
      }
  }
}

/// The arguments of one command, while they are being read.
struct Arguments {
  var words: WordReader
  /// The board that a `BOARD/` named.
  private(set) var board: BoardName?
  /// Whether the first item, section or place was read, after which no other board can be named.
  private var isScoped = false

  init(_ words: WordReader) { self.words = words }

  mutating func required(_ what: String) throws(LineError) -> Word {
    guard let word = words.next() else { throw .missingArgument(what) }
    return word
  }

  /// Reads the rest of the line as a text.
  mutating func text(_ what: String, limit: Int = Limits.textBytes) throws(LineError) -> Text {
    guard let rest = words.rest() else { throw .missingArgument(what) }
    return try TextEscapes.read(rest, limit: limit)
  }

  /// Makes sure that nothing is left.
  mutating func end() throws(LineError) {
    if let word = words.next() { throw .tooManyArguments(word.quoted) }
  }

  /// Takes `BOARD/` off an item, section or place (rule 3.7).
  mutating func scoped(_ word: Word) throws(LineError) -> Word {
    defer { isScoped = true }
    guard let (prefix, rest) = word.split(at: UInt8(ascii: "/")) else { return word }
    guard !prefix.isEmpty else { throw .argument(word) }
    let name = try prefix.requireName(BoardKind.self)
    guard !isScoped || name == board else { throw .argument(word) }
    board = name
    return rest
  }

  mutating func item(_ word: Word) throws(LineError) -> ItemReference {
    try nonEmpty(scoped(word), of: word).requireItem()
  }

  mutating func section(_ what: String = "SECTION") throws(LineError) -> SectionReference {
    let word = try required(what)
    return try nonEmpty(scoped(word), of: word).requireSection()
  }

  mutating func place(_ word: Word) throws(LineError) -> Place {
    try nonEmpty(scoped(word), of: word).requirePlace()
  }

  mutating func place() throws(LineError) -> Place { try place(required("PLACE")) }

  mutating func sectionPlace() throws(LineError) -> SectionPlace {
    let word = try required("INDEX")
    return try nonEmpty(scoped(word), of: word).requireSectionPlace()
  }

  private func nonEmpty(_ rest: Word, of word: Word) throws(LineError) -> Word {
    guard !rest.isEmpty else { throw .argument(word) }
    return rest
  }

  /// Reads a session where one is named.
  mutating func session() throws(LineError) -> SessionID? {
    guard let word = words.peek(), word.isSession else { return nil }
    _ = words.next()
    return try word.requireSession()
  }

  /// Reads a word of `KEY=…`, if the next word is one.
  mutating func option(_ key: StaticString) -> Word? {
    guard let word = words.peek(), word.starts(with: key) else { return nil }
    _ = words.next()
    return word.part(key.utf8CodeUnitCount..<word.count)
  }
}
