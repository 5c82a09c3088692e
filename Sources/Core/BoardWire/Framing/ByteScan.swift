/// Searches through bytes, eight at a time.
///
/// The lowest flagged byte of a word is exact; a flag above another one may be a false alarm, which
/// does no harm because only the lowest is looked at.
enum ByteScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  /// Finds the first byte that is no plain part of a line: a control byte, DEL or FF.
  ///
  /// - Parameter high: gets the top bits of the bytes that were looked at; zero if all are ASCII.
  /// - Returns: the offset of the byte, or `bytes.count`.
  static func firstSpecial(
    _ bytes: UnsafeRawBufferPointer, from start: Int, high: inout UInt64
  ) -> Int {
    var tops: UInt64 = 0
    defer { high |= tops }
    return first(bytes, from: start) { word in
      tops |= word & Self.tops
      return controls(word) | (zeros(~word) & word)
    }
  }

  /// Finds the first byte that may have to be written as an escape: a control byte, DEL, a
  /// backslash, or any byte that is not ASCII.
  static func firstSuspect(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    first(bytes, from: start) { controls($0) | zeros($0 ^ (ones &* 0x5C)) | $0 }
  }

  /// Finds the first byte that is ASCII or may begin a character that has to be escaped.
  static func endOfHarmless(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    first(bytes, from: start) { word in
      ~word | zeros(word ^ (ones &* 0xC2)) | zeros(word ^ (ones &* 0xD8))
        | zeros(word ^ (ones &* 0xE2)) | zeros(word ^ (ones &* 0xEF))
    }
  }

  /// Finds the first quotation mark or backslash.
  ///
  /// - Returns: the offset of the byte, or `bytes.count`.
  static func firstQuote(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    first(bytes, from: start) { zeros($0 ^ (ones &* 0x22)) | zeros($0 ^ (ones &* 0x5C)) }
  }

  /// Finds the first byte of this value.
  static func first(_ byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
    let pattern = ones &* UInt64(byte)
    let offset = first(bytes, from: start) { zeros($0 ^ pattern) }
    return offset < bytes.count ? offset : nil
  }

  /// Finds the first byte that is flagged by its top bit in a word of eight.
  ///
  /// - Returns: the offset of the byte, or `bytes.count`.
  @inline(__always)
  private static func first(
    _ bytes: UnsafeRawBufferPointer, from start: Int, flags: (UInt64) -> UInt64
  ) -> Int {
    let count = bytes.count
    var offset = start
    while offset &+ 8 <= count {
      let flags = flags(bytes.word(at: offset)) & tops
      if flags != 0 { return offset &+ flags.trailingZeroBitCount / 8 }
      offset &+= 8
    }
    if offset >= count { return count }
    let flags = flags(lastWord(bytes, from: offset)) & tops
    return min(offset &+ flags.trailingZeroBitCount / 8, count)
  }

  /// Fewer than eight bytes, the first one lowest, with zeros behind them.
  @inline(__always)
  private static func lastWord(_ bytes: UnsafeRawBufferPointer, from offset: Int) -> UInt64 {
    let missing = offset &+ 8 &- bytes.count
    if missing <= offset { return bytes.word(at: offset &- missing) &>> UInt64(8 &* missing) }
    return bytes[offset...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Flags bytes below 20 and bytes 7F.
  @inline(__always)
  private static func controls(_ word: UInt64) -> UInt64 {
    let low = (word &- ones &* 0x20) & ~word
    return (low | zeros(word ^ (ones &* 0x7F))) & tops
  }

  /// Flags bytes that are zero.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & tops }
}

extension UnsafeRawBufferPointer {
  @inline(__always)
  fileprivate func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
