import BoardAuthority
import BoardJournal
import BoardModel

/// What a journal has of a board, and when it is time for a new snapshot.
package struct PersistedBoard {
  /// The revision of the last snapshot; 0 if the board began empty.
  private(set) var snapshot = 0
  /// The oldest revision from which the journal has all that came.
  var oldest = 0
  /// The numbers of the next ids.
  var numbers = Board.NextNumbers()
  /// What is on the board; nil if the journal does not say.
  var counts: StoredCounts?
  /// The revision of the snapshot that is being committed; nil if none is.
  private var pending: Int?
  /// What came since the snapshot, and how much of it the pending one has.
  private var since = Amount()
  private var sincePending = Amount()
  /// Before so many revisions no snapshot is wanted.
  private var notBefore = 0
  /// The revisions behind a snapshot after which another one is wanted.
  private let keptRevisions: Int

  package init(keptRevisions: Int = Limits.keptRevisions) { self.keptRevisions = keptRevisions }

  /// Revisions, the bytes of their bodies, and their edits.
  fileprivate struct Amount {
    var revisions = 0
    var bytes = 0
    var edits = 0
  }

  /// The revision up to which the journal may lose revisions: later ones must not refer to them.
  package var newestSnapshot: Int { pending ?? snapshot }

  /// Notes a revision whose body has so many bytes.
  mutating func add(bytes count: Int, edits: [Edit]) {
    let weight = edits.reduce(0) { $0 + $1.weight }
    since.add(bytes: count, edits: weight)
    sincePending.add(bytes: count, edits: weight)
  }

  /// Whether the revisions since the last snapshot are so many that a new one is worth its bytes.
  ///
  /// - Parameter size: The bytes of a snapshot, roughly.
  func wantsSnapshot(of size: Int) -> Bool {
    since.revisions >= notBefore
      && (since.revisions >= keptRevisions || since.bytes >= max(Self.leastBytes, 2 * size)
        || since.edits >= Self.mostEdits)
  }

  /// Wants no snapshot for a while, because there was no room for one.
  private mutating func postpone() { notBefore = since.revisions + keptRevisions / 8 }

  /// Notes that a snapshot of a revision is being committed. More revisions may come meanwhile.
  mutating func beginSnapshot(at revision: Int) {
    pending = revision
    sincePending = Amount()
  }

  /// Whether the snapshot of a revision is being committed.
  func isPending(_ revision: Int) -> Bool { pending == revision }

  /// Notes that the pending snapshot is committed, or is not for want of room.
  mutating func endSnapshot(isCommitted: Bool) {
    guard let revision = pending else { return }
    pending = nil
    guard isCommitted else { return postpone() }
    oldest = snapshot
    snapshot = revision
    since = sincePending
    notBefore = 0
  }

  /// Notes a snapshot at a revision, with no revisions since.
  mutating func begin(at revision: Int) {
    snapshot = revision
    since = Amount()
  }

  /// Below this a log is not worth a snapshot.
  private static let leastBytes = 4 << 20
  /// So many edits take a start too long, however short their bodies are.
  private static let mostEdits = 16 * Limits.keptRevisions
}

extension PersistedBoard.Amount {
  fileprivate mutating func add(bytes count: Int, edits weight: Int) {
    revisions += 1
    bytes += count
    edits += weight
  }
}

/// What is on a board, so that it can be listed before it is loaded.
struct StoredCounts: Equatable {
  let sections: Int
  let items: Int
  /// The bytes that count for a quota, in full units: so most edits leave the number as it is.
  let byteUnits: Int

  private static let unit = 65_536

  var bytes: Int { byteUnits * Self.unit }

  init(of board: borrowing Board) {
    sections = board.sectionCount
    items = board.itemCount
    byteUnits = board.quotaBytes / Self.unit
  }

  /// The counts among the numbers of a board; nil if they are not all there.
  init?(_ numbers: [String: Int]) {
    guard let sections = numbers[BoardNumbers.sectionCount],
      let items = numbers[BoardNumbers.itemCount]
    else { return nil }
    self.sections = sections
    self.items = items
    byteUnits = numbers[BoardNumbers.byteUnits] ?? 0
  }
}

/// The keys of the numbers that the journal has of a board.
enum BoardNumbers {
  static let items = "items"
  static let sections = "sections"
  static let itemCount = "item-count"
  static let sectionCount = "section-count"
  /// The bytes of the content, in units of 64 KiB.
  static let byteUnits = "size"
  /// The revision of the newest snapshot.
  static let snapshot = JournalNumber.snapshot
  /// The revision at which the board last got a used name. Earlier ones are not those of its name.
  static let beginning = "beginning"
}
