import BoardModel

/// How objects are written: compactly, with nothing in a string that could steer a terminal.
extension WireBuffer {
  /// Appends a comma, unless nothing stands before it that it would have to be behind.
  mutating func separate() {
    guard let last else { return }
    if !"{[,\n".utf8.contains(last) {
      append(byte: UInt8(ascii: ","))
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
      offset += append(escapeAt: offset, of: text)
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
    let end = ByteScan.first(UInt8(ascii: "}"), in: text, from: offset) ?? text.count - 1
    let digits = text.part(min(offset + 3, end)..<end)
    let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    append(escape: value.flatMap { Unicode.Scalar($0) } ?? "\u{FFFD}")
    return end + 1 - offset
  }

  /// Appends a character as one or two escapes of four digits.
  private mutating func append(escape scalar: Unicode.Scalar) {
    for unit in UTF16.encode(scalar)! {
      let digits = String(unit, radix: 16)
      append("\\u")
      append(plain: String(repeating: "0", count: 4 - digits.utf8.count) + digits)
    }
  }
}

extension ByteScan {
  /// Finds the first quotation mark or backslash.
  static func firstQuote(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var offset = start
    while offset < bytes.count {
      if bytes[offset] == 0x22 || bytes[offset] == 0x5C { return offset }
      offset &+= 1
    }
    return bytes.count
  }
}
