import BoardModel

/// The escapes of rule 3.9, which let a text carry any character.
public enum TextEscapes {
  private static let backslash: UInt8 = 0x5C

  /// A text as it stands in a line, for lines that are put together elsewhere.
  public static func escaped(_ string: String) -> String {
    var buffer = WireBuffer()
    buffer.append(text: string)
    return buffer.string
  }

  /// Undoes the escapes of a text and holds it to a limit.
  ///
  /// - Throws: `badEscape`, `badUTF8`, or `textTooLong` with the limit.
  static func read(
    _ bytes: UnsafeRawBufferPointer, limit: Int = Limits.textBytes
  ) throws(LineError) -> Text {
    guard let first = ByteScan.first(backslash, in: bytes) else {
      guard bytes.count <= limit else { throw .textTooLong(limit) }
      guard let string = bytes.string else { throw .badUTF8 }
      return Text(string)
    }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    plain.append(contentsOf: bytes[..<first])
    try unescape(bytes, from: first, into: &plain)
    guard plain.count <= limit else { throw .textTooLong(limit) }
    guard let string = String(validating: plain, as: UTF8.self) else { throw .badUTF8 }
    return Text(string)
  }

  private static func unescape(
    _ bytes: UnsafeRawBufferPointer, from start: Int, into plain: inout [UInt8]
  ) throws(LineError) {
    var offset = start
    while offset < bytes.count {
      guard bytes[offset] == backslash else {
        let end = ByteScan.first(backslash, in: bytes, from: offset) ?? bytes.count
        plain.append(contentsOf: bytes[offset..<end])
        offset = end
        continue
      }
      guard offset + 1 < bytes.count else { throw .badEscape }
      switch bytes[offset + 1] {
      case backslash: plain.append(backslash)
      case UInt8(ascii: "="): plain.append(UInt8(ascii: "="))
      case UInt8(ascii: "n"): plain.append(0x0A)
      case UInt8(ascii: "t"): plain.append(0x09)
      case UInt8(ascii: "u"):
        offset += try scalar(bytes, at: offset + 2, into: &plain)
      default: throw .badEscape
      }
      offset += 2
    }
  }

  /// Reads `{HEX}`.
  ///
  /// - Returns: the number of bytes read.
  private static func scalar(
    _ bytes: UnsafeRawBufferPointer, at start: Int, into plain: inout [UInt8]
  ) throws(LineError) -> Int {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "{") else { throw .badEscape }
    var value: UInt32 = 0
    var offset = start + 1
    while offset < bytes.count, let digit = hex(bytes[offset]), offset <= start + 6 {
      value = value << 4 | digit
      offset += 1
    }
    guard offset > start + 1, offset < bytes.count, bytes[offset] == UInt8(ascii: "}"),
      let scalar = Unicode.Scalar(value)
    else { throw .badEscape }
    plain.append(contentsOf: UTF8.encode(scalar)!)
    return offset + 1 - start
  }

  private static func hex(_ byte: UInt8) -> UInt32? {
    switch byte.lowercased {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x61...0x66: UInt32(byte.lowercased - 0x61 + 10)
    default: nil
    }
  }
}
