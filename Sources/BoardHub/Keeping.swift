import BoardCore
import BoardJournal

/// What a hub wants to be written down, and what it must know for that.
///
/// Whatever happens in a turn stands in one group, which is committed wholly or not at all before
/// anybody is told of it (specification, 13.1).
struct Keeping {
  /// Whether anything is kept at all.
  let isOn: Bool
  /// What this turn has changed so far.
  private(set) var group = JournalGroup()
  /// How much has been noted so far, and how much before the present command.
  private var changes = 0
  private var earlier = 0
  /// Whether there is no room for changes.
  var isFull = false
  /// The time at the hub's time zero, in milliseconds since 1970.
  var timeZero = 0
  /// The highest numbers that may be given to sessions and to guests without asking for more.
  var reserved: [NumberKind: Int] = [:]

  /// The boards of which more is to be written down at the end of the turn: all of them, the numbers
  /// of their next names, their policies.
  var unsaved: [LiveBoard] = []
  var numbered: [LiveBoard] = []
  var repoliced: [LiveBoard] = []

  /// Numbers that are not given twice, not even after a restart.
  enum NumberKind: String, CaseIterable {
    case sessions
    case guests

    /// How many are reserved at a time: as many may be left out at a restart.
    static let stride = 100
  }

  init(isOn: Bool) { self.isOn = isOn }

  mutating func add(_ entry: @autoclosure () -> JournalEntry) {
    guard isOn else { return }
    changes += 1
    group.append(entry())
  }

  /// Hands over the group and begins a new one.
  mutating func take() -> JournalGroup {
    unsaved.removeAll(keepingCapacity: true)
    numbered.removeAll(keepingCapacity: true)
    repoliced.removeAll(keepingCapacity: true)
    return group.take()
  }

  /// Puts a board into one of the lists, once.
  mutating func note(_ board: LiveBoard, in list: WritableKeyPath<Keeping, [LiveBoard]>) {
    guard isOn, !self[keyPath: list].contains(where: { $0 === board }) else { return }
    self[keyPath: list].append(board)
    changes += 1
  }

  mutating func beginCommand() { earlier = changes }

  /// Whether the present command has changed anything that is kept.
  var hasCommandEntries: Bool { changes > earlier }

  /// Milliseconds since 1970.
  func wallTime(at now: Duration) -> Int { timeZero + Int(now / .milliseconds(1)) }

  /// Sees to it that a number just given will not be given again.
  mutating func use(_ number: Int, of kind: NumberKind) {
    guard isOn, number > reserved[kind, default: 0], !isFull else { return }
    let limit = number - 1 + NumberKind.stride
    reserved[kind] = limit
    add(.number(kind.rawValue, limit))
  }
}

/// What a board has in the journal, and when it is time for a new snapshot.
struct KeptBoard {
  /// The revision of the last snapshot, 0 where the board began empty.
  private(set) var snapshot = 0
  /// What came since: revisions and the bytes of their batches.
  private var revisions = 0
  private var bytes = 0

  mutating func add(bytes count: Int) {
    revisions += 1
    bytes += count
  }

  /// Whether the way from the last snapshot is so long that a new one is worth its bytes.
  ///
  /// - Parameter size: The bytes of a snapshot, roughly.
  func wantsSnapshot(of size: Int) -> Bool {
    revisions >= Limits.keptRevisions || bytes >= max(Self.leastBytes, 2 * size)
  }

  /// Takes note of a snapshot at a revision, with no way behind it yet.
  mutating func begin(at revision: Int) {
    snapshot = revision
    revisions = 0
    bytes = 0
  }

  /// Below this a log is not worth a snapshot.
  private static let leastBytes = 4 << 20
}
