import BoardAuthority
import BoardDelivery
import BoardHub
import BoardModel

// Tokens in a process without a library for SHA-256.

extension TokenDigest {
  /// What stands for the hash of a token: no two tokens of a simulation have the same.
  package init(simulated token: String) {
    let bytes = (0..<4 as Range<UInt64>).flatMap { part -> [UInt8] in
      var hash = 0xCBF2_9CE4_8422_2325 &+ part
      for byte in token.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
    }
    self.init(bytes)!
  }
}

extension Hub {
  /// A hub with simulated hashes of tokens.
  package convenience init(
    cadence: Cadence = .automatic, epoch: Epoch, persists: Bool = false,
    space: SpaceName? = nil
  ) {
    self.init(
      cadence: cadence, epoch: epoch, persists: persists, space: space,
      hash: TokenDigest.init(simulated:))
  }
}

extension AccessRules {
  /// The rules of an access file for a server without spaces, in which the label of each token is the
  /// token, for a hub with simulated hashes.
  package init(labelledWithTokens rules: [String]) throws {
    self = try AccessFile(text: rules.joined(separator: "\n"))
      .rulesOfLabels(hash: TokenDigest.init(simulated:))
  }
}
