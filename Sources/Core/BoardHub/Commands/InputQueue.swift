import BoardAuthority
import BoardModel

/// The connections that sent more than their turn allowed, and the bytes of all lines and blocks that
/// have begun and not ended.
final class InputQueue {
  /// In the order in which they are served.
  private var waiting = SlidingArray<ClientConnection>()
  /// Those of them whose first line waits, behind all others.
  private var newcomers = SlidingArray<ClientConnection>()
  /// Those that will send no more and whose end waits for its turn, in the order of their ends.
  private var ended = SlidingArray<ClientConnection>()
  private var unfinishedBytes = 0
  /// The connections with longer unfinished lines and blocks than a line of the text form can be.
  private(set) var long: [ObjectIdentifier: ClientConnection] = [:]

  func append(_ connection: ClientConnection) {
    if connection.hasSpoken { waiting.append(connection) } else { newcomers.append(connection) }
  }

  var isEmpty: Bool { waiting.isEmpty && newcomers.isEmpty }

  /// Whether one of those that wait is like this.
  func contains(where holds: (ClientConnection) -> Bool) -> Bool {
    waiting.all.contains(where: holds) || newcomers.all.contains(where: holds)
  }

  /// How many wait of those that have sent a first line, or of the others.
  func count(ofNewcomers isNew: Bool) -> Int { isNew ? newcomers.count : waiting.count }

  /// Hands over the one of these that waits first.
  func removeFirst(ofNewcomers isNew: Bool) -> ClientConnection {
    defer { if isNew { newcomers.removeFirst() } else { waiting.removeFirst() } }
    return isNew ? newcomers[0] : waiting[0]
  }

  /// Hands over all that wait.
  func removeAll() -> ArraySlice<ClientConnection> {
    defer { (waiting, newcomers) = (SlidingArray(), SlidingArray()) }
    return waiting.all + newcomers.all
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
