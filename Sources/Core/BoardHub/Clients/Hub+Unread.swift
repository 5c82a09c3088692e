import BoardModel
import BoardWire

// Answers that nobody reads: what all of them together may take (rule 1.10).

extension Hub {
  /// The bytes of answers that connections have not taken, as far as they share them with nobody.
  public var unreadBytes: Int { roster.unread.total }

  /// Notes that a connection that is closed has bytes that it may still take, or, with a negative
  /// count, that it has them no longer.
  public func countLeaving(unreadBytes: Int) { roster.unread.addLeaving(unreadBytes) }

  /// When to look next for connections that take nothing; nil if there is room.
  var nextUnreadCheck: Duration? { roster.unread.isOverLimit ? roster.unread.nextCheck : nil }

  /// Gives up connections, if answers that are not read take too much room: those that have taken
  /// nothing for 10 s; and if that is not enough by far, those with the most.
  ///
  /// - Parameter unsentBytes: The bytes that a connection has not taken yet.
  /// - Returns: The connections and their last lines, to be closed at once.
  /// - Complexity: O(1) if there is room; else O(connections), once a second.
  public func dropUnread(
    at time: Duration, unsentBytes: (ConnectionID) -> Int
  ) -> [(id: ConnectionID, farewell: [UInt8])] {
    clock.advance(to: time)
    guard roster.unread.isOverLimit, roster.unread.isFarOverLimit || time >= roster.unread.nextCheck
    else { return [] }
    roster.unread.nextCheck = time + .seconds(1)
    let holders = roster.open.filter {
      $0.isBlocked && !$0.isClosing && roster.unread.bytes(of: $0) > 0
    }
    let stalled = holders.filter { isStalled($0, for: Limits.untakenIfFull, unsentBytes) }
    return (stalled + largest(of: holders, without: stalled)).map { ($0.id, farewell(to: $0)) }
  }

  /// The connections with the most bytes, so many that the others are within the limit, if all are far
  /// beyond it.
  private func largest(
    of holders: [ClientConnection], without stalled: [ClientConnection]
  ) -> [ClientConnection] {
    var left = stalled.reduce(roster.unread.total) { $0 - roster.unread.bytes(of: $1) }
    guard left > 2 * roster.unread.limit else { return [] }
    let gone = Set(stalled.map(\.id))
    let others = holders.filter { !gone.contains($0.id) }
      .sorted { roster.unread.bytes(of: $0) > roster.unread.bytes(of: $1) }
    return Array(
      others.prefix { connection in
        defer { left -= roster.unread.bytes(of: connection) }
        return left > roster.unread.limit
      })
  }
}
