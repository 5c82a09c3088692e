import BoardDelivery
import BoardModel
import CheckedClients

/// One run of a server with its clients, from one seed: faults first, then calm, in which everything
/// must come to rest and be equal.
///
/// Everything that could happen in another order in the world does so by the seed: which bytes arrive,
/// what the disk and other threads do, what time it is, and what breaks. After each step it checks
/// what `RunCheck` lists.
package final class SimulatedRun {
  package let plan: RunPlan
  var random: SeededRandom
  var rates: FaultRates
  let server: SimulatedServer
  let clients: [SimulatedClient]
  var trace: RunTrace
  /// The content of boards at each revision, as hashes, as received by any client.
  var states: [String: Int] = [:]
  /// The life of the program in which each drag session was first seen, by epoch and id.
  var sessionLives: [String: Int] = [:]
  /// The revisions of boards whose content was checked last.
  var checkedRevisions: [BoardName: Int] = [:]
  private(set) var step = 0
  private(set) var counts = RunCounts()

  /// - Parameter keepsTrace: Whether the lines are kept for people.
  package init(_ plan: RunPlan, keepsTrace: Bool = false) throws {
    self.plan = plan
    var random = SeededRandom(seed: plan.seed)
    rates = FaultRates(plan, &random)
    trace = RunTrace(keepsLines: keepsTrace)
    let cadence: Cadence = random.one(of: [
      .automatic, .fixed(.zero), .fixed(.zero), .fixed(.milliseconds(16)),
    ])
    let limits = HistoryLimits(
      logEdits: random.one(of: [4, 12, 40, Limits.logEdits]),
      keptRevisions: random.one(of: [3, 10, Limits.keptRevisions]))
    let traits = rates.traits
    server = SimulatedServer(
      cadence: cadence, stepsOfLongChange: traits.contains(.longChanges) ? 0 : .max,
      historyLimits: limits)
    let isGentle = random.percent(40)
    clients = (0..<plan.clients).map { number in
      let kind = Self.kind(of: number, seed: plan.seed, traits)
      return SimulatedClient(number, kind, seed: plan.seed, isGentle: isGentle)
    }
    self.random = random
    server.leases.isOn = isGentle
    if traits.contains(.access) { server.access = SimulatedClient.rules(restricted: false) }
    try server.start()
    try serveBoards()
  }

  private static func kind(
    of number: Int, seed: Int, _ traits: Set<FaultKind>
  ) -> SimulatedClient.Kind {
    var random = SeededRandom(seed: seed &* 7 &+ number)
    guard number > 1 else { return .prompt }
    switch random.below(10) {
    case 0, 1: return traits.contains(.hostile) ? .hostile : .prompt
    case 2, 3: return traits.contains(.deadReaders) ? .dead : .prompt
    case 4...7: return traits.contains(.stalls) ? .slow : .prompt
    default: return .prompt
    }
  }

  private func serveBoards() throws {
    // Some have ids that the server would assign.
    let items = (0..<12).map {
      Item(id: ItemID("\(1...9 ~= $0 ? "i" : "a")\($0)")!, text: Text("item \($0)"))
    }
    let content: Content = [
      Section(id: "A", title: "First", items: Array(items[..<6])),
      Section(id: "B", title: "Second", items: Array(items[6...])), Section(id: "C", title: ""),
    ]
    for name in SimulatedClient.lastingBoards { try server.serve(BoardName(name)!, content) }
    server.endTurn()
    while server.isCommitting { _ = server.pollDisk() }
  }

  /// Runs all steps and the calm behind them.
  ///
  /// - Throws: `RunFault`, the first promise that is broken.
  /// - Returns: How much happened. The hash is that of everything that happened.
  package func run() throws -> RunCounts {
    for _ in 0..<plan.steps {
      step += 1
      try takeStep()
      try checkStep()
    }
    try settle()
    for trait in rates.traits { count(trait) }
    counts.hash = trace.hash
    counts.readers(clients.map(\.reader))
    counts.groups = server.ledger.groupCount
    return counts
  }

  func count(_ fault: FaultKind) { counts.faults[fault, default: 0] += 1 }
  func countLines(_ lines: Int) { counts.lines += lines }

  /// The lines of the trace, if they are kept.
  package var lines: [String] { trace.lines }

  private func checkStep() throws {
    if let fault = server.fault ?? server.ledger.fault { throw fault }
    try checkServer()
  }
}

/// How much happened in a run.
package struct RunCounts: Hashable, Sendable {
  /// The same for the same plan.
  package fileprivate(set) var hash: UInt64 = 0
  package fileprivate(set) var lines = 0
  package fileprivate(set) var batches = 0
  package fileprivate(set) var snapshots = 0
  package fileprivate(set) var groups = 0
  package fileprivate(set) var faults: [FaultKind: Int] = [:]

  fileprivate mutating func readers(_ readers: [CheckedReader]) {
    batches = readers.reduce(0) { $0 + $1.batchCount }
    snapshots = readers.reduce(0) { $0 + $1.snapshotCount }
  }
}

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
    let others = clients.filter { $0 !== client && $0.kind != .hostile && $0.link != nil }
    guard client.kind != .hostile, !others.isEmpty, random.percent(15) else {
      return client.speak(&random)
    }
    guard let drag = client.dragOfSeveral else {
      let other = others.first(where: \.isSlower) ?? random.one(of: others)
      return client.takeBack(before: other, &random)
    }
    client.drop(drag, against: random.one(of: others), &random)
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
