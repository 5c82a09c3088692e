import BoardDelivery

/// A connection between a client and the server, with the bytes that are under way.
final class SimulatedLink {
  let id: ConnectionID
  /// The life of the program that the connection belongs to.
  let life: Int
  /// What the client sent and the server has not read.
  private(set) var upward: [UInt8] = []
  /// What the server sent and the client has not taken.
  private(set) var downward: [UInt8] = []
  /// So many unread bytes a socket takes; the server is told of those beyond.
  let capacity: Int
  /// Whether the server reads from the connection.
  var isRead = true
  /// Whether the server was told that some bytes are not taken.
  var isBlocked = false
  /// Whether that was so before the turn whose effects are performed.
  var wasBlocked = false
  /// How often the server sent something since it was told so, without having read anything.
  var unaskedWrites = 0
  /// Whether nothing moves any more. Neither side is told.
  var isFrozen = false
  /// Whether the server has, or has not yet been told otherwise.
  var isOpenAtServer = true
  /// Whether the client will send nothing behind what is under way.
  var hasEnded = false
  /// The bytes of answers that the hub counts until the client has taken them.
  var leavingBytes = 0

  init(id: ConnectionID, life: Int, capacity: Int) {
    self.id = id
    self.life = life
    self.capacity = capacity
  }

  /// The bytes that no socket has room for.
  var unsentBytes: Int { max(0, downward.count - capacity) }

  func send(_ bytes: [UInt8]) { upward += bytes }
  func write(_ bytes: UnsafeRawBufferPointer) { downward += bytes }

  /// Removes bytes that arrive at the server.
  func removeUpward(_ count: Int) -> [UInt8] {
    defer { upward.removeFirst(count) }
    return Array(upward[..<count])
  }

  /// Removes bytes that arrive at the client.
  func removeDownward(_ count: Int) -> [UInt8] {
    defer { downward.removeFirst(count) }
    return Array(downward[..<count])
  }

  /// Loses what is under way, but for some of the bytes to the client.
  func breakOff(keeping count: Int) {
    upward = []
    downward.removeLast(downward.count - min(count, downward.count))
    isOpenAtServer = false
  }
}
