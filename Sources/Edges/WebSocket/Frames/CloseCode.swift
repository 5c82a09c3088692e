/// The status code of a close frame (RFC 6455, section 7.4).
public struct CloseCode: RawRepresentable, Error, Hashable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let normal = CloseCode(rawValue: 1000)
  public static let goingAway = CloseCode(rawValue: 1001)
  public static let brokenProtocol = CloseCode(rawValue: 1002)
  public static let unsupportedData = CloseCode(rawValue: 1003)
  public static let invalidPayload = CloseCode(rawValue: 1007)
  public static let policyViolation = CloseCode(rawValue: 1008)
  public static let messageTooBig = CloseCode(rawValue: 1009)
  public static let tryAgainLater = CloseCode(rawValue: 1013)

  /// Whether a peer may send the code: it is one of the standard, or of those that libraries and
  /// applications define.
  var mayBeSent: Bool {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}
