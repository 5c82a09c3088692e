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

  /// A string as one word of a line.
  ///
  /// - Parameter isValue: Whether it stands behind a key. Otherwise it must not read as one.
  static func escaped(word string: String, isValue: Bool) -> String {
    var buffer = WireBuffer()
    if isValue {
      buffer.append(escapedWord: string)
    } else {
      buffer.append(escapedWordNoKey: string)
    }
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
    // An escape is longer than its character, so this never grows.
    var plain = WireBuffer(capacity: bytes.count + 8)
    plain.append(bytes: bytes.part(0..<first))
    try unescape(bytes, from: first, into: &plain)
    guard plain.count <= limit else { throw .textTooLong(limit) }
    guard let string = plain.withUnsafeBytes({ $0.string }) else { throw .badUTF8 }
    return Text(string)
  }

  private static func unescape(
    _ bytes: UnsafeRawBufferPointer, from start: Int, into plain: inout WireBuffer
  ) throws(LineError) {
    var offset = start
    while offset < bytes.count {
      if bytes[offset] == backslash {
        offset += try unescape(bytes, at: offset, into: &plain)
      } else {
        let end = ByteScan.first(backslash, in: bytes, from: offset) ?? bytes.count
        plain.append(bytes: bytes.part(offset..<end))
        offset = end
      }
    }
  }

  /// Reads one escape.
  ///
  /// - Returns: The number of its bytes.
  @inline(__always)
  private static func unescape(
    _ bytes: UnsafeRawBufferPointer, at offset: Int, into plain: inout WireBuffer
  ) throws(LineError) -> Int {
    guard offset + 1 < bytes.count else { throw .badEscape }
    switch bytes[offset + 1] {
    case backslash: plain.append(byte: backslash)
    case UInt8(ascii: "="): plain.append(byte: UInt8(ascii: "="))
    case UInt8(ascii: "n"): plain.append(byte: 0x0A)
    case UInt8(ascii: "t"): plain.append(byte: 0x09)
    case UInt8(ascii: "u"):
      guard let (scalar, length) = scalar(bytes, at: offset + 2) else { throw .badEscape }
      plain.append(scalar: scalar)
      return 2 + length
    default: throw .badEscape
    }
    return 2
  }

  /// The character of a `{HEX}`, and the number of its bytes; nil if it is none.
  @inline(__always)
  static func scalar(
    _ bytes: UnsafeRawBufferPointer, at start: Int
  ) -> (Unicode.Scalar, length: Int)? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "{") else { return nil }
    let end = min(start + 7, bytes.count)
    var value: UInt32 = 0
    var offset = start + 1
    while offset < end, let digit = bytes[offset].hexValue {
      value = value << 4 | digit
      offset &+= 1
    }
    guard offset > start + 1, offset < bytes.count, bytes[offset] == UInt8(ascii: "}"),
      let scalar = Unicode.Scalar(value)
    else { return nil }
    return (scalar, offset + 1 - start)
  }
}
