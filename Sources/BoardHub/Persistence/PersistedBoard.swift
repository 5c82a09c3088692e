import BoardAuthority
import BoardModel

/// What a journal has of a board, and when it is time for a new snapshot.
struct PersistedBoard {
  /// The revision of the last snapshot; 0 if the board began empty.
  private(set) var snapshot = 0
  /// The oldest revision from which the journal has all that came.
  var oldest = 0
  /// The numbers of the next ids.
  var numbers = Board.NextNumbers()
  /// What is on the board; nil if the journal does not say.
  var counts: StoredCounts?
  /// The revisions since the snapshot, the bytes of their bodies, and their edits.
  private var revisions = 0
  private var bytes = 0
  private var edits = 0
  /// Before so many revisions no snapshot is wanted.
  private var notBefore = 0

  /// Notes a revision whose body has so many bytes.
  mutating func add(bytes count: Int, edits: [Edit]) {
    revisions += 1
    bytes += count
    self.edits += edits.reduce(0) { $0 + $1.weight }
  }

  /// Whether the revisions since the last snapshot are so many that a new one is worth its bytes.
  ///
  /// - Parameter size: The bytes of a snapshot, roughly.
  func wantsSnapshot(of size: Int) -> Bool {
    revisions >= notBefore
      && (revisions >= Limits.keptRevisions || bytes >= max(Self.leastBytes, 2 * size)
        || edits >= Self.mostEdits)
  }

  /// Wants no snapshot for a while, because there was no room for one.
  mutating func postpone() { notBefore = revisions + Limits.keptRevisions / 8 }

  /// Notes a snapshot at a revision, with no revisions since.
  mutating func begin(at revision: Int) {
    snapshot = revision
    notBefore = 0
    revisions = 0
    bytes = 0
    edits = 0
  }

  /// Below this a log is not worth a snapshot.
  private static let leastBytes = 4 << 20
  /// So many edits take a start too long, however short their bodies are.
  private static let mostEdits = 16 * Limits.keptRevisions
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
  static let snapshot = "snapshot"
}
