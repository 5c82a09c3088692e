import BoardWire

/// One connection that watches one board: a position in the board's revisions and drag events.
///
/// There is no queue. What a subscriber is owed is whatever lies between its position and now. There
/// may be thousands of them, so they are small and hold no references.
package struct Subscriber {
  package let connection: ConnectionID
  /// The revision of the connection's copy once it has taken what it was sent.
  package var revision: Int
  /// The number of the last drag event it was sent.
  package private(set) var presence: Int
  /// Whether its own commands made later drag events, which it is not sent.
  var hasOwnEvents = false
  /// Whether it has not yet taken what it was sent; it is sent nothing until it has.
  var isBlocked: Bool
  /// Whether it asked for a slower cadence, which the board knows.
  var hasInterval = false
  /// What of the content it is sent; nil if it is sent all.
  package var content: WatchedContent?

  init(
    _ connection: ConnectionID, at live: LiveBoard, isBlocked: Bool, content: WatchedContent?
  ) {
    self.content = content
    self.connection = connection
    self.isBlocked = isBlocked
    revision = live.revision
    presence = live.presence.head
  }

  /// Notes that it was sent all drag events up to one, or made them itself.
  mutating func knowsEvents(upTo number: Int) {
    presence = number
    hasOwnEvents = false
  }
}

/// The slower cadence that a subscriber asked for.
struct MinimumInterval {
  let every: Duration
  /// When it was last sent something.
  var lastSent: Duration

  /// The earliest time at which it may be sent something again.
  var nextDue: Duration { lastSent + every }
}
