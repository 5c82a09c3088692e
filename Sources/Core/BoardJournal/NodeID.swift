/// The number of a process that serves spaces of a database. A process that was declared dead registers
/// with another one.
public struct NodeID: Hashable, Comparable, Sendable {
  public let number: Int

  public init(_ number: Int) { self.number = number }

  public static func < (one: Self, other: Self) -> Bool { one.number < other.number }
}

extension NodeID: CustomStringConvertible {
  public var description: String { "\(number)" }
}

/// Where a node takes connections of others.
public struct NodeAddress: Hashable, Sendable {
  /// `HOST:PORT`.
  public let link: String
  /// The digest of the certificate that it has there: `SHA256:` and 64 hexadecimal digits.
  public let certificate: String

  public init(link: String, certificate: String) {
    self.link = link
    self.certificate = certificate
  }
}
