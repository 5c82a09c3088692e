import BoardClient
import BoardHub
import BoardModel
import BoardReplica
import BoardServer
import BoardWire
import Libuv
import Logging
import Net
import Terminal

/// A demo of many clients on one board: a real server, real clients on real sockets, injected
/// stalls and disconnects, and a final check that every replica equals the board.
///
/// Everything but the server runs on one loop; clients act at the end of its turns.
public final class Demo {
  /// The phase of the demo.
  enum Phase: Equatable {
    /// Clients arrive.
    case gathering
    case playing
    /// Wires are repaired, drags cancelled, replies awaited.
    case settling
    /// A last change is made, which every client receives.
    case lastChange
    /// Replicas are compared until all equal the board.
    case comparing
    case over
  }

  let options: DemoOptions
  let loop: EventLoop
  let server: BoardServer
  /// The client whose replica is drawn. It does not act, and its wire has no faults.
  let spectator: Follower
  let members: [Member]
  var phase = Phase.gathering
  /// When the present phase began.
  var phaseStart: Duration
  /// The random source of faults and durations.
  var random: SeededRandom
  var isInterrupted = false
  /// The time of the last comparison, and the board's revision then.
  var lastComparison: Duration = .zero
  var comparedRevision: Int?
  var differences: [String] = []
  /// Wakes the loop for due actions.
  private var pulse: Timer?
  private var signalWatchers: [SignalWatcher] = []
  /// The terminal that the demo is drawn on, if there is one.
  private(set) var screen: TerminalScreen?
  let isASCII: Bool
  let say: (String) -> Void
  var lastFrame: Duration = .zero
  /// The reported quarters of the progress.
  var quarters = 0

  /// Starts a server, and creates the clients.
  ///
  /// - Parameters:
  ///   - configuration: Of the server; its addresses are chosen here.
  ///   - stage: A terminal to draw on, or nil.
  ///   - say: Receives lines for people.
  /// - Throws: `UVError` if a socket cannot be opened; `BoardServerFault`.
  public init(
    _ options: DemoOptions, _ configuration: BoardServer.Configuration, stage: DemoStage? = nil,
    say: @escaping (String) -> Void
  ) throws {
    let loop = try EventLoop()
    self.options = options
    self.loop = loop
    self.say = say
    isASCII = stage?.isASCII == true
    let server = try BoardServer(configuration.ofDemo(at: options.port))
    self.server = server
    let address = SocketAddress.loopback(server.port)
    spectator = Follower(
      Connection(
        to: address.host, port: address.port, board: options.board, on: loop))
    members = try (0..<options.clients).map {
      try Member(
        DemoBoard.client($0), on: options.board, of: address,
        seed: options.seed &* 1_000 &+ $0, loop: loop)
    }
    random = SeededRandom(seed: options.seed)
    phaseStart = loop.now
    if let stage {
      screen = try TerminalScreen(
        input: stage.input, output: stage.output, hasColours: stage.hasColours, on: loop)
      screen!.delegate = self
    }
  }

  /// Runs the demo to its end.
  ///
  /// - Returns: The result.
  /// - Throws: `BoardServerFault` if it could not be completed.
  public func run() throws -> DemoResult {
    pulse = try Timer(on: loop) {}
    pulse!.start(after: .zero, repeating: .milliseconds(10))
    try spectator.connection.open()
    for member in members { try member.connection.open() }
    introduce()
    try screen?.begin()
    loop.onTurnEnd = { [unowned self] in self.turn() }
    loop.run()
    loop.onTurnEnd = nil
    screen?.end()
    return try result()
  }

  /// Makes these signals end the playing phase, and a second one the demo. On a terminal they do so
  /// anyway.
  ///
  /// - Throws: `UVError` if a signal cannot be handled.
  public func end(on signals: [Int32]) throws(UVError) {
    for signal in signals where screen == nil {
      signalWatchers.append(
        try SignalWatcher(for: signal, on: loop) { [unowned self] in self.interrupt() })
    }
  }

  func interrupt() {
    if isInterrupted { return loop.stop() }
    isInterrupted = true
    if phase == .gathering || phase == .playing { enter(.settling) }
  }

  func enter(_ phase: Phase) {
    self.phase = phase
    phaseStart = loop.now
    if phase == .over { loop.stop() }
  }
}

// The end: clients settle, and every replica is compared with the board.

extension Demo {
  /// The timeout for clients to connect, or to settle.
  static let settleTimeout: Duration = .seconds(60)
  /// The interval between two comparisons.
  private static let comparisonPause: Duration = .milliseconds(10)

  func settle() {
    for member in members {
      if member.recovery != nil { member.recover() }
      member.act(isLeaving: true)
    }
    guard members.allSatisfy(\.isAtRest), spectator.isLive else { return }
    enter(.lastChange)
    // If the last changes cancel out, no batch is sent, and replicas may be at an earlier revision.
    // This change makes a batch for all.
    let end = EditRequest.insertSection(.init(.end, text: "The end", on: options.board))
    spectator.connection.send(.edit(end)) { [unowned self] _ in self.enter(.comparing) }
  }

  /// Compares all replicas with the board, when all are up to date including drags and selections.
  func compare(_ now: Duration) {
    guard now - lastComparison >= Self.comparisonPause else { return }
    lastComparison = now
    guard members.allSatisfy(\.isAtRest), let served = servedBoard,
      everybody.allSatisfy({ isUpToDate($0.follower, with: served) })
    else { return }
    comparedRevision = served.revision
    if options.isSpoiled { members.first?.follower.spoil() }
    let content = served.board.content
    differences = everybody.flatMap { name, follower in
      findings(of: follower, against: content).map { "\(name): \($0)" }
    }
    enter(.over)
  }

  private var everybody: [(name: String, follower: Follower)] {
    members.map { ($0.name.string, $0.follower) } + [("the spectator", spectator)]
  }

  /// Drags and selections are sent once per window, so they may arrive later than a batch. Changes
  /// that cancel out are not sent, so a replica at an earlier revision may equal the board: clients
  /// that joined from outside may continue with such changes.
  private func isUpToDate(_ follower: Follower, with served: ServedBoard) -> Bool {
    let replica = follower.connection.replica
    guard replica.selections == served.selections && Set(replica.drags.keys) == Set(served.drags)
    else { return false }
    return replica.revision == served.revision || follower.board == served.board
  }

  private func findings(of follower: Follower, against board: Content) -> [String] {
    var findings: [String] = []
    if let difference = firstDifference(of: follower.board.content, from: board) {
      findings.append("its copy is not the board: \(difference)")
    }
    if let difference = firstDifference(of: follower.list.content, from: board) {
      findings.append("its list view is not the board: \(difference)")
    }
    return findings
  }

  /// Ends a phase that exceeds its timeout.
  func giveUp(_ now: Duration) {
    guard phase != .playing, phase != .over, now - phaseStart > Self.settleTimeout else { return }
    let served = servedBoard
    differences = everybody.compactMap { name, follower in
      if let served, isUpToDate(follower, with: served) { return nil }
      let drags = follower.connection.replica.drags.keys.sorted().map(\.description)
      return "\(name) does not come to rest: \(follower.connection.state), at revision "
        + "\(follower.revision.map(String.init) ?? "none") of \(served?.revision ?? 0), "
        + "sees drags \(drags) of \(served?.drags.map(\.description) ?? []) and selections "
        + "\(follower.connection.replica.selections) of \(served?.selections ?? [:])"
    }
    differences += members.filter { !$0.isAtRest }.map { "\($0.name) goes on \($0.doing)" }
    if differences.isEmpty { differences = ["the demo does not come to its end"] }
    enter(.over)
  }

  var address: SocketAddress { .loopback(server.port) }

  /// The server's present board; nil if there is none of the name.
  private var servedBoard: ServedBoard? { try? server.withBoard(options.board.string) { $0 } }

  var statistics: DemoStatistics {
    var statistics = DemoStatistics()
    statistics.clients = members.count
    for member in members {
      statistics.drops += member.drops
      statistics.edits += member.edits
      statistics.refusals += member.refusals
      statistics.stalls += member.stalls
      statistics.cuts += member.wire.breaks
      statistics.add(member.wire.meter)
    }
    return statistics
  }

  /// Stops the server, and returns the result.
  func result() throws -> DemoResult {
    let revision = comparedRevision ?? servedBoard?.revision ?? 0
    let isBrokenOff = phase != .over
    spectator.connection.close()
    for member in members {
      member.connection.close()
      member.wire.close()
    }
    server.stop()
    if let fault = server.fault { throw fault }
    return DemoResult(
      clients: members.count, revision: revision, differences: differences,
      isBrokenOff: isBrokenOff, summary: statistics.summary, trouble: statistics.trouble)
  }
}

extension BoardServer.Configuration {
  /// The configuration at a port of loopback, with a small buffer of the kernel for each client, so that even in a demo of a
  /// few seconds the server notices stalled ones.
  fileprivate func ofDemo(at port: UInt16) -> Self {
    var configuration = self
    configuration.connections.sources = [.own(.internet(.loopback(port)))]
    configuration.connections.unsentInKernel = 1_024
    configuration.web = WebConfiguration(address: .loopback(0))
    configuration.logger = Logger(label: "demo") { _ in SwiftLogNoOpLogHandler() }
    return configuration
  }
}
