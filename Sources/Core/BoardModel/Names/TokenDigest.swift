/// What is stored of a token: its SHA-256 hash, from which the token cannot be found.
public struct TokenDigest: Hashable, Sendable {
  /// The 32 bytes of the hash, the first one in the highest bits.
  private let words: SIMD4<UInt64>

  public init?(_ bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    var words = SIMD4<UInt64>()
    for (index, byte) in bytes.enumerated() {
      words[index / 8] = words[index / 8] << 8 | UInt64(byte)
    }
    self.words = words
  }

  /// - Parameter text: 64 hexadecimal digits in lower case.
  public init?(_ text: Substring) {
    let digits = text.utf8.compactMap { byte -> UInt8? in
      switch byte {
      case 0x30...0x39: byte - 0x30
      case 0x61...0x66: byte - 0x61 + 10
      default: nil
      }
    }
    guard digits.count == 64, text.utf8.count == 64 else { return nil }
    self.init(stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
  }

  /// The first eight bytes.
  public var prefix: UInt64 { words[0] }

  /// Whether two digests are equal, in a time that does not depend on how much of them is.
  public func equals(_ other: TokenDigest) -> Bool {
    let difference = words ^ other.words
    return difference[0] | difference[1] | difference[2] | difference[3] == 0
  }
}

extension TokenDigest: CustomStringConvertible {
  /// 64 hexadecimal digits in lower case.
  public var description: String {
    (0..<4).map { index in
      let digits = String(words[index], radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
