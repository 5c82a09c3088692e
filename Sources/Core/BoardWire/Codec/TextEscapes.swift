import BoardModel

/// The escapes of rule 3.9, which let a text carry any character.
public enum TextEscapes {
  private static let backslash: UInt8 = 0x5C

  /// A text as it stands in a line, for lines that are put together elsewhere.
  public static func escaped(_ string: String) -> String {
    var buffer = WireBuffer()
    buffer.append(text: string)
    return buffer.string
  }

  /// A string as one word of a line.
  ///
  /// - Parameter isValue: Whether it stands behind a key. Otherwise it must not read as one.
  package static func escaped(word string: String, isValue: Bool) -> String {
    var buffer = WireBuffer()
    if isValue {
      buffer.append(escapedWord: string)
    } else {
      buffer.append(escapedWordNoKey: string)
    }
    return buffer.string
  }

  /// The text that an escaped one stands for, or nil if an escape is malformed.
  package static func plain(_ escaped: String) -> String? {
    try? Array(escaped.utf8).withUnsafeBytes { bytes throws(LineError) in
      try read(bytes, limit: .max).string
    }
  }

  /// Undoes the escapes of a text and holds it to a limit.
  ///
  /// - Throws: `badEscape`, `badUTF8`, or `textTooLong` with the limit.
  static func read(
    _ bytes: UnsafeRawBufferPointer, limit: Int = Limits.textBytes
  ) throws(LineError) -> Text {
    guard let first = ByteScan.first(backslash, in: bytes) else {
      guard bytes.count <= limit else { throw .textTooLong(limit) }
      guard let string = bytes.string else { throw .badUTF8 }
      return Text(string)
    }
    // An escape is longer than its character, so this never grows.
    var plain = WireBuffer(capacity: bytes.count + 8)
    plain.append(bytes: bytes.part(0..<first))
    try unescape(bytes, from: first, into: &plain)
    guard plain.count <= limit else { throw .textTooLong(limit) }
    guard let string = plain.withUnsafeBytes({ $0.string }) else { throw .badUTF8 }
    return Text(string)
  }

  private static func unescape(
    _ bytes: UnsafeRawBufferPointer, from start: Int, into plain: inout WireBuffer
  ) throws(LineError) {
    var offset = start
    while offset < bytes.count {
      if bytes[offset] == backslash {
        offset &+= try unescape(bytes, at: offset, into: &plain)
      } else {
        let end = ByteScan.first(backslash, in: bytes, from: offset) ?? bytes.count
        plain.append(bytes: bytes.part(offset..<end))
        offset = end
      }
    }
  }

  /// Reads one escape.
  ///
  /// - Returns: The number of its bytes.
  @inline(__always)
  private static func unescape(
    _ bytes: UnsafeRawBufferPointer, at offset: Int, into plain: inout WireBuffer
  ) throws(LineError) -> Int {
    guard offset &+ 1 < bytes.count else { throw .badEscape }
    let sign = bytes[offset &+ 1]
    let byte: UInt8
    switch sign {
    case backslash, UInt8(ascii: "="): byte = sign
    case UInt8(ascii: "n"): byte = 0x0A
    case UInt8(ascii: "t"): byte = 0x09
    case UInt8(ascii: "u"):
      guard let (scalar, length) = scalar(bytes, at: offset &+ 2) else { throw .badEscape }
      plain.append(scalar: scalar)
      return 2 &+ length
    default: throw .badEscape
    }
    plain.append(byte: byte)
    return 2
  }

  /// The character of a `{HEX}`, and the number of its bytes; nil if it is none.
  @inline(__always)
  static func scalar(
    _ bytes: UnsafeRawBufferPointer, at start: Int
  ) -> (Unicode.Scalar, length: Int)? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "{") else { return nil }
    let end = min(start &+ 7, bytes.count)
    var value: UInt32 = 0
    var offset = start &+ 1
    while offset < end, let digit = bytes[offset].hexValue {
      value = value << 4 | digit
      offset &+= 1
    }
    guard offset > start &+ 1, offset < bytes.count, bytes[offset] == UInt8(ascii: "}"),
      let scalar = Unicode.Scalar(value)
    else { return nil }
    return (scalar, offset &+ 1 &- start)
  }
}

/// Escapes, as rule 3.9 has them.
extension WireBuffer {
  /// Appends a text so that it can neither break a line nor steer a terminal.
  ///
  /// - Complexity: O(bytes); a text of plain ASCII is scanned eight bytes at a time and copied.
  mutating func append(text string: String) {
    var string = string
    string.withUTF8 { append(text: UnsafeRawBufferPointer($0)) }
  }

  /// The same for a text that is given as its bytes, which are valid UTF-8.
  mutating func append(text bytes: UnsafeRawBufferPointer) {
    var written = 0
    var offset = ByteScan.firstSuspect(bytes, from: 0)
    while offset < bytes.count {
      let length = TextEscapes.escapedLength(bytes, at: offset)
      if length > 0 {
        append(bytes: bytes.part(written..<offset))
        offset = append(escapesFrom: offset, of: bytes, first: length)
        written = offset
      } else {
        offset = ByteScan.endOfHarmless(bytes, from: offset + 1)
      }
      offset = ByteScan.firstSuspect(bytes, from: offset)
    }
    append(bytes: bytes.part(written..<bytes.count))
  }

  /// Appends the escapes of a run of characters that have to be escaped.
  ///
  /// It is not inlined: where it is, a run is written a tenth slower.
  ///
  /// - Parameter length: The number of bytes of the first character.
  /// - Returns: The offset behind the run.
  @inline(never)
  private mutating func append(
    escapesFrom start: Int, of bytes: UnsafeRawBufferPointer, first length: Int
  ) -> Int {
    var (offset, length) = (start, length)
    repeat {
      append(packed: .escape(TextEscapes.scalar(bytes, at: offset, length)))
      offset &+= length
      length = offset < bytes.count ? TextEscapes.escapedLength(bytes, at: offset) : 0
    } while length > 0
    return offset
  }
}

extension TextEscapes {
  /// How many bytes from here on are one character that has to be escaped; 0 if it has not.
  @inline(__always)
  fileprivate static func escapedLength(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
    let byte = bytes[offset]
    if PlantedBug.carriageReturnNotEscaped.isPlanted, byte == 0x0D { return 0 }
    if byte < 0x80 { return byte < 0x20 || byte == 0x7F || byte == 0x5C ? 1 : 0 }
    switch byte {
    case 0xC2 where isEscaped(bytes, offset, 2): return 2
    case 0xD8 where isEscaped(bytes, offset, 2): return 2
    case 0xE2 where isEscaped(bytes, offset, 3): return 3
    case 0xEF where isEscaped(bytes, offset, 3): return 3
    default: return 0
    }
  }

  private static func isEscaped(
    _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ length: Int
  ) -> Bool {
    guard offset + length <= bytes.count else { return false }
    return isEscaped(scalar(bytes, at: offset, length))
  }

  /// The characters of rule 3.9.
  private static func isEscaped(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x00...0x1F, 0x5C, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    case 0x2028, 0x2029: true
    case 0x200B, 0x2060, 0xFEFF: true
    default: false
    }
  }

  /// The character that one to three bytes of valid UTF-8 stand for.
  @inline(__always)
  fileprivate static func scalar(
    _ bytes: UnsafeRawBufferPointer, at offset: Int, _ length: Int
  ) -> UInt32 {
    let first = UInt32(bytes[offset])
    if length == 1 { return first }
    let second = UInt32(bytes[offset &+ 1] & 0x3F)
    if length == 2 { return (first & 0x1F) << 6 | second }
    return (first & 0x0F) << 12 | second << 6 | UInt32(bytes[offset &+ 2] & 0x3F)
  }
}
