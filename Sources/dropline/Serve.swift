import ArgumentParser
import BoardCore
import BoardHub
import BoardServer
import Glibc
import Libuv
import Logging

/// `dropline serve`: the server, until a signal ends it.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve boards to whoever connects.",
    discussion: """
      Try it with netcat: `nc localhost 7667`, then `help`. SIGTERM and SIGINT tell everyone and \
      end the server; a second one ends it at once.
      """)

  @Option(help: "The address and port to listen at; port 0 lets the system choose.")
  var listen = ListenAddress(host: "127.0.0.1", port: 7667)

  @Flag(help: "Listen at an address that other machines reach, although nobody has to log in.")
  var allowRemote = false

  @Option(help: "How often watchers get a batch: `auto`, or a time such as `16ms`.")
  var window = Window(cadence: .automatic)

  @Option(
    name: .customLong("board"),
    help: ArgumentHelp("A board to serve, in the protocol's snapshot form.", valueName: "file"))
  var boardFiles: [String] = []

  @Flag(help: "Serve a board called `groceries` that is ready to be dragged about.")
  var demo = false

  @Option(help: "The most connections; the descriptor limit may set a lower cap.")
  var connections = Limits.connections

  @Option(help: "What to log: trace, debug, info, notice, warning, error or critical.")
  var logLevel = LogLevel(.info)

  func validate() throws {
    guard allowRemote || listen.isLoopback else {
      throw ValidationError(
        "\(listen) can be reached from other machines and there is no authentication; "
          + "say --allow-remote if that is what you want.")
    }
    guard connections > 0 else { throw ValidationError("--connections takes a positive number.") }
  }

  func run() throws {
    ProcessSetup.ignoreBrokenPipes()
    ProcessSetup.clearSignalMask()
    let level = logLevel.level
    LoggingSystem.bootstrap { label in
      var handler = StreamLogHandler.standardOutput(label: label)
      handler.logLevel = level
      return handler
    }
    let logger = Logger(label: "dropline")
    do {
      let server = try makeServer(logger: logger)
      try server.stop(on: [SIGTERM, SIGINT])
      server.run()
    } catch {
      logger.critical("\(error)")
      throw ExitCode.failure
    }
  }

  private func makeServer(logger: Logger) throws -> Server {
    let hub = Hub(cadence: window.cadence)
    for file in boardFiles {
      let board = try BoardFile(reading: file)
      try hub.serve(board.name, content: board.content, revision: board.revision)
    }
    if demo { try hub.serve("groceries", content: Self.groceries, revision: 3) }
    if !listen.isLoopback {
      logger.warning("there is no authentication: whoever reaches this port can change every board")
    }
    var configuration = Server.Configuration(
      address: try SocketAddress(host: listen.host, port: listen.port))
    let descriptors = ProcessSetup.raiseDescriptorLimit() - Limits.reservedDescriptors
    configuration.connectionLimit = max(1, min(connections, descriptors))
    return try Server(configuration, hub: hub, logger: logger)
  }

  /// The board of the tour in the README.
  private static let groceries: Content = [
    Section(
      id: "s1", title: "To buy",
      items: [
        Item(id: "i1", text: "Bread"), Item(id: "i2", text: "Milk"), Item(id: "i3", text: "Pears"),
      ]),
    Section(id: "s2", title: "In the basket"),
  ]
}
