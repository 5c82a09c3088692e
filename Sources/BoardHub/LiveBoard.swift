import BoardCore
import BoardWire

/// A board that is served: its data, its revisions, its policies, and who watches it.
final class LiveBoard {
  /// The data, and all that a drop asks of it.
  let ground: DropGround
  var presence = PresenceLog()
  var watchers: [Watcher] = []
  /// The cadences of those watchers that asked for one.
  var paces: [ConnectionID: Pace] = [:]
  /// The watcher that is served first in the next flush.
  private var firstServed = 0
  /// When watchers were last sent something.
  var lastFlush: Duration?
  /// Whether some watcher may not be at the head.
  var isDirty = false
  /// Whether that is news since watchers were last looked at.
  var isTouched = false
  /// When those watchers may be sent what they are owed; nil if they are all blocked.
  var nextFlush: Duration?
  /// What was encoded for watchers at the present head.
  var encodings = EncodingCache()

  init(_ name: BoardName, content: Content = [], revision: Int = 0) {
    ground = DropGround(name, board: Board(content), log: RevisionLog(head: revision))
  }

  var name: BoardName { ground.name }
  var revision: Int { ground.log.head }

  /// Makes edits that the board holds already one revision.
  func commit(_ edits: [Edit]) {
    encodings.dataChanged()
    _ = ground.log.append(edits)
    ground.policies.forget(after: edits, on: ground.board)
  }

  /// Puts a drag event where all watchers will see it, and returns its number.
  func tell(_ event: Event, origin: ConnectionID?) -> Int {
    encodings.presenceChanged()
    return presence.append(event, origin: origin)
  }

  /// The place among the watchers with which a flush begins: another one each time, so that nobody
  /// is always the last.
  func beginFlush() -> Int {
    guard !watchers.isEmpty else { return 0 }
    firstServed = (firstServed + watchers.count / 3 + 1) % watchers.count
    return firstServed
  }
}
