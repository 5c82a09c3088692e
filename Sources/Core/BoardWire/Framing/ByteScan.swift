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
    let offset = first(bytes, from: start) { word in
      high |= word & tops
      return controls(word) | (zeros(~word) & word)
    } isFlagged: { byte in
      high |= UInt64(byte & 0x80)
      return byte < 0x20 || byte == 0x7F || byte == 0xFF
    }
    return offset ?? bytes.count
  }

  /// Finds the first byte that may have to be written as an escape: a control byte, DEL, a
  /// backslash, or any byte that is not ASCII.
  static func firstSuspect(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    let offset = first(bytes, from: start) { word in
      controls(word) | zeros(word ^ (ones &* 0x5C)) | word
    } isFlagged: {
      $0 < 0x20 || $0 >= 0x7F || $0 == 0x5C
    }
    return offset ?? bytes.count
  }

  /// Finds the first quotation mark or backslash.
  ///
  /// - Returns: the offset of the byte, or `bytes.count`.
  static func firstQuote(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    let offset = first(bytes, from: start) { word in
      zeros(word ^ (ones &* 0x22)) | zeros(word ^ (ones &* 0x5C))
    } isFlagged: {
      $0 == 0x22 || $0 == 0x5C
    }
    return offset ?? bytes.count
  }

  /// Finds the first byte of this value.
  static func first(_ byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
    let pattern = ones &* UInt64(byte)
    return first(bytes, from: start, flags: { zeros($0 ^ pattern) }, isFlagged: { $0 == byte })
  }

  /// Finds the first byte that is flagged, by its top bit among those of a word or alone.
  @inline(__always)
  private static func first(
    _ bytes: UnsafeRawBufferPointer, from start: Int, flags: (UInt64) -> UInt64,
    isFlagged: (UInt8) -> Bool
  ) -> Int? {
    var offset = start
    while offset &+ 8 <= bytes.count {
      let word = UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let found = flags(word) & tops
      if found != 0 { return offset &+ found.trailingZeroBitCount / 8 }
      offset &+= 8
    }
    while offset < bytes.count {
      if isFlagged(bytes[offset]) { return offset }
      offset &+= 1
    }
    return nil
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
