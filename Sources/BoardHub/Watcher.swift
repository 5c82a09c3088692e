/// One connection that watches one board: a position in the board's revisions and drag events.
///
/// There is no queue. What a watcher is owed is whatever lies between its position and now.
struct Watcher {
  let connection: ConnectionID
  /// The revision the connection stands at once it has taken what it was sent.
  var revision: Int
  /// The number of the last drag event it was sent.
  var presence: Int
  /// The number of the last drag event its own command made, which it is not told.
  var ownPresence: Int
  /// Whether it has not yet taken what it was sent; it is sent nothing until it has.
  var isBlocked: Bool
  /// The slower cadence it asked for, or zero.
  var every: Duration
  /// When it was last sent something.
  var lastSent: Duration

  /// The earliest time at which it may be sent something again.
  var nextDue: Duration { every == .zero ? .zero : lastSent + every }
}
