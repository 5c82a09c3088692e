import BoardModel
import CCrypto

extension TokenDigest {
  /// The SHA-256 hash of a token. It has no salt and is not slow: programs draw their tokens from 62³²
  /// possibilities.
  public init(of token: String) {
    var hash = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    var text = token
    text.withUTF8 { _ = SHA256($0.baseAddress, $0.count, &hash) }
    self.init(hash)!
  }
}
