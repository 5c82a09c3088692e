import BoardDelivery
import BoardHub
import BoardModel
import BoardWire
import CheckedClients

// Calm: nothing breaks any more, and everything comes to rest.

extension SimulatedRun {
  /// Brings everything to rest, and compares all replicas.
  func settle() throws {
    rates.calm()
    trace.record("calm")
    for client in clients {
      guard let link = client.link else { continue }
      if link.isFrozen || client.kind == .dead || client.kind == .hostile {
        client.disconnect(at: server.now)
        server.didLeave(link)
        server.disconnect(link)
      }
    }
    for link in server.links.compactMap(\.self) where !clients.contains(where: { $0.link === link })
    {
      server.disconnect(link)
    }
    server.setRoom(true)
    if server.access != nil { try server.setAccess(SimulatedClient.rules(restricted: false)) }
    try comeToRest()
    // Longer than any window, and shorter than a drag may be suspended; twice, since in the first one a reader may find
    // that its snapshot is to be written first.
    for _ in 0..<2 {
      server.now += .seconds(2)
      try comeToRest()
    }
    for client in members { try checkSessions(of: client) }
    // Longer than any drag may live, and then longer than any cadence, twice.
    for time in [Duration.zero, .seconds(901), .seconds(61), .seconds(61)] {
      server.now += time
      for client in members { try wakeUp(client) }
      try comeToRest()
    }
    try compareAll()
    try compareAfterStart()
  }

  /// The clients of which replies are expected.
  private var members: [SimulatedClient] {
    clients.filter { $0.kind == .prompt || $0.kind == .slow }
  }

  private func wakeUp(_ client: SimulatedClient) throws {
    if client.link == nil || client.wasSentBye { connect(client) }
    try comeToRest()
    client.openAll()
    for session in client.reader.own {
      client.say(.init(board: "", lines: ["cancel \(session)"]))
    }
    client.say(.init(board: "", lines: ["ping"]))
  }

  /// Moves everything until nothing moves any more.
  private func comeToRest() throws {
    for _ in 0..<10_000 {
      var hasMoved = false
      for link in server.links.compactMap(\.self) where link.isRead && !link.upward.isEmpty {
        trace.note(2, link.id.slot, link.upward)
        trace.record(
          "server reads of \(link.id.slot): " + String(decoding: link.upward, as: UTF8.self))
        server.read(link.upward.count, from: link)
        hasMoved = true
      }
      endTurn()
      while server.isCommitting {
        pollDisk()
        hasMoved = true
      }
      if server.work() { hasMoved = true }
      for client in clients where client.kind != .dead {
        guard let link = client.link, !link.downward.isEmpty else { continue }
        try deliver(link.downward.count, to: client)
        hasMoved = true
      }
      if let fault = server.fault ?? server.ledger.fault { throw fault }
      let hasInput = server.links.contains { $0.map { $0.isRead && !$0.upward.isEmpty } ?? false }
      if !hasMoved, !hasInput, server.hub?.hasUnread != true { return }
    }
    throw RunFault(.answered, "the server does not come to rest")
  }

  private func compareAll() throws {
    for client in members {
      guard !client.awaitsReply else {
        throw RunFault(.answered, "client \(client.number) waits: \(client.reader.awaited)")
      }
      let sessions = client.reader.shown + client.reader.own
      guard sessions.isEmpty else {
        throw RunFault(.converged, "client \(client.number) waits for the end of \(sessions)")
      }
    }
    let reference = try newcomer().reader
    for client in members { try compare(client, reference) }
    for client in members { try checkAcknowledged(client) }
  }

  /// The boards as a new client receives them.
  private func newcomer() throws -> (reader: CheckedReader, policies: [String]) {
    // By its number an owner, if there are rules.
    let client = SimulatedClient(SimulatedClient.newcomer, .prompt, seed: 0)
    guard let link = server.connect(capacity: 1 << 20) else {
      throw RunFault(.restart, "the server is not running")
    }
    client.connect(link, isRemembered: true)
    client.openAll()
    for name in client.boards { client.say(.init(board: name, lines: ["policy board=\(name)"])) }
    var policies: [String] = []
    for _ in 0..<200 {
      if !link.upward.isEmpty { server.read(link.upward.count, from: link) }
      endTurn()
      while server.isCommitting { pollDisk() }
      _ = server.work()
      if !link.downward.isEmpty {
        try client.take(link.removeDownward(link.downward.count)) { line, _ in
          if line.contains("ops=move") { policies.append(line) }
        }
      }
    }
    server.disconnect(link)
    return (client.reader, policies)
  }

  private func compare(_ client: SimulatedClient, _ reference: CheckedReader) throws {
    for name in client.boards {
      let board = client.reader.mirror.boards[name]
      let isOpen = client.reader.openBoards.contains(name)
      guard let right = reference.mirror.boards[name], let board, isOpen else {
        guard !isOpen, reference.mirror.boards[name] == nil else {
          throw RunFault(.converged, "client \(client.number) has not opened \(name)")
        }
        continue
      }
      guard board.agrees(with: right.sections), board.revision <= right.revision else {
        throw RunFault(.converged, "client \(client.number) has another \(name)")
      }
      let selections = client.reader.mirror.selections[name] ?? [:]
      guard selections == reference.mirror.selections[name] ?? [:] else {
        throw RunFault(.converged, "client \(client.number) knows other selections of \(name)")
      }
      let policies = client.reader.mirror.policies[name] ?? [:]
      guard policies == reference.mirror.policies[name] ?? [:] else {
        throw RunFault(.converged, "client \(client.number) knows other settings of \(name)")
      }
    }
  }

  /// Each acknowledged insert is durable, once, and is what the reply says.
  private func checkAcknowledged(_ client: SimulatedClient) throws {
    for (mark, placed) in client.acknowledged {
      let made = Ledger.Made(item: placed.item.string, revision: placed.revision)
      guard server.ledger.marks[mark] == [made] else {
        throw RunFault(
          .once,
          "\(made) was acknowledged for \(mark), and \(server.ledger.marks[mark] ?? []) is there")
      }
    }
  }

  /// A start on what is durable leads to the same boards.
  private func compareAfterStart() throws {
    let before = try newcomer()
    server.kill(isCommitted: false)
    restart()
    let after = try newcomer()
    guard before.policies == after.policies else {
      throw RunFault(.restart, "\(before.policies) were the policies, now: \(after.policies)")
    }
    for (name, board) in before.reader.mirror.boards where after.reader.mirror.boards[name] != board
    {
      throw RunFault(.restart, "\(name) is another after a start")
    }
    guard before.reader.mirror.boards.count == after.reader.mirror.boards.count else {
      throw RunFault(.restart, "other boards are there after a start")
    }
  }
}
