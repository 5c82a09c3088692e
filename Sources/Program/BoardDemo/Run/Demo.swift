import BoardClient
import BoardHub
import BoardJournal
import BoardModel
import Libuv
import Logging
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
  let host: Host
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

  /// Starts serving a board of the hub, and creates the clients.
  ///
  /// - Parameters:
  ///   - journal: An acquired journal, if the hub persists its boards.
  ///   - stage: A terminal to draw on, or nil.
  ///   - say: Receives lines for people.
  /// - Throws: `UVError` if a socket cannot be opened.
  public init(
    _ options: DemoOptions, hub: Hub, journal: (any Journal)? = nil, stage: DemoStage? = nil,
    say: @escaping (String) -> Void
  ) throws {
    let loop = try EventLoop()
    self.options = options
    self.loop = loop
    self.say = say
    isASCII = stage?.isASCII == true
    let logger = Logger(label: "demo") { _ in SwiftLogNoOpLogHandler() }
    let host = try Host(hub, journal: journal, port: options.port, logger: logger)
    self.host = host
    spectator = Follower(
      Connection(
        to: host.address.host, port: host.address.port, board: options.board, on: loop))
    members = try (0..<options.clients).map {
      try Member(
        DemoBoard.client($0), on: options.board, of: host.address,
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
  /// - Throws: `DemoFault` if it could not be completed.
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
