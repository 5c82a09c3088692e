import BoardCore
import BoardJournal
import BoardWire

// The start of a hub on what a journal holds.

extension Hub {
  /// Takes over clients and numbers, before any board.
  public func restore(_ stored: StoredServer, at time: Duration) {
    now = time
    desk.skipNumbers(upTo: stored.numbers[Keeping.NumberKind.sessions.rawValue] ?? 0)
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
      account.remembered.remember(recorded, tag: reply.tag)
    }
    let client = Client(name: stored.name, account: account)
    clients[stored.name] = client
    departed.append(client)
  }

  /// Serves a board that was brought to its head.
  public func restore(_ replay: BoardReplay) {
    let (live, drops) = replay.finish()
    add(live)
    desk.remember(drops)
  }

  /// Whether a board of this name is served.
  public func serves(_ name: BoardName) -> Bool { boards[name] != nil }
}
