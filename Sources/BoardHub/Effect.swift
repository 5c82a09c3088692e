import BoardWire

/// A connection as the hub numbers it: a slot that is used again, and a generation that is not.
public struct ConnectionID: Hashable, Sendable {
  /// The index of the connection's slot, dense from zero.
  public let slot: Int
  /// How often the slot was taken before.
  public let generation: Int
}

/// Bytes that were encoded once and are shared by everyone they go to.
public final class Encoding: Sendable {
  /// Written before `init` and only read afterwards, on whichever thread; freed with the object.
  nonisolated(unsafe) private let storage: UnsafeRawBufferPointer

  init(_ buffer: consuming WireBuffer) { storage = buffer.release() }

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

/// A part of what one connection is sent: bytes of its own, or shared ones.
public enum Piece: Sendable {
  case own([UInt8])
  case shared(Encoding)
}

/// What a turn wants done. Effects are performed in order; the hub performs none itself.
public enum Effect: Sendable {
  /// Sends the pieces, in order, in as few writes as can be.
  case send([Piece], to: ConnectionID)
  /// Sends the same bytes to all of these.
  case broadcast(Encoding, to: [ConnectionID])
  /// Closes the connection once it has taken everything it was sent.
  case close(ConnectionID)
}
