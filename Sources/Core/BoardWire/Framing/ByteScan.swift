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
    } orByte: { byte in
      tops |= UInt64(byte & 0x80)
      return byte < 0x20 || byte == 0x7F || byte == 0xFF
    }
  }

  /// Finds the first byte that may have to be written as an escape: a control byte, DEL, a
  /// backslash, or any byte that is not ASCII.
  static func firstSuspect(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    first(bytes, from: start) { word in
      controls(word) | zeros(word ^ (ones &* 0x5C)) | word
    } orByte: { byte in
      byte < 0x20 || byte >= 0x7F || byte == 0x5C
    }
  }

  /// Finds the first quotation mark or backslash.
  ///
  /// - Returns: the offset of the byte, or `bytes.count`.
  static func firstQuote(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    first(bytes, from: start) { word in
      zeros(word ^ (ones &* 0x22)) | zeros(word ^ (ones &* 0x5C))
    } orByte: { byte in
      byte == 0x22 || byte == 0x5C
    }
  }

  /// Finds the first byte of this value.
  static func first(_ byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
    let pattern = ones &* UInt64(byte)
    let offset = first(bytes, from: start) {
      zeros($0 ^ pattern)
    } orByte: {
      $0 == byte
    }
    return offset < bytes.count ? offset : nil
  }

  /// Finds the first byte that is flagged by its top bit in a word of eight, or is said to be one behind the last word.
  ///
  /// - Returns: the offset of the byte, or `bytes.count`.
  @inline(__always)
  private static func first(
    _ bytes: UnsafeRawBufferPointer, from start: Int, flags: (UInt64) -> UInt64,
    orByte isOne: (UInt8) -> Bool
  ) -> Int {
    var offset = start
    while offset &+ 8 <= bytes.count {
      let word = UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let flags = flags(word) & tops
      if flags != 0 { return offset &+ flags.trailingZeroBitCount / 8 }
      offset &+= 8
    }
    while offset < bytes.count {
      if isOne(bytes[offset]) { return offset }
      offset &+= 1
    }
    return bytes.count
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
