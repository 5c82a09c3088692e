import ArgumentParser
import BoardHub
import BoardModel
import BoardServer
import Glibc
import Logging
import Net

/// `dropline demo`: many clients on one board.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Watch many clients drag at random, and see that all of them end with one board.",
    discussion: """
      A server on a free port of this machine and clients that drag, shuffle, insert, delete, batch, \
      stall and reconnect at random. In the end every copy is held against the board, item by item; \
      the status is 1 if one differs. Without a terminal it runs at full speed and prints a few \
      lines. Ctrl-C ends the playing early, and a second one everything.
      """)

  @Option(help: "How many clients.")
  var clients = 6

  @Option(help: "How long they play; 20 seconds on a terminal.")
  var seconds: Double?

  @Option(help: "Play until so many drops are made; 1,000 without a terminal.")
  var drops: Int?

  @Option(help: "The seed of everything that clients want; the demo says which one it took.")
  var seed: Int?

  @Option(
    help: ArgumentHelp(
      "How fast: `1` for watching, `2` for twice that, `max` for no pauses at all.",
      valueName: "factor"))
  var speed: SpeedFactor?

  @Option(
    help: ArgumentHelp(
      "The board to begin with, in the protocol's snapshot form.", valueName: "file"))
  var board: String?

  @Option(help: "The port to listen at; port 0 lets the system choose.")
  var port: UInt16 = 0

  @Option(
    help: ArgumentHelp(
      "A directory to keep the board in; `none` keeps it in memory alone.", valueName: "directory"))
  var data = DataPlace.memory

  @Flag(help: "Spoil one client's list view in the end, to see that it is noticed.")
  var spoil = false

  func validate() throws {
    guard (1...DemoOptions.mostClients).contains(clients) else {
      throw ValidationError("--clients takes a number from 1 to \(DemoOptions.mostClients).")
    }
    guard seconds == nil || drops == nil else {
      throw ValidationError("--seconds and --drops are two ways to say when it ends; choose one.")
    }
    if let seconds, !(seconds > 0 && seconds <= 86_400) {
      throw ValidationError("--seconds takes a positive number, at most 86400.")
    }
    if let drops, drops < 1 { throw ValidationError("--drops takes a positive number.") }
  }

  func run() throws {
    ProcessSetup.ignoreBrokenPipes()
    ProcessSetup.clearSignalMask()
    ProcessSetup.raiseDescriptorLimit()
    try reportingFailure {
      let result = try play()
      say("\(result.trouble)\n\(result.closing)")
      for difference in result.differences { complain(difference) }
      if result.isBrokenOff { throw ExitCode(128 + SIGINT) }
      if !result.differences.isEmpty { throw ExitCode.failure }
    }
  }

  private func play() throws -> DemoResult {
    let file = try board.map { try BoardFile.read($0) } ?? BoardFile.demo
    var configuration = BoardServer.Configuration()
    configuration.boards = [file]
    let quiet = Logger(label: "dropline") { _ in SwiftLogNoOpLogHandler() }
    configuration.place = try data.opened(logger: quiet)
    let isTerminal =
      isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && environment("TERM") != nil
      && environment("TERM") != "dumb"
    let demo = try Demo(
      options(on: file.name, isTerminal), configuration,
      stage: isTerminal ? stage : nil, say: { say($0) })
    try demo.end(on: [SIGINT, SIGTERM, SIGHUP])
    return try demo.run()
  }

  private func options(on board: BoardName, _ isTerminal: Bool) -> DemoOptions {
    var options = DemoOptions(
      on: board, length: isTerminal ? .time(.seconds(20)) : .drops(1_000),
      speed: speed?.speed ?? (isTerminal ? .times(1) : .unlimited),
      seed: seed ?? Int.random(in: 1...999_999))
    if let seconds { options.length = .time(.seconds(seconds)) }
    if let drops { options.length = .drops(drops) }
    options.clients = clients
    options.port = port
    options.isSpoiled = spoil
    return options
  }

  /// Colours are off if NO_COLOR is set (no-color.org).
  private var stage: DemoStage {
    DemoStage(
      input: STDIN_FILENO, output: STDOUT_FILENO, hasColours: environment("NO_COLOR") == nil,
      isASCII: !TerminalClient.locale.contains("utf"))
  }
}

/// Prints a line on standard output, unbuffered also for a pipe.
private func say(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

/// `1`, `0.5`, `max`.
struct SpeedFactor: ExpressibleByArgument {
  let speed: DemoOptions.Speed

  init?(argument: String) {
    if argument == "max" {
      speed = .unlimited
    } else if let factor = Double(argument), factor >= 0.01, factor <= 100 {
      speed = .times(factor)
    } else {
      return nil
    }
  }
}
