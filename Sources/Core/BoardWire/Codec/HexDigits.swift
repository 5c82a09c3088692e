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
