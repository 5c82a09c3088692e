import BoardAuthority
import CCrypto

extension TokenDigest {
  /// The SHA-256 hash of a token. It needs no salt and no slow hash: `token add` draws tokens from
  /// 62³² possibilities.
  init(of token: String) {
    var hash = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    var text = token
    text.withUTF8 { _ = SHA256($0.baseAddress, $0.count, &hash) }
    self.init(hash)!
  }
}

/// A new token of 32 letters and digits, from the random numbers of the system.
func newToken() -> String {
  let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
  return String((0..<32).map { _ in characters.randomElement()! })
}
