import BoardAuthority
import BoardModel

/// The connections that sent more than their turn allowed, and the bytes of all lines and blocks that
/// have begun and not ended.
final class InputQueue {
  /// In the order in which they are served.
  private var waiting = SlidingArray<ClientConnection>()
  /// Those that will send no more and whose end waits for its turn, in the order of their ends.
  private var ended = SlidingArray<ClientConnection>()
  private var unfinishedBytes = 0
  /// The connections with longer unfinished lines and blocks than a line of the text form can be.
  private(set) var long: [ObjectIdentifier: ClientConnection] = [:]

  func append(_ connection: ClientConnection) { waiting.append(connection) }

  var count: Int { waiting.count }
  /// Those that wait, in order.
  var all: ArraySlice<ClientConnection> { waiting.all }

  /// Hands over the one that waits first.
  func removeFirst() -> ClientConnection {
    defer { waiting.removeFirst() }
    return waiting[0]
  }

  /// Hands over all that wait.
  func removeAll() -> ArraySlice<ClientConnection> {
    defer { waiting = SlidingArray() }
    return waiting.all
  }

  func append(ended connection: ClientConnection) { ended.append(connection) }

  var hasEnded: Bool { !ended.isEmpty }

  /// Hands over the one whose end waits first; nil if there is none.
  func removeFirstEnded() -> ClientConnection? {
    guard !ended.isEmpty else { return nil }
    defer { ended.removeFirst() }
    return ended[0]
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
