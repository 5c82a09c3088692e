import BoardWire

/// What one connection is to be sent at the end of the turn, in order.
struct Outbox: ~Copyable {
  private var pieces: [Piece] = []
  /// The own bytes behind the last piece.
  var buffer = WireBuffer()

  var isEmpty: Bool { pieces.isEmpty && buffer.isEmpty }
  /// The bytes to be sent, shared ones included.
  var count: Int { pieces.reduce(buffer.count) { $0 + $1.count } }

  /// Puts shared bytes behind what is there.
  mutating func append(_ passage: Passage) {
    for piece in passage.pieces { append(piece) }
  }

  private mutating func append(_ encoding: Encoding) {
    if encoding.count < Encoding.copyBelow {
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
