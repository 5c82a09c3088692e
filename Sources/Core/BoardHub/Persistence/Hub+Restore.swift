import BoardAuthority
import BoardJournal
import BoardModel
import BoardWire

// The start of a hub on what a journal holds.

extension Hub {
  /// Takes over the epoch, clients and numbers, before any board.
  func restore(_ stored: StoredServer, at time: Duration) {
    clock.advance(to: time)
    restore(stored.epoch)
    let numbers = stored.numbers
    drags.coordinator.reserveNumbers(upTo: numbers[Persistence.NumberKind.sessions.rawValue] ?? 0)
    drags.coordinator.restoreOutcomes(persistence.restore(numbers))
    boards.restoreRetired(numbers)
    roster.skipGuests(upTo: numbers[Persistence.NumberKind.guests.rawValue] ?? 0)
    for client in stored.clients { restore(client) }
  }

  private func restore(_ stored: StoredClient) {
    guard let token = stored.token else { return }
    let client = Client(stored.name, token: token)
    guard let account = client.account else { return }
    account.isPersistent = true
    account.left = clock.now
    for reply in stored.replies where !PlantedBug.requestForgottenAtRestart.isPlanted {
      let recorded = RecordedReply(digest: reply.digest, bytes: reply.body)
      account.replies.remember(recorded, tag: reply.tag, isPersistent: true)
    }
    roster.restore(client)
  }

}

extension Hub {
  /// Takes over what a journal holds, the boards not loaded: `nextLoad` asks for each when it is
  /// needed.
  ///
  /// - Throws: `JournalFault` where it cannot be had or not be trusted.
  /// - Complexity: O(boards + clients and their replies), whatever is on the boards.
  public func restoreLazily(from journal: any Journal, at time: Duration) throws(JournalFault) {
    let stored = try journal.acquire()
    restore(stored, at: time)
    for board in stored.boards { boards.add(board) }
    keepsDrags = journal.keepsDrags
    for drag in stored.drags { takeOver(drag, from: journal.source) }
  }

  /// Takes over everything that a journal holds.
  ///
  /// - Throws: `JournalFault` where it cannot be had or not be trusted.
  public func restore(from journal: any Journal, at time: Duration) throws(JournalFault) {
    try restoreLazily(from: journal, at: time)
    for name in boards.loadable {
      guard let stored = boards.unloaded(name) else { continue }
      didLoad(stored, .success(try BoardReplay(of: stored, from: journal.source)))
    }
  }
}
