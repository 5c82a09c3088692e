import BoardJournal
import BoardModel

/// A journal in a `MemoryStore`, for tests.
package final class MemoryJournal: Journal, @unchecked Sendable {
  private let store: MemoryStore
  /// The number under which this journal acquired the store.
  private var holder = 0
  /// Why nothing can be read of its boards from now on; nil if it can.
  package var readFault: JournalFault?

  /// A journal on a store that other journals may have written to before.
  package init(_ store: MemoryStore = MemoryStore()) {
    self.store = store
  }

  package func acquire() -> StoredServer {
    defer { holder = store.holder }
    return store.acquire()
  }

  package func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    try store.boards[board]?.replay(visit)
  }

  package var source: any BoardSource { MemorySource(store.boards, of: self) }
  package func didCheck() {}

  package func commit(_ group: JournalGroup) -> CommitOutcome {
    if group.isEmpty { return .committed }
    guard holder == store.holder else { return .fenced(group.firstBoard) }
    do { try group.validate { store.boards[$0]?.board.head } } catch {
      return .fenced(error.board)
    }
    for entry in group.entries { store.write(entry) }
    return .committed
  }

  package var isDiskFull: Bool { false }
  package var roomBytes: Int { .max }
  package func makeRoom() -> Bool { true }
  package var isCheckpointDue: Bool { false }
  package func checkpoint() {}
  package var keepsDrags: Bool { true }
}

/// The boards of a store as they were at one moment.
private final class MemorySource: BoardSource {
  private let boards: [BoardName: MemoryStore.Contents]
  private let journal: MemoryJournal

  init(_ boards: [BoardName: MemoryStore.Contents], of journal: MemoryJournal) {
    (self.boards, self.journal) = (boards, journal)
  }

  func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    if let fault = journal.readFault { throw fault }
    try boards[board]?.replay(visit)
  }

  func check() {}
  func stopCheck() {}
}

extension MemoryStore.Contents {
  /// Visits the steps of the board to its head.
  fileprivate func replay(
    _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    var chain = ReplayChain(of: board.name)
    if let (revision, body) = snapshots.first {
      chain = ReplayChain(of: board.name, from: revision)
      try visit(.snapshot(revision: revision, body: body))
    }
    for revision in log where revision.to > chain.revision {
      try chain.follow(revision)
      try visit(.revision(revision))
    }
    try chain.end(at: board.head)
    for (_, body) in policies.sorted(by: { $0.key < $1.key }) {
      try visit(.policy(body: body))
    }
  }
}
