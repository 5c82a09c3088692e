import BoardJournal
import BoardModel
import Cluster
import Simulation

/// Several processes with a coordinator each over a store in memory, from one seed: faults first, then calm, in which
/// each space must be reached from everywhere and come to the node that should own it.
///
/// Time is virtual. Each process has a clock of its own, with another zero.
final class SimulatedCluster {
  let bug: PlantedClusterBug?
  let hostCount: Int
  let spaces: [SpaceName]
  /// Whether processes keep routes for as long as a client uses them, and not only while one waits.
  let keepsRoutes: Bool
  /// Whether processes are often paused right after they have decided something.
  private let pausesAfterActions: Bool
  var random: SeededRandom
  private(set) var now: Duration = .zero
  private var queue = EventQueue()
  var network = SimulatedNetwork()
  var store: SimulatedStore
  private(set) var hosts: [SimulatedProcess] = []
  var watch = ClusterWatch()
  /// What happened, if it is kept for people.
  private(set) var trace: [String]?
  /// The same for the model of ownership.
  private(set) var events: ModelEvents?

  /// - Parameter hosts: How many processes there are; by the seed if it is nil.
  init(
    seed: Int, hosts count: Int? = nil, bug: PlantedClusterBug? = nil, keepsTrace: Bool = false
  ) {
    self.bug = bug
    var random = SeededRandom(seed: seed)
    hostCount = count ?? random.one(of: [2, 3, 3, 3, 3, 4, 5])
    spaces = (0..<1 + random.below(5)).map { SpaceName("s\($0)-\(random.below(1_000))")! }
    keepsRoutes = random.percent(50)
    pausesAfterActions = count == nil && random.percent(30)
    network.losesAnswers = count == nil
    store = SimulatedStore(bug: bug)
    for space in spaces { store.spaces[space] = SimulatedStore.Space() }
    trace = keepsTrace ? [] : nil
    events = keepsTrace ? ModelEvents() : nil
    self.random = random
    hosts = (0..<hostCount).map { SimulatedProcess(host: $0, in: self) }
  }

  // Time.

  func schedule(after delay: Duration, _ work: @escaping EventQueue.Work) {
    queue.schedule(at: now + delay, work)
  }

  /// Performs all events until a time, and checks the laws after each.
  func run(until end: Duration) throws {
    while let time = queue.nextTime, time <= end {
      now = time
      try queue.removeFirst()?()
      try checkLaws()
    }
    now = end
  }

  func randomDelay(_ range: ClosedRange<Int>) -> Duration {
    .milliseconds(range.lowerBound + random.below(range.upperBound - range.lowerBound + 1))
  }

  func note(_ text: @autoclosure () -> String) {
    trace?.append("\(now.milliseconds) \(text())")
  }

  func record(_ event: @autoclosure () -> ModelEvents.Event) {
    events?.append(event(), at: now)
  }

  func breakAfterAction(_ process: SimulatedProcess) {
    guard pausesAfterActions, now < Self.faultTime, random.percent(2) else { return }
    process.pauseEnd = min(now + randomDelay(1...12_000), Self.faultTime)
  }

  // Processes and links.

  func host(at index: Int) -> SimulatedProcess { hosts[index] }

  /// The process with a number, if it runs and was not started anew.
  func process(_ node: NodeID) -> SimulatedProcess? {
    guard let life = store.nodes[node]?.process else { return nil }
    return hosts[life.host].life == life && hosts[life.host].isRunning ? hosts[life.host] : nil
  }

  /// Performs work in a process later, or when it goes on if it is paused; never if it ends meanwhile.
  func deliver(
    to process: SimulatedProcess, after delay: Duration, _ work: @escaping EventQueue.Work
  ) {
    let life = process.life
    schedule(after: delay) { [unowned self] in
      guard process.isRunning, process.life == life else { return }
      if let end = process.pauseEnd, end > now {
        deliver(to: process, after: end - now, work)
      } else {
        try work()
        try process.act()
      }
    }
  }

  /// Sends a message over a link, in either direction. Messages arrive in their order, or are lost if the link goes
  /// down before.
  func transmit(
    _ session: Int, from: SimulatedProcess, to: SimulatedProcess, _ work: @escaping EventQueue.Work
  ) {
    let lane = SimulatedNetwork.Lane(session: session, from: from.life.host, to: to.life.host)
    network.messages[lane, default: []].append(work)
    forward(lane, to: to, after: randomDelay(1...20))
  }

  private func forward(
    _ lane: SimulatedNetwork.Lane, to process: SimulatedProcess, after delay: Duration
  ) {
    deliver(to: process, after: delay) { [unowned self] in
      guard network.sessions.contains(lane.session) else {
        network.messages[lane] = nil
        return
      }
      if network.isCut(lane.from, lane.to) {
        forward(lane, to: process, after: .milliseconds(100))
      } else {
        try network.messages[lane]?.removeFirst()()
      }
    }
  }

  // The store.

  /// Executes a statement. The answer is nil if there was none, whether it was executed or not.
  ///
  /// - Parameter patience: How long the statement may wait for the store. It may be executed until then, even if the
  ///   process has ended.
  func execute<Answer>(
    for process: SimulatedProcess, patience: Duration = .seconds(3),
    _ statement: @escaping (inout SimulatedStore) -> Answer,
    then: @escaping (Answer?) throws -> Void
  ) {
    let life = process.life
    let end = now + patience
    attempt(for: process, life, after: storeDelay(), until: end, statement) {
      [unowned self] answer, delay in
      schedule(after: delay) { [unowned self] in
        if process.life == life { deliver(to: process, after: .zero) { try then(answer) } }
      }
    }
  }

  /// Executes a statement as soon as the store can be reached, or gives up.
  ///
  /// - Parameter finish: Gets the answer, and how long it takes.
  private func attempt<Answer>(
    for process: SimulatedProcess, _ life: ProcessLife, after delay: Duration,
    until end: Duration, _ statement: @escaping (inout SimulatedStore) -> Answer,
    finish: @escaping (Answer?, Duration) -> Void
  ) {
    schedule(after: delay) { [unowned self] in
      if let wait = waitToSend(process, life) {
        attempt(for: process, life, after: wait, until: end + wait, statement, finish: finish)
      } else if network.reachesStore(life.host) {
        let answer = statement(&store)
        let isLost = network.losesAnswers && random.percent(5)
        finish(isLost ? nil : answer, isLost ? randomDelay(1...1_000) : storeDelay())
      } else if now < end, random.percent(80) {
        let next = Duration.milliseconds(150)
        attempt(for: process, life, after: next, until: end, statement, finish: finish)
      } else {
        finish(nil, .zero)
      }
    }
  }

  /// A process may be paused after it has decided to send a statement, and send it when it goes on.
  private func waitToSend(_ process: SimulatedProcess, _ life: ProcessLife) -> Duration? {
    guard process.life == life, let end = process.pauseEnd, end > now else { return nil }
    return random.percent(50) ? end - now : nil
  }

  private func storeDelay() -> Duration { randomDelay(1...(network.isStoreSlow ? 1_500 : 20)) }
}

/// What is broken between processes and the store.
struct SimulatedNetwork {
  /// One direction of a link.
  struct Lane: Hashable {
    let session: Int
    let from: Int
    let to: Int
  }

  /// Links that are up, each time with another number.
  var sessions: Set<Int> = []
  private var sessionCount = 0
  /// What is under way over links.
  var messages: [Lane: [EventQueue.Work]] = [:]
  var cutPairs: Set<[Int]> = []
  var cutFromStore: Set<Int> = []
  var isStoreAway = false
  var isStoreSlow = false
  var losesAnswers = true

  func isCut(_ from: Int, _ to: Int) -> Bool { cutPairs.contains([from, to]) }

  func reachesStore(_ host: Int) -> Bool { !isStoreAway && !cutFromStore.contains(host) }

  mutating func openSession() -> Int {
    sessionCount += 1
    sessions.insert(sessionCount)
    return sessionCount
  }
}

extension Duration {
  var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
