import BoardModel

/// The client that made a revision: its name, and which of the clients with that name it is.
///
/// A name without a token is free again when its connection closes, and the next client with that name
/// is another one. Only the client itself can undo its revisions (rule 12.1).
public struct Author: Hashable, Sendable {
  public let name: ClientName
  /// What tells apart clients that have the same name one after the other; 0 for a guest, whose name
  /// nobody gets again.
  public let identity: UInt64

  public init(_ name: ClientName, identity: UInt64 = 0) {
    self.name = name
    self.identity = identity
  }
}

extension Author: ExpressibleByStringLiteral {
  /// An author with the identity 0, for tests.
  public init(stringLiteral name: String) { self.init(ClientName(stringLiteral: name)) }
}
