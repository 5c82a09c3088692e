import BoardDelivery
import BoardModel

/// The bytes of all lines and blocks that have begun and not ended.
final class UnfinishedInput {
  private var bytes = 0
  /// The connections with longer unfinished lines and blocks than a line of the text form can be.
  private(set) var long: [ObjectIdentifier: ClientConnection] = [:]

  /// Whether the unfinished lines and blocks of all connections exceed their limit.
  var isOverLimit: Bool { bytes > Limits.unfinishedBytes }

  /// Counts the unfinished bytes of a connection anew.
  ///
  /// - Parameter before: What was counted for it so far.
  func recount(_ connection: ClientConnection, from before: Int) {
    let count = connection.unfinishedBytes
    guard count != before else { return }
    bytes += count - before
    let isLong = count > Limits.lineBytes
    if isLong != (before > Limits.lineBytes) {
      long[ObjectIdentifier(connection)] = isLong ? connection : nil
    }
  }

  /// Counts the unfinished bytes of a connection no longer.
  func forget(_ connection: ClientConnection) {
    bytes -= connection.unfinishedBytes
    long[ObjectIdentifier(connection)] = nil
  }

  /// The connection with the most unfinished bytes, if those are more than a line of the text form can have.
  ///
  /// - Complexity: O(such connections).
  var longest: ClientConnection? {
    long.values.max { $0.unfinishedBytes < $1.unfinishedBytes }
  }
}
