import BoardJournal
import BoardModel

/// The only row of the table `journal`: what a journal says about itself.
struct JournalState: Hashable {
  var epoch: Epoch
  /// How many groups were committed, acquisitions included. Only who knows it can commit another.
  var groupCount = 0
  /// Whether the file is a backup that nobody has acquired yet.
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

  /// The state after an acquisition: a backup begins a life of its own.
  var acquired: JournalState {
    var next = next
    guard isBackup else { return next }
    next.epoch = .random()
    next.isBackup = false
    return next
  }
}

extension Epoch {
  /// An epoch that no other journal has.
  static func random() -> Epoch {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }
}
