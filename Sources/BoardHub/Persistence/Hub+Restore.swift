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
    for reply in stored.replies {
      let recorded = RecordedReply(digest: reply.digest, bytes: reply.body)
      account.replies.remember(recorded, tag: reply.tag, isPersistent: true)
    }
    roster.restore(client)
  }

  /// Serves a board that was brought to its head.
  func restore(_ replay: BoardReplay) {
    boards.add(replay.finish(budget: budget))
  }
}

extension Hub {
  /// Takes over everything that a journal holds.
  ///
  /// - Throws: `JournalFault` where it cannot be had or not be trusted.
  public func restore(from journal: any Journal, at time: Duration) throws(JournalFault) {
    let stored = try journal.acquire()
    restore(stored, at: time)
    for board in stored.boards {
      var replay = BoardReplay(of: board)
      try journal.replay(board.name) { step throws(JournalFault) in try replay.apply(step) }
      restore(replay)
    }
  }
}
