/// The text of an item or the title of a section: valid UTF-8, compared byte by byte.
///
/// Swift's `String` compares "é" and "e\u{301}" as equal. On the wire and in a client they differ, so
/// an edit from one to the other is a change.
public struct Text: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  public let string: String

  @inlinable
  public init(_ string: String) {
    self.string = string
  }

  @inlinable
  public init(stringLiteral value: String) {
    self.string = value
  }

  public var description: String { string }

  /// The length in bytes of UTF-8.
  @inlinable
  public var byteCount: Int { string.utf8.count }

  public static func == (a: Self, b: Self) -> Bool {
    let bytes = a.string.utf8.span
    let others = b.string.utf8.span
    if bytes.count != others.count { return false }
    for index in bytes.indices where bytes[index] != others[index] { return false }
    return true
  }

  public func hash(into hasher: inout Hasher) {
    for byte in string.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }
}
