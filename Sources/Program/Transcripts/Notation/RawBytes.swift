/// Parses raw bytes in the notation: `FF F4`, `"text"`, `00*20`, `("a row" 0A)*5000`.
///
/// - Returns: nil if the text is empty or malformed.
func bytes(_ text: some StringProtocol) -> [UInt8]? {
  var reader = RawBytesReader(rest: Array(text.utf8)[...])
  guard let bytes = reader.pieces(), reader.rest.isEmpty, !bytes.isEmpty else { return nil }
  return bytes
}

/// Raw bytes in the notation: characters of ASCII in quotes, others as digits.
func notation(of bytes: some Sequence<UInt8>) -> String {
  var pieces: [String] = []
  var text = ""
  for byte in bytes {
    if (0x20...0x7E).contains(byte), byte != UInt8(ascii: "\"") {
      text.unicodeScalars.append(UnicodeScalar(byte))
    } else {
      if !text.isEmpty { pieces.append("\"\(text)\"") }
      pieces.append(hex([byte]))
      text = ""
    }
  }
  if !text.isEmpty { pieces.append("\"\(text)\"") }
  return pieces.joined(separator: " ")
}

private struct RawBytesReader {
  var rest: ArraySlice<UInt8>

  /// The pieces up to a closing parenthesis or the end.
  mutating func pieces() -> [UInt8]? {
    var bytes: [UInt8] = []
    while let next = rest.first, next != UInt8(ascii: ")") {
      if skip(UInt8(ascii: " ")) { continue }
      guard let piece = piece(), let count = count() else { return nil }
      for _ in 0..<count { bytes += piece }
    }
    return bytes
  }

  private mutating func piece() -> [UInt8]? {
    if skip(UInt8(ascii: "(")) {
      let inside = pieces()
      return skip(UInt8(ascii: ")")) ? inside : nil
    }
    return skip(UInt8(ascii: "\"")) ? quotedBytes() : hexByte()
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  /// The bytes up to the closing quote. There are no escapes.
  private mutating func quotedBytes() -> [UInt8]? {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return Array(rest[..<end])
  }

  /// A byte in two hexadecimal digits.
  private mutating func hexByte() -> [UInt8]? {
    let digits = rest.prefix(2)
    guard digits.count == 2,
      let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    rest = rest.dropFirst(2)
    return [byte]
  }

  /// The number after a `*`, or one if there is none. A piece ends at a blank, at a closing
  /// parenthesis or at the end.
  private mutating func count() -> Int? {
    let word = rest.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ")") }
    rest = rest[word.endIndex...]
    if word.isEmpty { return 1 }
    guard word.first == UInt8(ascii: "*") else { return nil }
    return Int(String(decoding: word.dropFirst(), as: UTF8.self))
  }
}
