import BoardModel

/// Reads one object of RFC 8259 that fills a line. Nothing is repaired and nothing is guessed.
///
/// A line is valid UTF-8 without control bytes (section 2), so a line feed or a tab cannot stand
/// between values. How many values and members there may be, and how deep, is
/// limited (section 10).
public struct JSONReader {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0
  private var values = 0
  /// The first name that an object has twice. It is told if the whole line is an object.
  private var duplicate: String?

  /// - Throws: `badJSON` with the column, or `duplicateKey`.
  /// - Complexity: O(bytes).
  public static func object(
    _ line: UnsafeRawBufferPointer
  ) throws(LineError) -> JSONObject {
    var reader = JSONReader(bytes: line)
    guard case .object(let object) = try reader.value(depth: 1) else { throw reader.wrong }
    reader.skipBlanks()
    guard reader.offset == line.count else { throw reader.wrong }
    if let name = reader.duplicate { throw .quoting(member: name, LineError.duplicateKey) }
    return object
  }

  private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The first byte with which the line cannot begin an object, counted from 1.
  private var wrong: LineError { .badJSON(offset + 1) }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipBlanks() {
    while next == 0x20 { offset += 1 }
  }

  /// Takes a byte, with the blanks before it, if it is there.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard next == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func require(_ character: Unicode.Scalar) throws(LineError) {
    guard take(character) else { throw wrong }
  }

  private mutating func value(depth: Int) throws(LineError) -> JSONValue {
    skipBlanks()
    values += 1
    guard let first = next, values <= Limits.jsonValues else { throw wrong }
    switch first {
    case UInt8(ascii: "{"): return .object(try object(depth: depth))
    case UInt8(ascii: "["): return .array(try array(depth: depth))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ literal: StaticString, _ value: JSONValue) throws(LineError)
    -> JSONValue
  {
    for index in 0..<literal.utf8CodeUnitCount {
      guard next == literal.utf8Start[index] else { throw wrong }
      offset += 1
    }
    return value
  }

  private mutating func object(depth: Int) throws(LineError) -> JSONObject {
    guard depth <= Limits.jsonDepth else { throw wrong }
    offset += 1
    var members: [JSONObject.Member] = []
    if take("}") { return JSONObject(members: []) }
    repeat {
      skipBlanks()
      guard members.count < Limits.jsonMembers else { throw wrong }
      let key = try string()
      try require(":")
      members.append(.init(key: key, value: try value(depth: depth + 1)))
    } while take(",")
    try require("}")
    let object = JSONObject(members: members)
    duplicate = duplicate ?? object.duplicate
    return object
  }

  private mutating func array(depth: Int) throws(LineError) -> [JSONValue] {
    guard depth <= Limits.jsonDepth else { throw wrong }
    offset += 1
    var elements: [JSONValue] = []
    if take("]") { return [] }
    repeat { elements.append(try value(depth: depth + 1)) } while take(",")
    try require("]")
    return elements
  }

  private mutating func number() throws(LineError) -> JSONValue {
    let start = offset
    if next == UInt8(ascii: "-") { offset += 1 }
    if next == UInt8(ascii: "0") { offset += 1 } else { try digits() }
    if next == UInt8(ascii: ".") {
      offset += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      offset += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
      try digits()
    }
    let word = bytes.part(start..<offset)
    if let number = word.number { return .number(number) }
    return QuotedWord(beginningOf: word).map(JSONValue.otherNumber) ?? .null
  }

  private mutating func digits() throws(LineError) {
    guard let first = next, first.isDigit else { throw wrong }
    while let digit = next, digit.isDigit { offset += 1 }
  }
}

extension JSONReader {
  private mutating func string() throws(LineError) -> String {
    guard next == UInt8(ascii: "\"") else { throw wrong }
    offset += 1
    let end = ByteScan.firstQuote(bytes, from: offset)
    if end < bytes.count && bytes[end] == UInt8(ascii: "\"") {
      defer { offset = end + 1 }
      return String(decoding: bytes.part(offset..<end), as: UTF8.self)
    }
    return try escapedString(from: end)
  }

  /// Reads the rest of a string that has an escape.
  ///
  /// - Parameter end: The offset of the first escape.
  private mutating func escapedString(from end: Int) throws(LineError) -> String {
    var plain = WireBuffer(capacity: 2 * (end - offset) + 64)
    var end = end
    while true {
      plain.append(bytes: bytes.part(offset..<end))
      offset = end
      // Escapes often follow one another.
      while next == UInt8(ascii: "\\") {
        offset += 1
        plain.append(scalar: try escape())
      }
      guard let byte = next else { throw wrong }
      if byte == UInt8(ascii: "\"") {
        offset += 1
        return plain.string
      }
      end = ByteScan.firstQuote(bytes, from: offset)
    }
  }

  /// Reads what stands behind a backslash.
  @inline(__always)
  private mutating func escape() throws(LineError) -> Unicode.Scalar {
    guard let byte = next else { throw wrong }
    if byte != UInt8(ascii: "u"), let scalar = Self.plain(byte) {
      offset += 1
      return scalar
    }
    let unit = try codeUnit(isSecond: false)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    // Half a character must be followed by its other half.
    guard next == UInt8(ascii: "\\") else { throw wrong }
    offset += 1
    let second = try codeUnit(isSecond: true)
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))!
  }

  /// What stands for a character by one letter. A line may hold millions of these.
  ///
  /// It is not inlined: where it is, each letter has a branch of its own, and mixed ones are read in twice the time.
  @inline(never)
  private static func plain(_ byte: UInt8) -> Unicode.Scalar? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): Unicode.Scalar(byte)
    case UInt8(ascii: "b"): "\u{8}"
    case UInt8(ascii: "f"): "\u{C}"
    case UInt8(ascii: "n"): "\n"
    case UInt8(ascii: "r"): "\r"
    case UInt8(ascii: "t"): "\t"
    default: nil
    }
  }

  /// Reads `uHHHH`: the second half of a character, or anything else.
  @inline(__always)
  private mutating func codeUnit(isSecond: Bool) throws(LineError) -> UInt32 {
    guard next == UInt8(ascii: "u") else { throw wrong }
    guard offset + 5 <= bytes.count else { throw wrongDigit(isSecond: isSecond) }
    let digits = bytes.loadUnaligned(fromByteOffset: offset + 1, as: UInt32.self)
    guard let value = HexDigits.number(UInt32(littleEndian: digits)),
      (0xDC00...0xDFFF).contains(value) == isSecond
    else { throw wrongDigit(isSecond: isSecond) }
    offset += 5
    return value
  }

  /// The error of four digits behind a `u`, of which one is none or makes another half than is due.
  private func wrongDigit(isSecond: Bool) -> LineError {
    var (column, mayBeSecond) = (offset + 2, false)
    for (index, byte) in bytes.dropFirst(offset + 1).prefix(4).enumerated() {
      guard let digit = byte.hexValue else { break }
      if index == 0 { mayBeSecond = digit == 0xD }
      let isDue = index == 0 ? mayBeSecond || !isSecond : (digit >= 0xC) == isSecond
      if index == 0 || index == 1 && mayBeSecond, !isDue { break }
      column += 1
    }
    return .badJSON(column)
  }
}
