import BoardCore

/// A journal that keeps everything in a `MemoryStore`: for servers that may forget, and for tests.
public final class MemoryJournal: Journal, @unchecked Sendable {
  private let store: MemoryStore
  /// The number under which this journal acquired the store.
  private var holder = 0
  /// The boards that this journal acquired or made, and their epochs.
  private var epochs: [BoardName: Int] = [:]

  /// A journal on a store that other journals may have written to before.
  public init(_ store: MemoryStore = MemoryStore()) {
    self.store = store
  }

  public func acquire() -> StoredServer {
    let stored = store.acquire()
    holder = store.holder
    epochs = [:]
    for board in stored.boards { epochs[board.name] = board.epoch }
    return stored
  }

  public func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    guard let kept = store.boards[board] else { return }
    var chain = ReplayChain(of: board)
    if let (revision, body) = kept.snapshots.first {
      chain = ReplayChain(of: board, from: revision)
      try visit(.snapshot(revision: revision, body: body))
    }
    for revision in kept.log where revision.to > chain.revision {
      try chain.follow(revision)
      try visit(.revision(revision))
    }
    if try chain.reach(kept.stored.head) { try visit(.leap(to: kept.stored.head)) }
  }

  public func commit(_ group: JournalGroup) -> CommitOutcome {
    if group.isEmpty { return .committed }
    do {
      let heads = try group.heads { store.boards[$0]?.stored.head }
      for board in heads.keys.sorted() where epochs[board] != store.boards[board]?.stored.epoch {
        return .fenced(board)
      }
      guard holder == store.holder else { return .fenced(nil) }
      store.write(group.entries)
      for board in heads.keys { epochs[board] = store.boards[board]?.stored.epoch }
      return .committed
    } catch {
      return .fenced(error.board)
    }
  }

  public var isFull: Bool { false }
  public var roomBytes: Int { .max }
  public func makeRoom() -> Bool { true }
  public var isCheckpointDue: Bool { false }
  public func checkpoint() {}
}
