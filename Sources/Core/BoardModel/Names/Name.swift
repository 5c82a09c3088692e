/// A stable name that people can type: 1 to 64 ASCII letters, digits, `_` and `-`.
///
/// A name has at least one character that is no digit, does not begin with `-`, and does not have the
/// form of a drag session (`d` followed by digits). So it is never an index, the placeholder `-`, or a
/// session.
///
/// Equality is equality of bytes. Source of the rule: `protocol/core.md`, section 3.
public struct Name<Kind>: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The name's ASCII characters.
  public let string: String

  /// Makes a name that is known to be well formed, such as one that the server made.
  @inlinable
  public init(unchecked string: String) {
    self.string = string
  }

  /// Makes a name from text, or returns nil if the rule above is broken.
  ///
  /// - Complexity: O(length).
  public init?(_ string: String) {
    guard isName(string.utf8) else { return nil }
    self.string = string
  }

  public var description: String { string }

  @inlinable
  public static func == (a: Self, b: Self) -> Bool { a.string == b.string }

  @inlinable
  public static func < (a: Self, b: Self) -> Bool { a.string < b.string }

  @inlinable
  public func hash(into hasher: inout Hasher) { string.hash(into: &hasher) }
}

extension Name: ExpressibleByStringLiteral {
  /// Makes a name from a literal, for tests and demos. A malformed literal stops the program.
  public init(stringLiteral value: String) {
    guard let name = Self(value) else { preconditionFailure("\"\(value)\" is no name") }
    self = name
  }
}

/// Whether the bytes are a name, as `Name` defines it.
@inlinable
public func isName(_ bytes: some Sequence<UInt8>) -> Bool {
  var count = 0
  var digitsOnly = true
  var session = false
  for byte in bytes {
    count += 1
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      continue
    case UInt8(ascii: "d") where count == 1:
      session = true
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      session = false
    case UInt8(ascii: "-") where count > 1:
      session = false
    default:
      return false
    }
    digitsOnly = false
  }
  guard count >= 1, count <= Limits.nameBytes, !digitsOnly else { return false }
  return !(session && count > 1)
}

public enum ItemKind {}
public enum SectionKind {}
public enum BoardKind {}
public enum ClientKind {}

/// The stable id of an item, unique on its board.
public typealias ItemID = Name<ItemKind>
/// The stable id of a section, unique on its board.
public typealias SectionID = Name<SectionKind>
/// The name of a board, unique on its server.
public typealias BoardName = Name<BoardKind>
/// The name of a client: the one from its `hello`, or one that the server gave it.
public typealias ClientName = Name<ClientKind>

/// The number of a drag session, unique on its server; `d7` on the wire.
public struct SessionID: Hashable, Sendable, Comparable, CustomStringConvertible {
  public let number: Int

  public init(_ number: Int) { self.number = number }

  public var description: String { "d\(number)" }

  public static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}

/// The name of a space: 1 to 64 characters of a–z, 0–9, `-` and `_`.
///
/// A space is what one server serves: its boards, clients and drags, in a database with many of them.
public struct SpaceName: Hashable, Sendable {
  public let string: String

  public init?(_ text: some StringProtocol) {
    let isWellFormed = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x61...0x7A, 0x2D, 0x5F: true
      default: false
      }
    }
    guard isWellFormed, (1...64).contains(text.utf8.count) else { return nil }
    string = String(text)
  }

  /// The space that is served if none is named.
  public static let standard = SpaceName("main")!
}

extension SpaceName: CustomStringConvertible {
  public var description: String { string }
}
