import BoardAuthority
import BoardHub

extension Access {
  /// Access rules in which the label of each token is the token, so that nothing is to be hashed.
  package init(labelledWithTokens rules: [String]) throws {
    let file = try AccessFile(text: rules.joined(separator: "\n"))
    let digests = Dictionary(uniqueKeysWithValues: file.tokens.map { ($0.label, $0.digest) })
    let none = TokenDigest(Array(repeating: 0, count: 32))!
    self.init(file.rules) { digests[$0] ?? none }
  }
}
