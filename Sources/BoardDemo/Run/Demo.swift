import BoardClient
import BoardHub
import BoardJournal
import BoardModel
import Libuv
import Logging
import Simulation
import Terminal

/// A demo of many clients on one board: a real server, real clients on real sockets, wires that
/// stall and break, and in the end the proof that every copy is the board.
///
/// Everything but the server happens on one loop, and there at the end of its turns: whoever has an
/// answer acts.
public final class Demo {
  /// How far it is.
  enum Phase: Equatable {
    /// Clients arrive.
    case gathering
    case playing
    /// Wires are mended, drags put back, answers awaited.
    case settling
    /// A last change is made that everybody will be told of.
    case lastChange
    /// Everybody is looked at until all copies are the board.
    case comparing
    case over
  }

  let options: DemoOptions
  let loop: EventLoop
  let host: Host
  /// The one whose copy is drawn. It does nothing, and has a wire that nothing happens to.
  let spectator: Follower
  let members: [Member]
  var phase = Phase.gathering
  /// When the present phase began.
  var phaseStart: Duration
  /// Stalls and cuts, and who is slow for how long.
  var random: SeededRandom
  var isInterrupted = false
  /// When the copies were last held against the board, and at which revision it was.
  var lastComparison: Duration = .zero
  var comparedRevision: Int?
  var differences: [String] = []
  /// Wakes the loop, so that what is due is done.
  private var pulse: Timer?
  private var signalWatchers: [SignalWatcher] = []
  /// The terminal that the demo is drawn on, if there is one.
  private(set) var screen: TerminalScreen?
  let isASCII: Bool
  let say: (String) -> Void
  var lastFrame: Duration = .zero
  /// The quarters that were told of.
  var quarters = 0

  /// Begins to serve a board that the hub has, and makes the clients.
  ///
  /// - Parameters:
  ///   - journal: An acquired journal, if the hub keeps its boards.
  ///   - stage: A terminal to draw on, or nil where there is none.
  ///   - say: Takes lines for people.
  /// - Throws: `UVError` where a socket cannot be had.
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

  /// Plays to the end.
  ///
  /// - Returns: What it came to.
  /// - Throws: `DemoFault` where it could not be brought to an end.
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

  /// Makes these signals end the playing, and a second one everything. On a terminal they do so by
  /// themselves.
  ///
  /// - Throws: `UVError` where a signal cannot be caught.
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
