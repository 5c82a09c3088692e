import BoardJournal
import BoardModel

/// A journal in a `MemoryStore`, for tests.
package final class MemoryJournal: Journal, @unchecked Sendable {
  private let store: MemoryStore
  /// The number under which this journal acquired the store.
  private var holder = 0

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
    guard let stored = store.boards[board] else { return }
    var chain = ReplayChain(of: board)
    if let (revision, body) = stored.snapshots.first {
      chain = ReplayChain(of: board, from: revision)
      try visit(.snapshot(revision: revision, body: body))
    }
    for revision in stored.log where revision.to > chain.revision {
      try chain.follow(revision)
      try visit(.revision(revision))
    }
    try chain.end(at: stored.board.head)
    for (_, body) in stored.policies.sorted(by: { $0.key < $1.key }) {
      try visit(.policy(body: body))
    }
  }

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
}
