import BoardWire

/// What one connection is to be sent at the end of the turn, in order.
struct Outbox: ~Copyable {
  /// Shared bytes below this length are copied among the connection's own, to be one write.
  private static let copyBelow = 16_384

  private var pieces: [Piece] = []
  /// The own bytes behind the last piece.
  var buffer = WireBuffer()

  var isEmpty: Bool { pieces.isEmpty && buffer.isEmpty }

  /// Puts shared bytes behind what is there.
  mutating func append(_ encoding: Encoding) {
    if encoding.count < Self.copyBelow {
      encoding.withBytes { buffer.append(bytes: $0) }
    } else {
      seal()
      pieces.append(.shared(encoding))
    }
  }

  /// Hands everything over and is empty again.
  mutating func take() -> [Piece] {
    seal()
    defer { pieces = [] }
    return pieces
  }

  private mutating func seal() {
    guard !buffer.isEmpty else { return }
    pieces.append(.own(buffer.bytes))
    buffer.removeAll(keepingAtMost: 0)
  }
}
