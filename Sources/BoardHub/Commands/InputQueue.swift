import BoardModel

/// The connections that sent more than their turn allowed, and the bytes of all lines and blocks that
/// have begun and not ended.
final class InputQueue {
  /// In the order in which they are served.
  private(set) var waiting: [ClientConnection] = []
  private var unfinishedBytes = 0

  func append(_ connection: ClientConnection) { waiting.append(connection) }

  /// Hands over all that wait.
  func removeAll() -> [ClientConnection] {
    defer { waiting = [] }
    return waiting
  }

  /// Puts connections in front of all others that wait.
  func putBack(_ connections: [ClientConnection]) {
    if !connections.isEmpty { waiting.insert(contentsOf: connections, at: 0) }
  }

  /// Whether the unfinished lines and blocks of all connections exceed their limit.
  var isOverLimit: Bool { unfinishedBytes > Limits.unfinishedBytes }

  /// Counts the unfinished bytes of a connection anew.
  ///
  /// - Parameter before: What was counted for it so far.
  func recount(_ connection: ClientConnection, from before: Int) {
    unfinishedBytes += connection.unfinishedBytes - before
  }

  /// Counts the unfinished bytes of a connection no longer.
  func forget(_ connection: ClientConnection) {
    unfinishedBytes -= connection.unfinishedBytes
  }
}
