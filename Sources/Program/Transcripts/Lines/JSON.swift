/// A value of RFC 8259.
///
/// A number is stored as written, so that `1` and `"1"`, and `1` and `1.0`, are different values.
indirect enum JSON: Sendable {
  /// `null`, `true`, `false`, or a number.
  case literal(String)
  case string(String)
  case array([JSON])
  case object([Member])

  struct Member: Sendable {
    let name: String
    var value: JSON
  }

  /// Parses a text as one value, or returns nil if it is malformed.
  ///
  /// An unquoted `…` is parsed as a string: it is the wildcard of transcripts.
  init?(_ text: some StringProtocol) {
    var reader = JSONParser(text)
    guard let value = reader.value(depth: 0), reader.isAtEnd else { return nil }
    self = value
  }

  subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The text, if it is a string.
  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

/// A JSON parser over the bytes of a text.
private struct JSONParser {
  private static let deepest = 32
  private var rest: ArraySlice<UInt8>

  init(_ text: some StringProtocol) { rest = Array(text.utf8)[...] }

  var isAtEnd: Bool {
    mutating get {
      skipBlanks()
      return rest.isEmpty
    }
  }

  mutating func value(depth: Int) -> JSON? {
    skipBlanks()
    guard depth < Self.deepest else { return nil }
    switch rest.first {
    case UInt8(ascii: "{"): return object(depth: depth + 1)
    case UInt8(ascii: "["): return array(depth: depth + 1)
    case UInt8(ascii: "\""): return string().map { .string($0) }
    default: return literal()
    }
  }

  private mutating func object(depth: Int) -> JSON? {
    var members: [JSON.Member] = []
    let isRead = elements(to: UInt8(ascii: "}")) { reader in
      reader.skipBlanks()
      guard let name = reader.string(), reader.skip(UInt8(ascii: ":")),
        let value = reader.value(depth: depth), !members.contains(where: { $0.name == name })
      else { return false }
      members.append(JSON.Member(name: name, value: value))
      return true
    }
    return isRead ? .object(members) : nil
  }

  private mutating func array(depth: Int) -> JSON? {
    var values: [JSON] = []
    let isRead = elements(to: UInt8(ascii: "]")) { reader in
      guard let value = reader.value(depth: depth) else { return false }
      values.append(value)
      return true
    }
    return isRead ? .array(values) : nil
  }

  /// Parses comma-separated elements between brackets.
  private mutating func elements(
    to end: UInt8, _ read: (inout JSONParser) -> Bool
  ) -> Bool {
    rest.removeFirst()
    if skip(end) { return true }
    repeat {
      guard read(&self) else { return false }
    } while skip(UInt8(ascii: ","))
    return skip(end)
  }

  private mutating func literal() -> JSON? {
    let ends = Array(",]} ".utf8)
    let word = String(decoding: rest.prefix { !ends.contains($0) }, as: UTF8.self)
    rest = rest.dropFirst(word.utf8.count)
    if word == "…" { return .string(word) }
    let isNumber = Double(word) != nil && !word.hasPrefix("+")
    return isNumber || ["null", "true", "false"].contains(word) ? .literal(word) : nil
  }

  private mutating func skipBlanks() { rest = rest.drop { $0 == 0x20 } }

  private mutating func skip(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }
}

// Strings.

extension JSONParser {
  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
  ]

  private mutating func string() -> String? {
    guard rest.first == UInt8(ascii: "\"") else { return nil }
    rest.removeFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let escaped = escape() else { return nil }
        bytes += escaped
      default: bytes.append(byte)
      }
    }
    return nil
  }

  /// The character of an escape, in UTF-8.
  private mutating func escape() -> [UInt8]? {
    guard let letter = rest.popFirst() else { return nil }
    guard letter == UInt8(ascii: "u") else { return Self.escapes[letter].map { [$0] } }
    guard var value = unit() else { return nil }
    if (0xD800..<0xDC00).contains(value) {
      guard rest.starts(with: "\\u".utf8) else { return nil }
      rest = rest.dropFirst(2)
      guard let low = unit(), (0xDC00..<0xE000).contains(low) else { return nil }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    return Unicode.Scalar(value).map { Array(String($0).utf8) }
  }

  /// A UTF-16 code unit in four digits.
  private mutating func unit() -> UInt32? {
    let digits = rest.prefix(4)
    rest = rest.dropFirst(4)
    return digits.count == 4 ? UInt32(String(decoding: digits, as: UTF8.self), radix: 16) : nil
  }
}
