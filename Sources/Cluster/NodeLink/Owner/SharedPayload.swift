/// Bytes of another object that several clients get: they are neither copied nor held twice.
///
/// Two payloads of one object are the same bytes.
public struct SharedPayload {
  /// Its lifetime keeps the bytes valid and unchanged.
  public let owner: AnyObject
  public let bytes: UnsafeRawBufferPointer

  public init(_ bytes: UnsafeRawBufferPointer, ownedBy owner: AnyObject) {
    self.owner = owner
    self.bytes = bytes
  }
}

/// A part of a message to one client.
public enum MessagePiece {
  case own([UInt8])
  case shared(SharedPayload)

  /// The number of bytes.
  public var count: Int {
    switch self {
    case .own(let bytes): bytes.count
    case .shared(let payload): payload.bytes.count
    }
  }
}
