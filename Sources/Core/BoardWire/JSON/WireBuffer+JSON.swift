import BoardModel

/// How objects are written: compactly, with nothing in a string that could steer a terminal.
extension WireBuffer {
  /// Appends a comma, unless nothing stands before it that it would have to be behind.
  mutating func separate() {
    switch last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ","), UInt8(ascii: "\n"): return
    default: append(byte: UInt8(ascii: ","))
    }
  }

  /// Appends the beginning of a member, `"key":`, and a comma before it if one is needed.
  mutating func begin(member key: StaticString) {
    separate()
    append("\"")
    append(key)
    append("\":")
  }

  /// Appends a text or a word of a line as a string: the escapes of rule 3.9 become those of JSON.
  ///
  /// All that must be escaped is an escape already, in what a server writes.
  mutating func append(jsonOf text: UnsafeRawBufferPointer) {
    append(byte: UInt8(ascii: "\""))
    var written = 0
    var offset = ByteScan.firstQuote(text, from: 0)
    while offset < text.count {
      append(bytes: text.part(written..<offset))
      // Escapes often follow one another.
      repeat {
        offset += append(escapeAt: offset, of: text)
      } while offset < text.count && text[offset] == UInt8(ascii: "\\")
      written = offset
      offset = ByteScan.firstQuote(text, from: offset)
    }
    append(bytes: text.part(written..<text.count))
    append(byte: UInt8(ascii: "\""))
  }

  /// Appends a line for people as a string, with its backslashes as they are.
  mutating func append(jsonOfShown line: UnsafeRawBufferPointer) {
    append(byte: UInt8(ascii: "\""))
    for byte in line {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { append("\\") }
      append(byte: byte)
    }
    append(byte: UInt8(ascii: "\""))
  }

  /// Appends what stands for a quotation mark or an escape.
  ///
  /// - Returns: the number of bytes it had in the text.
  @inline(__always)
  private mutating func append(escapeAt offset: Int, of text: UnsafeRawBufferPointer) -> Int {
    guard text[offset] == UInt8(ascii: "\\"), offset + 1 < text.count else {
      append(byte: UInt8(ascii: "\\"))
      append(byte: text[offset])
      return 1
    }
    switch text[offset + 1] {
    case UInt8(ascii: "u"): break
    case UInt8(ascii: "="):
      append("=")
      return 2
    default:
      append(bytes: text.part(offset..<(offset + 2)))
      return 2
    }
    // What is no escape becomes the replacement character; no server writes such a text.
    let (scalar, length) = TextEscapes.scalar(text, at: offset + 2) ?? ("\u{FFFD}", 0)
    if scalar == " " { append(byte: 0x20) } else { append(jsonEscape: scalar) }
    return 2 + length
  }

  /// Appends a character as one or two escapes of four digits.
  @inline(__always)
  private mutating func append(jsonEscape scalar: Unicode.Scalar) {
    guard scalar.value > 0xFFFF else { return append(packed: .jsonEscape(scalar.value)) }
    let bits = scalar.value - 0x10000
    append(packed: .jsonEscape(0xD800 | bits >> 10))
    append(packed: .jsonEscape(0xDC00 | bits & 0x3FF))
  }
}
