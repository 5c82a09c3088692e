/// The identity of a server's data: a short random word.
///
/// Revisions, tags and drag sessions mean something within one epoch only. A data directory has the
/// same epoch across restarts. A server in memory has a new epoch with each start, and a restored
/// backup gets a new one.
public struct Epoch: Hashable, Sendable, CustomStringConvertible {
  /// The number of characters of an epoch: a–z and 0–9.
  public static let length = 4...16

  /// The number of characters of a random epoch, of which there are 2.8 × 10¹².
  private static let randomLength = 8

  /// The word, as it is written on the wire.
  public let string: String

  /// Makes an epoch from text, or returns nil if it is not 4 to 16 of a–z and 0–9.
  public init?(_ string: String) {
    guard Self.length.contains(string.utf8.count), string.utf8.allSatisfy(Self.allows) else {
      return nil
    }
    self.string = string
  }

  /// Makes a new epoch.
  public static func random(using generator: inout some RandomNumberGenerator) -> Epoch {
    let word = (0..<randomLength).map { _ in characters.randomElement(using: &generator)! }
    return Epoch(String(word))!
  }

  public var description: String { string }

  private static let characters = Array("abcdefghijklmnopqrstuvwxyz0123456789")

  private static func allows(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }
}
