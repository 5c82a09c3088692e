/// Reads a file of RFC 8259 value by value, without building what nobody asks for.
struct JSONCursor {
  private let bytes: [UInt8]
  private var offset = 0
  private var depth = 0

  /// Deeper values are refused, because each level takes stack.
  private static let deepest = 200

  /// - Throws: `Complaint` if the file is not UTF-8.
  init(_ bytes: [UInt8]) throws(Complaint) {
    guard bytes.withUnsafeBytes({ String(validating: $0, as: UTF8.self) != nil }) else {
      throw Complaint("the file is not UTF-8")
    }
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// Makes sure that nothing follows.
  mutating func finish() throws(Complaint) {
    skipBlanks()
    guard offset == bytes.count else { throw wrong }
  }

  /// - Parameter member: Reads or skips the value of a member.
  mutating func object(
    at path: String,
    _ member: (String, inout JSONCursor) throws(Complaint) -> Void
  ) throws(Complaint) {
    guard take("{") else { throw mismatch(path, "object") }
    try descend()
    defer { depth -= 1 }
    if take("}") { return }
    repeat {
      skipBlanks()
      let key = try string()
      guard take(":") else { throw wrong }
      try member(key, &self)
    } while take(",")
    guard take("}") else { throw wrong }
  }

  /// - Parameter element: Reads or skips an element.
  mutating func array(
    at path: String, _ element: (inout JSONCursor) throws(Complaint) -> Void
  ) throws(Complaint) {
    guard take("[") else { throw mismatch(path, "array") }
    try descend()
    defer { depth -= 1 }
    if take("]") { return }
    repeat { try element(&self) } while take(",")
    guard take("]") else { throw wrong }
  }

  mutating func string(at path: String) throws(Complaint) -> String {
    skipBlanks()
    guard next == UInt8(ascii: "\"") else { throw mismatch(path, "string") }
    return try string()
  }

  /// Reads `null`.
  ///
  /// - Returns: Whether it was there.
  mutating func takeNull() -> Bool {
    skipBlanks()
    return takeWord("null")
  }

  mutating func bool(at path: String) throws(Complaint) -> Bool {
    skipBlanks()
    if takeWord("true") { return true }
    guard takeWord("false") else { throw mismatch(path, "true or false") }
    return false
  }

  mutating func number(at path: String) throws(Complaint) -> Double {
    skipBlanks()
    guard let number = try number() else { throw mismatch(path, "number") }
    return number
  }

  /// Skips a value, which must be one.
  mutating func skip() throws(Complaint) {
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"):
      try object(at: "") { _, json throws(Complaint) in try json.skip() }
    case UInt8(ascii: "["): try array(at: "") { json throws(Complaint) in try json.skip() }
    case UInt8(ascii: "\""): _ = try string()
    default:
      if takeWord("true") || takeWord("false") || takeWord("null") { return }
      if try number() == nil { throw wrong }
    }
  }
}

extension JSONCursor {
  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// The file is not JSON from here on.
  private var wrong: Complaint {
    let line = bytes[..<offset].count { $0 == 0x0A } + 1
    let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return Complaint("line \(line), byte \(offset - start + 1): this is not JSON")
  }

  /// There is another value than the one that is wanted, or none.
  private mutating func mismatch(_ path: String, _ wanted: String) -> Complaint {
    skipBlanks()
    let start = offset
    do throws(Complaint) { try skip() } catch { return error }
    offset = start
    return Complaint("\(path): this is no \(wanted)")
  }

  private mutating func descend() throws(Complaint) {
    guard depth < Self.deepest else {
      throw Complaint("there are more than \(Self.deepest) values within one another")
    }
    depth += 1
  }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      offset += 1
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard next == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func takeWord(_ word: StaticString) -> Bool {
    let end = offset + word.utf8CodeUnitCount
    guard end <= bytes.count,
      bytes[offset..<end].elementsEqual(
        UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    else { return false }
    offset = end
    return true
  }

  /// Nil if there is no number.
  private mutating func number() throws(Complaint) -> Double? {
    let start = offset
    if next == UInt8(ascii: "-") { offset += 1 }
    guard let first = next, isDigit(first) else {
      if offset > start { throw wrong }
      return nil
    }
    if first == UInt8(ascii: "0") { offset += 1 } else { skipDigits() }
    if next == UInt8(ascii: ".") { try fraction() }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      if offset + 1 < bytes.count, "+-".utf8.contains(bytes[offset + 1]) { offset += 1 }
      try fraction()
    }
    return Double(String(decoding: bytes[start..<offset], as: UTF8.self))
  }

  /// Skips a byte and the digits that must follow.
  private mutating func fraction() throws(Complaint) {
    offset += 1
    guard let digit = next, isDigit(digit) else { throw wrong }
    skipDigits()
  }

  private mutating func skipDigits() {
    while let digit = next, isDigit(digit) { offset += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

// Strings.

extension JSONCursor {
  private mutating func string() throws(Complaint) -> String {
    guard next == UInt8(ascii: "\"") else { throw wrong }
    offset += 1
    var text: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw wrong }
      offset += 1
      if byte == UInt8(ascii: "\\") {
        text += UTF8.encode(try escape())!
      } else {
        text.append(byte)
      }
    }
    guard next != nil else { throw wrong }
    offset += 1
    return String(decoding: text, as: UTF8.self)
  }

  private static let escapes: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
    UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
    UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
  ]

  /// Reads what is behind a backslash. Half a character without its other half is U+FFFD.
  private mutating func escape() throws(Complaint) -> Unicode.Scalar {
    guard let byte = next else { throw wrong }
    offset += 1
    if let scalar = Self.escapes[byte] { return scalar }
    guard byte == UInt8(ascii: "u") else { throw wrong }
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let rest = offset
    if unit < 0xDC00, takeWord("\\u") {
      let second = try codeUnit()
      if (0xDC00...0xDFFF).contains(second) {
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))!
      }
    }
    offset = rest
    return "\u{FFFD}"
  }

  private mutating func codeUnit() throws(Complaint) -> UInt32 {
    let end = min(offset + 4, bytes.count)
    let digits = bytes[offset..<end]
    guard digits.count == 4, !digits.contains(UInt8(ascii: "+")),
      !digits.contains(UInt8(ascii: "-")),
      let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw wrong }
    offset = end
    return unit
  }
}
