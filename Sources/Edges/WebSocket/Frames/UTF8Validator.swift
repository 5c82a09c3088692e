/// Checks that bytes are UTF-8 (RFC 3629), piece by piece: a character may be split between pieces.
struct UTF8Validator {
  /// The continuation bytes that the present character still needs.
  private var missing = 0
  /// The values that its next byte may have.
  private var range: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether no character is split at the present end.
  var isComplete: Bool { missing == 0 }

  /// Takes the next piece.
  ///
  /// - Returns: false if it cannot be a part of valid UTF-8.
  mutating func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var offset = 0
    while offset < bytes.count {
      if missing == 0 { offset = bytes.endOfASCII(from: offset) }
      guard offset < bytes.count else { return true }
      guard missing == 0 ? begin(bytes[offset]) : resume(bytes[offset]) else { return false }
      offset += 1
    }
    return true
  }

  private mutating func resume(_ byte: UInt8) -> Bool {
    guard range.contains(byte) else { return false }
    missing -= 1
    range = 0x80...0xBF
    return true
  }

  /// Takes the first byte of a character. The second one excludes overlong forms, surrogates, and what
  /// is beyond U+10FFFF.
  private mutating func begin(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00...0x7F: missing = 0
    case 0xC2...0xDF: missing = 1
    case 0xE0: (missing, range) = (2, 0xA0...0xBF)
    case 0xED: (missing, range) = (2, 0x80...0x9F)
    case 0xE1...0xEF: missing = 2
    case 0xF0: (missing, range) = (3, 0x90...0xBF)
    case 0xF1...0xF3: missing = 3
    case 0xF4: (missing, range) = (3, 0x80...0x8F)
    default: return false
    }
    return true
  }
}

extension UnsafeRawBufferPointer {
  /// The offset of the first byte that is not ASCII, or the end.
  fileprivate func endOfASCII(from start: Int) -> Int {
    var offset = start
    while offset + 8 <= count,
      loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    { offset += 8 }
    while offset < count, self[offset] < 0x80 { offset += 1 }
    return offset
  }
}
