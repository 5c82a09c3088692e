import BoardAuthority
import BoardModel

/// The access rules of a hub, and how a token becomes what the rules know of it.
public struct Access: Sendable {
  public let rules: AccessRules
  private let digest: @Sendable (String) -> TokenDigest

  /// - Parameter digest: The SHA-256 hash of a token.
  public init(_ rules: AccessRules, digest: @escaping @Sendable (String) -> TokenDigest) {
    self.rules = rules
    self.digest = digest
  }

  func accepts(_ token: String, of name: ClientName) -> Bool {
    rules.accepts(digest(token), of: name)
  }

  /// Whether a client is who it says: its name is nobody's, or it has one of the tokens.
  func accepts(_ client: Client) -> Bool {
    guard rules.reserves(client.name) else { return true }
    return client.token.map { accepts($0, of: client.name) } ?? false
  }
}
