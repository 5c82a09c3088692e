import BoardModel

/// A word of a client's line, or the beginning of one, as an error or a refusal quotes it.
///
/// - Invariant: It is not empty, because `word=` without a value is no valid key.
public struct QuotedWord: Hashable, Sendable {
  public let string: String

  /// Nil if the string is empty.
  public init?(_ string: String) {
    if string.isEmpty { return nil }
    self.string = string
  }

  /// - Parameter string: Known not to be empty, such as an id.
  init(unchecked string: String) {
    assert(!string.isEmpty, "an empty word cannot be quoted")
    self.string = string
  }

  /// The beginning of a word: whole characters of up to 32 bytes. Nil if there is none.
  init?(beginningOf word: Word) {
    var end = min(word.count, 32)
    while end < word.count && end > 0 && word[end] & 0xC0 == 0x80 { end -= 1 }
    self.init(String(decoding: word.part(0..<end), as: UTF8.self))
  }
}

extension QuotedWord: ExpressibleByStringLiteral {
  public init(stringLiteral string: StaticString) {
    precondition(string.utf8CodeUnitCount > 0, "an empty word cannot be quoted")
    self.string = "\(string)"
  }
}

extension QuotedWord: CustomStringConvertible {
  public var description: String { string }
}

extension QuotedWord: WireValue {
  init(_ word: Word) throws(LineError) {
    let text = try TextEscapes.read(word, limit: .max)
    guard let quoted = QuotedWord(text.string) else { throw .argument(word) }
    self = quoted
  }

  func write(to buffer: inout WireBuffer) { buffer.append(escapedWord: string) }
}

extension LineError {
  /// An error that quotes a word, or `missingArgument` if there is nothing to quote.
  static func quoting(_ word: Word, _ error: (QuotedWord) -> LineError) -> LineError {
    QuotedWord(beginningOf: word).map(error) ?? .missingArgument("WORD")
  }

  static func quoting(_ word: String, _ error: (QuotedWord) -> LineError) -> LineError {
    Array(word.utf8).withUnsafeBytes { quoting($0, error) }
  }

  /// An error that quotes the name of a member, which may be empty.
  static func quoting(member name: String, _ error: (QuotedWord) -> LineError) -> LineError {
    quoting(name.isEmpty ? "\"\"" : name, error)
  }

  static func argument(_ word: Word) -> LineError { quoting(word, LineError.badArgument) }
  static func name(_ word: Word) -> LineError { quoting(word, LineError.badName) }
  static func number(_ word: Word) -> LineError { quoting(word, LineError.badNumber) }

  /// The key of this name is missing.
  static func missing(key name: StaticString) -> LineError {
    quoting("\(name)", LineError.missingArgument)
  }

  /// The word of this name is missing.
  static func missing(word name: StaticString) -> LineError {
    quoting("\(name)".uppercased(), LineError.missingArgument)
  }
}

/// What `help` is asked about: a word that may hold anything.
struct HelpTopic: WireValue {
  let string: String

  init(_ string: String) { self.string = string }
  init(_ word: Word) throws(LineError) { string = try QuotedWord(word).string }

  func write(to buffer: inout WireBuffer) { buffer.append(escapedWordNoKey: string) }
}

/// A byte in two hexadecimal digits.
struct HexByte: WireValue {
  let byte: UInt8

  init(_ byte: UInt8) { self.byte = byte }

  init(_ word: Word) throws(LineError) {
    guard let string = word.string, let byte = UInt8(string, radix: 16) else {
      throw .argument(word)
    }
    self.byte = byte
  }

  func write(to buffer: inout WireBuffer) {
    buffer.append(plain: (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true))
  }
}
