import BoardAuthority
import BoardJournal
import BoardModel
import BoardWire

// The start of a hub on what a journal holds.

extension Hub {
  /// Takes over the epoch, clients and numbers, before any board.
  func restore(_ stored: StoredServer, at time: Duration) {
    now = time
    epoch = stored.epoch
    desk.skipNumbers(upTo: stored.numbers[Keeping.NumberKind.sessions.rawValue] ?? 0)
    keeping.outcomes = StoredOutcomes(stored: stored.numbers)
    desk.remember(keeping.outcomes.bySession)
    retired = RetiredNames(stored: stored.numbers)
    guests = stored.numbers[Keeping.NumberKind.guests.rawValue] ?? 0
    for kind in Keeping.NumberKind.allCases {
      keeping.reserved[kind] = stored.numbers[kind.rawValue]
    }
    for client in stored.clients { restore(client) }
  }

  private func restore(_ stored: StoredClient) {
    guard let token = stored.token else { return }
    let account = Account(token: token)
    account.isKept = true
    account.left = now
    for reply in stored.replies {
      let recorded = RecordedReply(digest: reply.digest, bytes: reply.body)
      account.remembered.remember(recorded, tag: reply.tag, isKept: true)
    }
    let client = Client(name: stored.name, account: account)
    clients[stored.name] = client
    departed.append(client)
  }

  /// Serves a board that was brought to its head.
  func restore(_ replay: BoardReplay) {
    add(replay.finish())
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

  /// The boards that are served, with their revisions.
  public var revisions: [BoardName: Int] { boards.mapValues(\.revision) }
}
