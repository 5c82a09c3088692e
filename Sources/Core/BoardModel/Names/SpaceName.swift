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
