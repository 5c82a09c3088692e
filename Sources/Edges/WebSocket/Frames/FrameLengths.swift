/// Follows the headers of frames to find a length that has more bytes than it needs (RFC 6455, 5.2), which the
/// decoder permits.
struct FrameLengths {
  /// The bytes that have been read of a header, and how many of them are its length.
  private var headerBytes = 0
  private var lengthBytes = 0
  private var length: UInt64 = 0
  private var isMasked = false
  /// The bytes until the next header.
  private var rest = 0

  /// Takes the next bytes.
  ///
  /// - Returns: The index of the byte that completes the first such length; nil if there is none.
  mutating func firstLong(in bytes: UnsafeRawBufferPointer) -> Int? {
    var index = 0
    while index < bytes.count {
      if rest > 0 {
        let skipped = min(rest, bytes.count - index)
        rest -= skipped
        index += skipped
      } else {
        if take(bytes[index]) { return index }
        index += 1
      }
    }
    return nil
  }

  /// Takes the next byte of a header.
  ///
  /// - Returns: Whether the length is complete, and too long.
  private mutating func take(_ byte: UInt8) -> Bool {
    headerBytes += 1
    switch headerBytes {
    case 1: return false
    case 2:
      isMasked = byte & 0x80 != 0
      length = UInt64(byte & 0x7F)
      lengthBytes = length == 126 ? 2 : length == 127 ? 8 : 0
      if lengthBytes > 0 { length = 0 }
    default: length = length << 8 | UInt64(byte)
    }
    guard headerBytes == 2 + lengthBytes else { return false }
    // The decoder refuses a frame that is longer than the limit.
    rest = (isMasked ? 4 : 0) + Int(min(length, 1 << 62))
    headerBytes = 0
    return lengthBytes == 2 && length < 126 || lengthBytes == 8 && length < 65_536
  }
}
