import BoardAuthority
import BoardJournal
import BoardModel

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
  /// The bytes for which there is room.
  var room = Int.max
  /// The bytes of this turn's revisions so far.
  private(set) var bytes = 0
  /// The time at the hub's time zero, in milliseconds since 1970.
  var timeZero = 0
  /// The highest numbers that may be given to sessions and to guests without asking for more.
  var reserved: [NumberKind: Int] = [:]

  /// How drags ended that dropped something.
  var outcomes = StoredOutcomes()

  /// The boards that are to be written down whole when nothing else is.
  var unsaved: [LiveBoard] = []
  /// The board of which a snapshot was taken last and not yet committed.
  var saved: LiveBoard?
  /// The boards of which the numbers of their next names, or their policies, are to be written down
  /// at the end of the turn.
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
    let entry = entry()
    if case .revision(let revision) = entry { bytes += revision.body.count }
    group.append(entry)
  }

  /// Hands over the group and begins a new one.
  mutating func take() -> JournalGroup {
    bytes = 0
    numbered.removeAll(keepingCapacity: true)
    repoliced.removeAll(keepingCapacity: true)
    return group.take()
  }

  /// Puts a board into one of the lists, once.
  mutating func note(_ board: LiveBoard, in list: WritableKeyPath<Keeping, [LiveBoard]>) {
    guard isOn, !self[keyPath: list].contains(where: { $0 === board }) else { return }
    self[keyPath: list].append(board)
  }

  /// Takes a board out of all lists, because it is gone.
  mutating func forget(_ board: LiveBoard) {
    unsaved.removeAll { $0 === board }
    numbered.removeAll { $0 === board }
    repoliced.removeAll { $0 === board }
    if saved === board { saved = nil }
  }

  /// The board whose snapshot has been committed or not, which is no longer to be written down.
  mutating func endSaving() -> LiveBoard? {
    defer { saved = nil }
    unsaved.removeAll { $0 === saved }
    return saved
  }

  /// The same for its policies, which the present command has changed.
  mutating func notePolicies(of board: LiveBoard) {
    guard isOn else { return }
    changes += 1
    note(board, in: \.repoliced)
  }

  mutating func beginCommand() { earlier = changes }

  /// Whether the present command has changed anything that is kept.
  var hasCommandEntries: Bool { changes > earlier }

  /// Makes sure that there is room for edits before they are made.
  ///
  /// - Throws: `Refusal.diskFull` where they may be more than there is room for.
  func requireRoom(for edits: [Edit]) throws(Refusal) {
    guard isOn else { return }
    // Each edit is a batch of its own, with its head and its row, and pages are not quite full.
    let size = edits.reduce(bytes) { $0 + 256 + $1.textBytes }
    if size > room / 2 { throw .diskFull }
  }

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
  private var notBefore = 0

  mutating func add(bytes count: Int) {
    revisions += 1
    bytes += count
  }

  /// Whether the way from the last snapshot is so long that a new one is worth its bytes.
  ///
  /// - Parameter size: The bytes of a snapshot, roughly.
  func wantsSnapshot(of size: Int) -> Bool {
    revisions >= notBefore
      && (revisions >= Limits.keptRevisions || bytes >= max(Self.leastBytes, 2 * size))
  }

  /// Asks for no snapshot for a while, because there was no room for one.
  mutating func postpone() { notBefore = revisions + Limits.keptRevisions / 8 }

  /// Takes note of a snapshot at a revision, with no way behind it yet.
  mutating func begin(at revision: Int) {
    snapshot = revision
    notBefore = 0
    revisions = 0
    bytes = 0
  }

  /// Below this a log is not worth a snapshot.
  private static let leastBytes = 4 << 20
}

extension Edit {
  /// The bytes of the texts that the edit brings to the board.
  fileprivate var textBytes: Int {
    switch self {
    case .insertItem(let item, _): item.text.byteCount
    case .reloadItem(_, _, _, let text), .reloadSection(_, _, _, let text): text.byteCount
    case .insertSection(let section, _):
      section.items.reduce(section.title.byteCount) { $0 + 128 + $1.text.byteCount }
    case .deleteItem, .moveItem, .deleteSection, .moveSection: 0
    }
  }
}
