import BoardAuthority
import BoardModel
import BoardWire

/// A board that is served: its data and its past, and who watches it.
final class LiveBoard {
  let versions: VersionedBoard
  /// What clients have selected.
  var selections = Selections()
  var presence = PresenceLog()
  var subscribers: [Subscriber] = []
  /// The cadences of those subscribers that asked for one.
  var intervals: [ConnectionID: MinimumInterval] = [:]
  /// How far among the subscribers the last flush began, as a fraction of 2^32.
  private var flushStart: UInt32 = 0
  /// When subscribers were last sent something.
  var lastFlush: Duration?
  /// Whether some subscriber may not be at the head.
  var isDirty = false
  /// Whether that is news since subscribers were last looked at.
  var isBehind = false
  /// When those subscribers may be sent what they are owed; nil if they are all blocked.
  var nextFlush: Duration?
  /// The bytes of the board's log that `BoardDirectory` has counted.
  var countedLogBytes = 0
  /// What the journal has of the board.
  var persisted = PersistedBoard()
  /// What was encoded for subscribers at the present head.
  var encodings = EncodingCache()
  /// Pays for what is encoded.
  let budget: TurnBudget

  init(_ versions: VersionedBoard, budget: TurnBudget) {
    self.versions = versions
    self.budget = budget
  }

  var name: BoardName { versions.name }
  var revision: Int { versions.revision }

  /// The place among the subscribers with which a flush begins: another one each time, so that nobody
  /// is always the last.
  func beginFlush() -> Int {
    // Steps of the golden section fall everywhere equally often, however many subscribers there are.
    flushStart &+= 0x9E37_79B9
    return Int((UInt64(flushStart) * UInt64(subscribers.count)) >> 32)
  }
}
