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
