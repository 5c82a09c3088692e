/// Up to eight bytes in one word, so that an escape is written with one store.
struct PackedBytes {
  /// The bytes, the first one lowest. Those behind the last one are zero.
  let word: UInt64
  let count: Int

  @inline(__always)
  private init(word: UInt64, count: Int) {
    assert(count <= 8, "a word has eight bytes")
    self.word = word
    self.count = count
  }

  /// The escape of a character in a text: `\\`, `\n`, `\t` or `\u{HEX}` (rule 3.9).
  ///
  /// - Parameter scalar: At most FFFF, as all characters of the rule are.
  @inline(__always)
  static func escape(_ scalar: UInt32) -> PackedBytes {
    switch scalar {
    case 0x5C: return letter("\\")
    case 0x0A: return letter("n")
    case 0x09: return letter("t")
    default:
      let zeros = min((scalar << 16).leadingZeroBitCount / 4, 3)
      let digits = UInt64(HexDigits.four(of: scalar)) &>> UInt64(8 &* zeros)
      let end = UInt64(UInt8(ascii: "}")) &<< UInt64(8 &* (7 &- zeros))
      return PackedBytes(word: 0x7B_755C | digits &<< 24 | end, count: 8 &- zeros)
    }
  }

  /// A backslash and a letter.
  @inline(__always)
  private static func letter(_ letter: Unicode.Scalar) -> PackedBytes {
    PackedBytes(word: 0x5C | UInt64(UInt8(ascii: letter)) &<< 8, count: 2)
  }

  /// The escape of a UTF-16 code unit in a string of JSON, `\uHHHH`.
  @inline(__always)
  static func jsonEscape(_ unit: UInt32) -> PackedBytes {
    PackedBytes(word: 0x755C | UInt64(HexDigits.four(of: unit)) &<< 16, count: 6)
  }
}

extension WireBuffer {
  /// Appends packed bytes.
  @inline(__always)
  mutating func append(packed bytes: PackedBytes) { append(word: bytes.word, count: bytes.count) }

  /// Appends a character as UTF-8.
  @inline(__always)
  mutating func append(scalar: Unicode.Scalar) {
    if scalar.value < 0x80 { append(byte: UInt8(scalar.value)) } else { append(long: scalar.value) }
  }

  private mutating func append(long value: UInt32) {
    switch value {
    case ..<0x800: append(bytes: 0xC0 | value >> 6, count: 2, of: value)
    case ..<0x1_0000: append(bytes: 0xE0 | value >> 12, count: 3, of: value)
    default: append(bytes: 0xF0 | value >> 18, count: 4, of: value)
    }
  }

  /// Appends the first byte of a character, and the others, of six bits each.
  @inline(__always)
  private mutating func append(bytes first: UInt32, count: Int, of value: UInt32) {
    var word = UInt64(first)
    for position in 1..<count {
      let bits = value >> UInt32(6 &* (count &- 1 &- position)) & 0x3F
      word |= UInt64(0x80 | bits) << UInt64(8 &* position)
    }
    append(word: word, count: count)
  }
}

/// Four digits in base 16, in one word: the first, highest digit is the lowest byte. All four are
/// written or read at once.
enum HexDigits {
  /// The digits of a number up to FFFF, in lower case.
  @inline(__always)
  static func four(of number: UInt32) -> UInt32 {
    assert(number <= 0xFFFF, "four digits have sixteen bits")
    let digits =
      number &>> 12 | number & 0x0F00 | (number & 0x00F0) &<< 12 | (number & 0x000F) &<< 24
    // Bit 4 of a digit plus 6 tells that it is a letter.
    let letters = (digits &+ 0x0606_0606) &>> 4 & 0x0101_0101
    return digits &+ 0x3030_3030 &+ letters &* 0x27
  }

  /// The number that four digits stand for, in upper or lower case; nil if one of them is none.
  @inline(__always)
  static func number(_ digits: UInt32) -> UInt32? {
    let letters = digits &>> 6 & 0x0101_0101
    let values = digits & 0x0F0F_0F0F &+ letters &* 9
    let number =
      (values & 0xF) &<< 12 | values & 0x0F00 | values &>> 12 & 0x00F0 | values &>> 24 & 0x000F
    // Only digits are written as they were read.
    return four(of: number) == digits | letters &<< 5 ? number : nil
  }
}
