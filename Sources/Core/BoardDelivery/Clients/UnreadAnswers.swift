import BoardModel

/// The bytes of answers that connections have not taken yet, of all connections together (rule 1.10).
///
/// Bytes that several connections share, such as those of a batch or of a large snapshot, do not count.
package struct UnreadAnswers {
  /// By slot: the bytes of a connection's own that were sent last, and those before that it has not
  /// taken.
  private var bytes: [UInt32] = []
  /// The bytes of the connections that are blocked, and of those that take their last lines.
  package private(set) var total = 0
  package var limit = Limits.unreadAnswers
  /// When to look next for connections that take nothing.
  package var nextCheck: Duration = .zero

  /// Whether answers that may be long have to wait.
  package var isOverLimit: Bool { total > limit }
  /// Whether connections must be closed whether they take their answers or not.
  package var isFarOverLimit: Bool { total > 2 * limit }

  package func bytes(of connection: ClientConnection) -> Int {
    connection.id.slot < bytes.count ? Int(bytes[connection.id.slot]) : 0
  }

  /// Notes what a connection is sent.
  ///
  /// - Parameter count: The bytes that it shares with nobody.
  mutating func countSent(_ count: Int, to connection: ClientConnection) {
    let slot = connection.id.slot
    while bytes.count <= slot { bytes.append(0) }
    if connection.isBlocked { total += count } else { bytes[slot] = 0 }
    bytes[slot] = UInt32(clamping: Int(bytes[slot]) + count)
  }

  /// Notes that a connection has not taken so many bytes, shared ones included.
  mutating func setUnsent(_ count: Int, of connection: ClientConnection) {
    guard connection.id.slot < bytes.count else { return }
    if connection.isBlocked { total -= bytes(of: connection) }
    bytes[connection.id.slot] = UInt32(clamping: min(bytes(of: connection), count))
    total += bytes(of: connection)
  }

  /// Notes that a blocked connection has taken everything, or is gone.
  ///
  /// - Returns: The bytes that it had not taken.
  @discardableResult
  package mutating func remove(_ connection: ClientConnection) -> Int {
    guard connection.isBlocked else { return 0 }
    let count = bytes(of: connection)
    total -= count
    bytes[connection.id.slot] = 0
    assert(total >= 0, "bytes are counted once")
    return count
  }

  /// Notes that a connection that is closed has, or no longer has, bytes that it may still take.
  package mutating func addLeaving(_ count: Int) { total += count }
}

extension OutputPiece {
  /// The bytes that only one connection is sent.
  var ownCount: Int {
    switch self {
    case .own(let bytes): bytes.count
    case .shared(let encoding): encoding.isOwn ? encoding.count : 0
    }
  }
}
