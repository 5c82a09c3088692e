import BoardJournal
import BoardModel

/// The metadata of a journal: the only row of the table `journal`.
struct JournalState: Hashable {
  var epoch: Epoch
  /// The number of committed groups, including acquisitions. A holder needs the current value to
  /// commit, which fences earlier ones.
  var groupCount = 0
  /// Whether the file is a backup that was not acquired yet.
  var isBackup = false

  /// The checksum of the row.
  var checksum: Int {
    var sum = Checksum()
    sum.add(epoch.string)
    sum.add(groupCount)
    sum.add(isBackup ? 1 : 0)
    return sum.stored
  }

  /// The state after one more group.
  var next: JournalState {
    var next = self
    next.groupCount += 1
    return next
  }

  /// The state after an acquisition: a backup gets a new epoch.
  var acquired: JournalState {
    var next = next
    guard isBackup else { return next }
    next.epoch = .random()
    next.isBackup = false
    return next
  }
}

/// A holder's copy of a board's row, which saves a read before each write.
struct JournaledBoard: Hashable {
  /// The key of the board's rows. A rename does not change it.
  let id: Int
  var head: Int
  /// The sum of the checksums of the rows of its policies, so that none of them can be missing.
  var policySum: UInt64 = 0

  /// The checksum of the row.
  func checksum(of name: BoardName) -> Int {
    var sum = Checksum()
    sum.add(id)
    sum.add(name.string)
    sum.add(head)
    sum.add(policySum)
    return sum.stored
  }
}

/// The boards of a journal during a write: the changes of the group as an overlay over the
/// committed state.
struct BoardOverlay {
  let committed: [BoardName: JournaledBoard]
  /// The boards changed by the entries so far; nil for removed ones.
  private(set) var changed: [BoardName: JournaledBoard?] = [:]

  init(_ committed: [BoardName: JournaledBoard]) { self.committed = committed }

  subscript(name: BoardName) -> JournaledBoard? {
    get { changed[name] ?? committed[name] }
    set { changed.updateValue(newValue, forKey: name) }
  }
}
