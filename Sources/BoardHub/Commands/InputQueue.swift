import BoardModel

/// The connections that sent more than their turn allowed, and the bytes of all lines and blocks that
/// have begun and not ended.
final class InputQueue {
  /// In the order in which they are served.
  private(set) var waiting: [ClientConnection] = []
  private var unfinishedBytes = 0
  /// The connections with longer unfinished lines and blocks than a line of the text form can be.
  private(set) var long: [ObjectIdentifier: ClientConnection] = [:]

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
    let bytes = connection.unfinishedBytes
    guard bytes != before else { return }
    unfinishedBytes += bytes - before
    let isLong = bytes > Limits.lineBytes
    if isLong != (before > Limits.lineBytes) {
      long[ObjectIdentifier(connection)] = isLong ? connection : nil
    }
  }

  /// Counts the unfinished bytes of a connection no longer.
  func forget(_ connection: ClientConnection) {
    unfinishedBytes -= connection.unfinishedBytes
    long[ObjectIdentifier(connection)] = nil
  }

  /// The connection with the most unfinished bytes, if those are more than a line of the text form can have.
  ///
  /// - Complexity: O(such connections).
  var longest: ClientConnection? {
    long.values.max { $0.unfinishedBytes < $1.unfinishedBytes }
  }
}
