import BoardHub
import BoardModel

// One step: one thing moves.

extension SimulatedRun {
  func takeStep() throws {
    guard try !breakSomething() else { return }
    switch random.below(100) {
    case 0..<30: speak()
    case 30..<55: deliverUpward()
    case 55..<78: try deliverDownward()
    case 78..<84: endTurn()
    case 84..<91: pollDisk()
    case 91..<95: _ = server.work()
    default:
      server.now += random.one(of: [.milliseconds(1), .milliseconds(5), .milliseconds(40)])
      server.wallTime += 5
      endTurn()
    }
    if server.isCommitting || random.percent(50) { return }
    endTurn()
  }

  private func speak() {
    let client = random.one(of: clients)
    guard client.link != nil, !client.wasSentBye else { return connect(client) }
    guard let drag = client.dragOfSeveral, random.percent(15) else { return client.speak(&random) }
    let others = clients.filter { $0 !== client && $0.kind != .hostile && $0.link != nil }
    if !others.isEmpty { client.drop(drag, against: random.one(of: others), &random) }
  }

  func connect(_ client: SimulatedClient) {
    if let link = client.link { leave(link, of: client) }
    let isTight = rates.traits.contains(.stalls) && client.kind != .prompt
    let capacity = isTight ? 100 + random.below(900) : 1 << 20
    guard let link = server.connect(capacity: capacity) else { return }
    trace.note(1, client.number)
    trace.record("\(client.number) connects as \(link.id.slot)")
    let isRemembered = server.now - client.lastConnected < Limits.outcomeMemory - .seconds(40)
    client.connect(link, isRemembered: isRemembered)
  }

  /// The client closes its connection, with everything that is under way.
  func leave(_ link: SimulatedLink, of client: SimulatedClient) {
    client.disconnect(at: server.now)
    server.didLeave(link)
    if !link.isFrozen { server.disconnect(link) }
  }

  func endTurn() { server.endTurn() }

  func pollDisk() {
    if server.pollDisk() { restart() }
  }

  private func deliverUpward() {
    let ready = server.links.compactMap(\.self).filter {
      !$0.isFrozen && $0.isRead && !$0.upward.isEmpty
    }
    guard !ready.isEmpty else { return }
    let link = random.one(of: ready)
    let count = piece(of: link.upward.count)
    trace.note(2, link.id.slot, link.upward.prefix(count))
    trace.record(
      "server reads of \(link.id.slot): "
        + String(decoding: link.upward.prefix(count), as: UTF8.self))
    server.read(count, from: link)
  }

  private func deliverDownward() throws {
    let ready = clients.filter { client in
      guard let link = client.link, !link.isFrozen, !link.downward.isEmpty else { return false }
      return client.kind != .dead
    }
    guard !ready.isEmpty else { return }
    let client = random.one(of: ready)
    if client.kind == .slow, random.percent(70) { return }
    guard let link = client.link else { return }
    try deliver(piece(of: link.downward.count), to: client)
  }

  /// So many of the bytes under way arrive together.
  private func piece(of count: Int) -> Int {
    guard rates.traits.contains(.splits), random.percent(40) else { return count }
    return 1 + random.below(count)
  }

  func deliver(_ count: Int, to client: SimulatedClient) throws {
    guard let link = client.link else { return }
    let bytes = link.removeDownward(count)
    trace.note(3, client.number, bytes)
    try client.take(bytes) { line, board in
      countLines(1)
      trace.record("\(client.number)< \(line)")
      guard !client.wasSentBye else { return }
      if let board { try checkContents(of: board, read: client) }
      try checkReply(to: client, line)
      try checkSession(of: client, on: link, line)
    }
    server.didTake(from: link)
    if !link.isOpenAtServer, link.downward.isEmpty {
      server.didLeave(link)
      client.disconnect(at: server.now)
    }
  }
}
