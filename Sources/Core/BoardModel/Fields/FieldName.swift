/// The name of a field of an item: 1 to 32 of `a–z` and `0–9`, with a letter first.
///
/// A name has no hyphen and is none of `reserved`, so it is never taken for a key that the protocol has on a line with
/// fields. Source of the rule: `protocol/profiles.md`, 19.1.
public struct FieldName: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The name's ASCII characters.
  public let string: String

  /// Makes a name that is known to be well formed.
  public init(unchecked string: String) { self.string = string }

  /// Makes a name from text, or returns nil if the rule above is broken.
  ///
  /// - Complexity: O(length).
  public init?(_ string: String) {
    var string = string
    guard let name = string.withUTF8({ Self(UnsafeRawBufferPointer($0)) }) else { return nil }
    self = name
  }

  /// Makes a name from its bytes, or returns nil if the rule above is broken.
  ///
  /// - Complexity: O(length).
  public init?(_ bytes: UnsafeRawBufferPointer) {
    guard let number = Self.number(of: bytes), bytes.count > 8 || !Self.isReserved(number)
    else { return nil }
    string = String(decoding: bytes, as: UTF8.self)
  }

  /// The last eight characters of what has the form of a name, one behind the other in a number; nil if it has another
  /// form.
  private static func number(of bytes: UnsafeRawBufferPointer) -> UInt64? {
    guard let first = bytes.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first,
      bytes.count <= Limits.fieldNameBytes
    else { return nil }
    var number: UInt64 = 0
    for byte in bytes {
      guard
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      else { return nil }
      number = number << 8 | UInt64(byte)
    }
    return number
  }

  /// The order of the name to one that is given as its bytes: below zero if it comes before, zero if it is that one.
  func order(to bytes: UnsafeRawBufferPointer) -> Int {
    let own = string.utf8.span
    for index in 0..<min(own.count, bytes.count) where own[index] != bytes[index] {
      return Int(own[index]) - Int(bytes[index])
    }
    return own.count - bytes.count
  }

  public var description: String { string }

  public static func < (a: Self, b: Self) -> Bool { a.string < b.string }
}

extension FieldName: ExpressibleByStringLiteral {
  /// Makes a name from a literal, for tests and demos. A malformed literal stops the program.
  public init(stringLiteral value: String) {
    guard let name = Self(value) else { preconditionFailure("\"\(value)\" is no name of a field") }
    self = name
  }
}
