import BoardWire

/// What one connection is to be sent at the end of the turn, in order.
struct Outbox: ~Copyable {
  /// Shared bytes below this length are copied among the connection's own, to be one write.
  private static let copyBelow = 16_384

  private var pieces: [Piece] = []
  private var sealedBytes = 0
  /// The own bytes behind the last piece.
  var buffer = WireBuffer()

  var isEmpty: Bool { pieces.isEmpty && buffer.isEmpty }
  /// The bytes to be sent, shared ones included.
  var count: Int { sealedBytes + buffer.count }

  /// Puts shared bytes behind what is there.
  mutating func append(_ encoding: Encoding) {
    if encoding.count < Self.copyBelow {
      encoding.withBytes { buffer.append(bytes: $0) }
    } else {
      seal()
      pieces.append(.shared(encoding))
      sealedBytes += encoding.count
    }
  }

  /// Hands everything over and is empty again.
  mutating func take() -> [Piece] {
    seal()
    defer {
      pieces = []
      sealedBytes = 0
    }
    return pieces
  }

  private mutating func seal() {
    guard !buffer.isEmpty else { return }
    pieces.append(.own(buffer.bytes))
    sealedBytes += buffer.count
    buffer.removeAll(keepingAtMost: 0)
  }
}
