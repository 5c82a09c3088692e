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
        append(escape: bytes.part(offset..<(offset + length)))
        offset += length
        written = offset
      } else {
        offset += 1
      }
      offset = ByteScan.firstSuspect(bytes, from: offset)
    }
    append(bytes: bytes.part(written..<bytes.count))
  }

  /// Appends the escape of one character, given as its one to three bytes.
  private mutating func append(escape bytes: UnsafeRawBufferPointer) {
    switch (bytes.count, bytes[0]) {
    case (1, 0x5C): append(#"\\"#)
    case (1, 0x0A): append(#"\n"#)
    case (1, 0x09): append(#"\t"#)
    default:
      append(#"\u{"#)
      append(plain: String(TextEscapes.scalar(bytes), radix: 16))
      append(byte: UInt8(ascii: "}"))
    }
  }
}

extension TextEscapes {
  /// How many bytes from here on are one character that has to be escaped; 0 if it has not.
  static func escapedLength(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
    let byte = bytes[offset]
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
    return isEscaped(scalar(bytes.part(offset..<(offset + length))))
  }

  /// The characters of rule 3.9.
  static func isEscaped(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x00...0x1F, 0x5C, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    case 0x2028, 0x2029: true
    case 0x200B, 0x2060, 0xFEFF: true
    default: false
    }
  }

  /// The character that these one to three bytes of valid UTF-8 stand for.
  static func scalar(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    let first = UInt32(bytes[0])
    switch bytes.count {
    case 1: return first
    case 2: return (first & 0x1F) << 6 | UInt32(bytes[1] & 0x3F)
    default:
      return (first & 0x0F) << 12 | UInt32(bytes[1] & 0x3F) << 6 | UInt32(bytes[2] & 0x3F)
    }
  }
}
