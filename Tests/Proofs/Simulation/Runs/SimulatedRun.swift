import BoardHub
import BoardModel

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
