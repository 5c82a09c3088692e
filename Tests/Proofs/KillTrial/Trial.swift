import BoardModel
import Glibc
import LocalNodes
import Simulation

/// A crash test: the real program under load, killed repeatedly on one data directory, and checked
/// against everything that it sent.
///
/// One thread runs all clients. There are no sleeps: it waits only for the program, at most a
/// minute.
public final class Trial {
  let target: any TrialTarget
  let evidence = Evidence()
  let authors: [Author]
  let watchers: [TrialClient]
  /// A client without state, for fresh snapshots and for history.
  let auditor: TrialClient
  let latecomer: Latecomer
  var random: SeededRandom
  var statistics: TrialStatistics
  var schedule = KillSchedule.none
  /// The kind of the end of the last life that clients were served in.
  var lastEnd = "first start"
  /// Whether this life has greeted a client.
  var hasGreeted = false
  /// Whether this life has served all clients.
  var isServed = false
  /// When somebody was last heard.
  private var lastHeard = ContinuousClock.now
  /// How long a life may be.
  private static let longestLife: Duration = .seconds(300)
  /// The number of acknowledged commands when this life began.
  private var acknowledgedBefore = 0
  /// The revision up to which the history of each board was read.
  var historyRead: [String: Int] = [:]
  /// The subscribers that are stalled at present.
  private var pausedReaders: Set<String> = []

  /// - Parameters:
  ///   - program: The path of `dropline`.
  ///   - directory: The data directory, initially empty.
  public convenience init(of program: String, in directory: String, seed: Int) {
    self.init(of: ServerTarget(program, serving: directory), seed: seed)
  }

  /// A trial of three nodes of a space.
  ///
  /// - Parameters:
  ///   - program: The path of `dropline`.
  ///   - store: The URL of a database with the tables.
  ///   - space: An empty space in it.
  public convenience init(nodesOf program: String, store: String, space: SpaceName, seed: Int) {
    self.init(nodesOf: program, store: store, space: space, default: space, seed: seed)
  }

  /// A trial of three nodes of a space in a database to which something happens, too.
  ///
  /// - Parameter seed: If it is odd, the default space of the nodes cannot be served.
  /// - Throws: `PostgresServerError`.
  package convenience init(
    nodesOf program: String, in database: PostgresPair, space: SpaceName, seed: Int
  ) throws {
    let other = seed.isMultiple(of: 2) ? space : SpaceName("elsewhere")!
    if other != space {
      try database.execute(
        """
        INSERT INTO dropline.space (name, epoch, state, note)
        SELECT '\(other)', epoch, 'moved', 'nowhere' FROM dropline.space WHERE name = '\(space)'
        """)
    }
    self.init(
      nodesOf: program, store: database.address, in: database, space: space, default: other,
      seed: seed)
    evidence.mayLose = !database.isSynchronous
  }

  private convenience init(
    nodesOf program: String, store: String, in database: PostgresPair? = nil, space: SpaceName,
    default other: SpaceName, seed: Int
  ) {
    self.init(
      of: NodesTarget(
        program, store: store, space: "\(space)", defaultSpace: "\(other)", in: database),
      seed: seed)
    for client in listeners { client.space = SpaceChoice(space, isDefault: other == space) }
  }

  init(of target: any TrialTarget, seed: Int) {
    self.target = target
    statistics = TrialStatistics(seed: seed)
    random = SeededRandom(seed: seed)
    let evidence = evidence
    authors = (0..<6).map {
      let boards = $0 == 0 ? ["heavy"] : ["b\($0 % 3)", "b\(($0 + 1) % 3)"]
      return Author($0, watching: boards, seed: seed, evidence)
    }
    watchers = (0..<7).map {
      TrialClient(
        "w\($0)", watching: $0 == 0 ? ["heavy"] : ["b\($0 % 3)", "b\(($0 + 1) % 3)"], evidence)
    }
    auditor = TrialClient("auditor", watching: ["heavy", "b0", "b1", "b2"], evidence)
    latecomer = Latecomer("latecomer", watching: ["late"], evidence)
  }

  /// Kills the program a number of times, then shuts it down normally.
  ///
  /// - Parameter goesOn: Called after each kill with their count; false ends the trial early.
  /// - Throws: `LocalServerError` if the program does not start or stops responding.
  public func run(
    kills: Int, goesOn: (Int) -> Bool = { _ in true }
  ) throws -> TrialStatistics {
    while statistics.killCount < kills, evidence.counts.isEmpty {
      schedule =
        target.hasFailpoints
        ? KillSchedule(number: statistics.killCount, &random)
        : .random(acknowledged: 1 + random.below(160))
      try live()
      guard goesOn(statistics.killCount) else { break }
    }
    schedule = .none
    try live()
    return statistics(of: evidence)
  }

  private func statistics(of evidence: Evidence) -> TrialStatistics {
    statistics.acknowledged = authors.reduce(0) { $0 + $1.acknowledged }
    statistics.resumed = authors.reduce(0) { $0 + $1.resumed }
    statistics.retried = authors.reduce(0) { $0 + $1.retries }
    statistics.revisions = evidence.revisionCount
    statistics.latecomers = latecomer.servedCount
    statistics.waits = target.waitCount
    statistics.connections = target.connectionCount
    statistics.servingLimit = target.servingLimit
    statistics.violations = Evidence.Violation.allCases.map {
      ($0.rawValue, evidence.counts[$0] ?? 0)
    }
    statistics.objections = evidence.objections
    return statistics
  }

  /// One life of the program.
  private func live() throws {
    try target.begin(failpoint: schedule.setting)
    evidence.beginLife()
    (hasGreeted, isServed, lastHeard) = (false, false, .now)
    noteEpoch()
    acknowledgedBefore = authors.reduce(0) { $0 + $1.acknowledged }
    for author in authors { author.wake() }
    if case .atStart = schedule { target.end() }
    let isAlive = try begin() && inspect() && insist() && audit()
    if isAlive, case .none = schedule { return try finish() }
    if isAlive { try load() }
    try reap()
  }

  var everybody: [TrialClient] { authors + watchers + [auditor] }
  private var listeners: [TrialClient] { everybody + [latecomer] }

  private var acknowledgedNow: Int {
    authors.reduce(0) { $0 + $1.acknowledged } - acknowledgedBefore
  }

  /// Where a client connects, if it can.
  var port: UInt16? { target.ports.randomElement(using: &random) }

  /// Runs all clients until a condition holds.
  ///
  /// - Returns: Whether the program was still alive then.
  func pump(until isDone: () -> Bool) throws -> Bool {
    while !isDone() {
      try step()
      if case .random(let limit) = schedule, acknowledgedNow >= limit { target.end() }
      if target.hasEnded { return false }
      if hasMoved {
        target.noteMove()
        return false
      }
      guard target.outage < (isServed ? Self.longestLife : target.servingLimit) else {
        throw silence
      }
    }
    return true
  }

  private var silence: LocalServerError {
    let waiting = listeners.filter { !$0.isDisconnected && !$0.isSettled }.map(\.name)
    return .silence("\(waiting) wait behind \(lastEnd)\n\(target.log)")
  }

  /// Whether a client has lost its connection in the middle of a life.
  private var hasMoved: Bool {
    target.movesClients && hasGreeted && everybody.contains(where: \.hasLostConnection)
  }

  /// The time after which a client comes back that was sent away, in milliseconds.
  static let returnDelay: Int32 = 20

  /// Runs all clients once.
  ///
  /// - Parameter limit: The longest time in milliseconds that it waits if nothing happens.
  func step(for limit: Int32 = 100) throws {
    try wait(for: limit)
    try target.listen()
    for client in listeners where !pausedReaders.contains(client.name) { client.listen() }
  }

  /// Polls until a client can read, or can write pending bytes.
  private func wait(for limit: Int32 = 100) throws {
    var requests = target.outputs.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    for client in listeners where !pausedReaders.contains(client.name) {
      guard let socket = client.socket, !socket.isAtEnd else { continue }
      socket.flush()
      let events = socket.isWriting ? POLLIN | POLLOUT : POLLIN
      requests.append(pollfd(fd: socket.descriptor, events: Int16(events), revents: 0))
    }
    if poll(&requests, nfds_t(requests.count), limit) > 0 { lastHeard = .now }
    guard ContinuousClock.now - lastHeard < .seconds(60) else { throw silence }
  }

  /// Changes boards until the program dies.
  private func load() throws {
    var depths = authors.map { _ in 1 + random.below(schedule.wantsMuch ? 3 : 20) }
    depths[0] = schedule.wantsMuch ? 4 : 0
    if !schedule.wantsMuch, random.percent(20) { authors[0].go(depth: 1) }
    let limit = schedule.wantsMuch ? 2_500 : 600
    _ = try pump {
      for (author, depth) in zip(authors, depths) { author.go(depth: depth) }
      pausedReaders = Set(watchers.suffix(2).map(\.name).filter { _ in !random.percent(3) })
      // This load may not reach the failpoint.
      if acknowledgedNow >= limit { schedule = .random(acknowledged: limit) }
      return false
    }
  }

  /// Reads the last bytes of the dead program.
  private func reap() throws {
    if target.isDatabaseAway { latecomer.come(to: port) }
    let kind = try target.reap() ?? schedule.kind
    pausedReaders = []
    statistics.kills[kind, default: 0] += 1
    lastEnd = kind
    // Whoever waits for a greeting gets it from the next owner, and nobody ends its connection.
    for client in everybody where target.leavesClients || !client.isGreeted { client.cut() }
    while everybody.contains(where: { !$0.isDisconnected }) {
      try wait()
      try target.listen()
      for client in listeners { client.listen() }
    }
    // The next life would take their ends for its own.
    for client in everybody { client.cut() }
  }

  private func finish() throws {
    target.finish()
    _ = try pump { false }
    try target.checkEnd()
  }
}
