/// The header of an unmasked text frame that is a message by itself.
///
/// The payload follows it in the same write, from wherever it is. So all connections share its bytes.
public struct FrameHeader: Sendable {
  /// The first bytes of the header, and how many of them it has.
  private let bytes: (UInt64, UInt64)
  private let count: Int

  /// - Parameter count: The bytes of the payload.
  public init(payload count: Int) {
    var bytes: [UInt8] = [0x81]
    switch count {
    case ..<126: bytes.append(UInt8(count))
    case ..<65_536: bytes += [126, UInt8(count >> 8), UInt8(truncatingIfNeeded: count)]
    default:
      bytes.append(127)
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: count >> shift))
      }
    }
    var words: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes) }
    self.bytes = words
    self.count = bytes.count
  }

  /// Calls a closure with the bytes of the header: 2, 4 or 10.
  public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: bytes) { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  /// A copy of the bytes.
  public var copy: [UInt8] { withBytes { Array($0) } }
}

/// The frames that a server sends without a message.
public enum ControlFrame {
  public static let ping: [UInt8] = [0x89, 0]

  /// - Parameter payload: That of the ping: at most 125 bytes.
  public static func pong(_ payload: [UInt8]) -> [UInt8] { [0x8A, UInt8(payload.count)] + payload }

  public static func close(_ code: CloseCode) -> [UInt8] {
    [0x88, 2, UInt8(code.rawValue >> 8), UInt8(truncatingIfNeeded: code.rawValue)]
  }
}
