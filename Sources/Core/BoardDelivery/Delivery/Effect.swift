import BoardWire

/// A connection as the hub numbers it: a slot that is used again, and a generation that is not.
public struct ConnectionID: Hashable, Sendable {
  /// Slot and generation in one number, for those who keep it for the hub.
  public let number: UInt64

  public init(number: UInt64) { self.number = number }

  init(slot: Int, generation: UInt32) {
    number = UInt64(generation) << 32 | UInt64(slot)
  }

  /// The index of the connection's slot, dense from zero.
  public var slot: Int { Int(truncatingIfNeeded: number & 0xFFFF_FFFF) }
  /// How often the slot was taken before.
  var generation: UInt32 { UInt32(truncatingIfNeeded: number >> 32) }
}

/// Bytes that were encoded once and are shared by everyone they go to.
public final class Encoding: Sendable {
  /// Written before `init` and only read afterwards, on whichever thread; freed with the object.
  nonisolated(unsafe) private let storage: UnsafeRawBufferPointer

  /// Whether only one connection is sent it.
  let isOwn: Bool

  /// Shared bytes below this length are copied where that makes one piece of several.
  static let copyBelow = 16_384

  init(_ buffer: consuming WireBuffer, isOwn: Bool = false) {
    self.isOwn = isOwn
    storage = buffer.release()
  }

  deinit { storage.deallocate() }

  /// The number of bytes.
  public var count: Int { storage.count }

  /// The bytes, which stay where they are for as long as the object lives.
  public var bytes: UnsafeRawBufferPointer { storage }

  /// Lends the bytes.
  public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
    -> Result
  {
    try body(storage)
  }
}

/// A part of what one connection is sent: bytes of its own, or shared ones. Many bytes of its own are as shared ones, so that
/// nobody copies them.
public enum OutputPiece: Sendable {
  case own([UInt8])
  case shared(Encoding)

  /// The number of bytes.
  public var count: Int {
    switch self {
    case .own(let bytes): bytes.count
    case .shared(let encoding): encoding.count
    }
  }
}

/// What a turn wants done. Effects are performed in order; the hub performs none itself.
public enum Effect: Sendable {
  /// Sends the pieces, in order, in as few writes as can be.
  case send([OutputPiece], to: ConnectionID)
  /// Sends the same bytes to all of these.
  case broadcast(Encoding, to: [ConnectionID])
  /// Closes the connection, which was sent this reason, once it has taken everything it was sent.
  case close(ConnectionID, saying: Bye)
}
