import ArgumentParser
import BoardHub
import BoardJournal
import BoardModel
import BoardServer
import Glibc
import Libuv
import Logging
import SQLiteJournal
import TLS

/// `dropline serve`: the server, until a signal ends it.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve boards to whoever connects.",
    discussion: """
      Try it with netcat: `nc localhost 7667`, then `help`. SIGTERM and SIGINT tell \
      everyone and end the server; a second one ends it at once. SIGHUP does the same, or reads the \
      access file and the certificate again if there are any. SIGUSR1 logs its state.

      EXAMPLES
        dropline serve --demo
        dropline serve --data /var/lib/dropline --board groceries.board --window 16ms

      EXIT STATUS
        0 it was told to end; 1 it cannot listen, or a board cannot be read; 64 asked wrongly; 74 \
      what is kept cannot be had, or another server has it.
      """)

  @Option(
    help: ArgumentHelp(
      "The address and port to listen at; port 0 lets the system choose. $DROPLINE_LISTEN if left "
        + "out, and 127.0.0.1:7667 if that is not set.",
      valueName: "host:port"))
  var listen: ListenAddress?

  @Option(
    help: ArgumentHelp(
      "The address and port to serve the page and WebSockets at, or `none`; with --demo "
        + "127.0.0.1:7668 unless said otherwise.",
      valueName: "host:port"))
  var http: WebPlace?

  @Option(
    help: ArgumentHelp(
      "An origin such as https://boards.example under which browsers reach the page, for a proxy; "
        + "may be repeated.",
      valueName: "url"))
  var origin: [WebOrigin] = []

  @Flag(help: "Answer /metrics to other machines, too.")
  var remoteMetrics = false

  @Option(
    help: ArgumentHelp(
      "A file that says who may do what, by tokens; read again at SIGHUP. $DROPLINE_ACCESS if left out. "
        + "See `dropline help token`.",
      valueName: "file"),
    completion: .file())
  var access: StoredAccess?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "A PEM file with the certificate and one with its private key: all connections are encrypted, also "
        + "those of the page. Read again at SIGHUP.",
      valueName: "certificate key"),
    completion: .file())
  var tls: [String] = []

  @Flag(
    help: "Listen at an address that other machines reach, although everybody may do everything.")
  var insecure = false

  @Option(
    help: ArgumentHelp(
      "How often watchers get a batch: `auto`, or a time such as `16ms`.", valueName: "time"))
  var window = Window(cadence: .automatic)

  @Option(
    help: ArgumentHelp(
      "The directory that boards are kept in; `none` keeps them in memory alone. $DROPLINE_DATA if "
        + "left out, and dropline-data if that is not set.",
      valueName: "directory"))
  var data: DataPlace?

  @Option(
    name: .customLong("board"),
    help: ArgumentHelp(
      "A board to serve, unless it is there already: a file of one of the forms that `import` reads; "
        + "of a folder all files NAME.board.",
      valueName: "path"),
    completion: .file(extensions: ["board", "md", "csv", "json"]))
  var boardFiles: [String] = []

  @Flag(
    help: ArgumentHelp(
      "Serve a board called `groceries` that is ready to be dragged about, unless it is there."))
  var demo = false

  @Option(
    help: ArgumentHelp(
      "The most connections; the descriptor limit may set a lower cap.", valueName: "number"))
  var connections = Limits.connections

  @Option(
    help: ArgumentHelp(
      "What to log: trace, debug, info, notice, warning, error or critical.", valueName: "level"),
    completion: .list(Logger.Level.allCases.map(\.rawValue)))
  var logLevel = LogLevel(.info)

  @Option(help: "How to log: `text`, or `json` for one object per line.")
  var logFormat = LogFormat.text

  func validate() throws {
    _ = try dataPlace()
    let hasRules = try accessFile() != nil
    for address in [try lineAddress(), try webAddress()].compactMap(\.self) {
      guard insecure || hasRules || address.isLoopback else {
        throw ValidationError(
          "\(address) can be reached from other machines and there is no authentication; "
            + "name an access file with --access, or say --insecure if that is what you want.")
      }
    }
    guard tls.isEmpty || tls.count == 2 else {
      throw ValidationError("--tls takes two files, the certificate and its private key.")
    }
    guard connections > 0 else { throw ValidationError("--connections takes a positive number.") }
  }

  func run() throws {
    ProcessSetup.ignoreBrokenPipes()
    ProcessSetup.clearSignalMask()
    let (level, format) = (logLevel.level, logFormat)
    LoggingSystem.bootstrap { label in
      var handler = format.handler(label: label)
      handler.logLevel = level
      return handler
    }
    let logger = Logger(label: "dropline")
    do {
      let server = try makeServer(logger: logger)
      try listenOnWeb(server, logger)
      try server.stop(on: try signalsThatStop(server))
      try server.logState(on: SIGUSR1)
      try server.run()
    } catch let fault as JournalFault {
      logger.critical("\(fault)")
      throw ExitCode(EX_IOERR)
    } catch {
      logger.critical("\(error)")
      throw ExitCode.failure
    }
  }

  private func makeServer(logger: Logger) throws -> Server {
    let listen = try lineAddress()
    let configuration = try configuration(at: listen)
    // Nothing is stored by a server that cannot listen.
    try check(listen, "--listen HOST:PORT chooses another address")
    if let web = try webAddress() { try check(web, Self.otherWebAddress) }
    let store = try BoardStore(at: try dataPlace(), cadence: window.cadence, logger: logger)
    for path in boardFiles {
      let names = names(inFolder: path)?.filter { $0.hasSuffix(".board") }
      for file in names.map({ $0.map { "\(path)/\($0)" } }) ?? [path] {
        try store.serve(try BoardFormat(ofFile: file).read(file).file)
      }
    }
    if demo { try store.serve(BoardFile("groceries", revision: 3, Self.groceries)) }
    try store.save()
    let identity = try identity()
    let access = try accessFile()
    if identity == nil || access == nil, try !listen.isLoopback || webAddress()?.isLoopback == false
    {
      logger.warning(
        access == nil
          ? "there is no authentication: whoever reaches this port can change every board"
          : "there is no encryption: whoever is on the way can read tokens and boards")
    }
    let rules = try access?.rules()
    let server = try Server(configuration, hub: store.hub, journal: store.journal, logger: logger)
    if let rules { server.setAccess(rules) }
    if let identity { server.secure(with: identity) }
    return server
  }

  /// Without access rules and a certificate there is nothing to reload, and SIGHUP ends the server, unless `nohup` keeps it
  /// from ending with its terminal.
  private func signalsThatStop(_ server: Server) throws -> [Int32] {
    let access = try accessFile()
    if let access { try server.reloadAccess(on: SIGHUP) { try access.rules() } }
    if !tls.isEmpty { try server.reloadIdentity(on: SIGHUP) { try identity()! } }
    if access != nil || !tls.isEmpty { return [SIGTERM, SIGINT] }
    return [SIGTERM, SIGINT] + (ProcessSetup.ignores(SIGHUP) ? [] : [SIGHUP])
  }

  /// The certificate of the server, if connections are encrypted.
  ///
  /// - Throws: `TLSFault`.
  private func identity() throws -> ServerIdentity? {
    tls.isEmpty ? nil : try ServerIdentity(certificate: tls[0], key: tls[1])
  }

  /// - Throws: `ValidationError` if the environment variable is not a file's name.
  private func accessFile() throws -> StoredAccess? { try access ?? .fromEnvironment() }

  private func configuration(at listen: ListenAddress) throws -> Server.Configuration {
    var configuration = Server.Configuration(
      address: try SocketAddress(host: listen.host, port: listen.port))
    let descriptors = ProcessSetup.raiseDescriptorLimit() - Limits.reservedDescriptors
    configuration.connectionLimit = max(1, min(connections, descriptors))
    configuration.greetingDelay = Limits.greetingDelay
    configuration.onMilestone = { Failpoint(rawValue: $0.rawValue)?.pass() }
    return configuration
  }

  /// Checks that an address is free.
  ///
  /// - Throws: `Complaint`.
  private func check(_ address: ListenAddress, _ advice: String) throws {
    do throws(UVError) {
      try SocketAddress(host: address.host, port: address.port).checkFree()
    } catch {
      throw Complaint("cannot listen at \(address): \(error.message); \(advice)")
    }
  }

  /// The address of the line port.
  ///
  /// - Throws: `ValidationError` if the environment variable is not an address.
  private func lineAddress() throws -> ListenAddress {
    try listen ?? argument(of: "DROPLINE_LISTEN", "HOST:PORT")
      ?? ListenAddress(host: "127.0.0.1", port: 7667)
  }

  /// - Throws: `ValidationError` if the environment variable is not a directory's name.
  private func dataPlace() throws -> DataPlace { try data ?? .fromEnvironment() }

  /// The address of the HTTP port, or nil if there is none.
  private func webAddress() throws -> ListenAddress? {
    switch http {
    case .none?: return nil
    case .address(let address): return address
    case nil:
      guard demo else { return nil }
      // Who lets the system choose one port has no use for a fixed one.
      return ListenAddress(host: "127.0.0.1", port: try lineAddress().port == 0 ? 0 : 7668)
    }
  }

  private static let otherWebAddress =
    "--http HOST:PORT chooses another address, --http none serves no page"

  private func listenOnWeb(_ server: Server, _ logger: Logger) throws {
    guard let webAddress = try webAddress() else { return }
    var configuration = WebConfiguration(
      address: try SocketAddress(host: webAddress.host, port: webAddress.port))
    configuration.origins = origin
    configuration.hasRemoteMetrics = remoteMetrics
    do throws(UVError) {
      let address = try server.listen(configuration)
      logger.notice(
        "the page is at \(tls.isEmpty ? "http" : "https")://\(address)/\(demo ? "b/groceries" : "")"
      )
    } catch {
      throw Complaint(
        "cannot listen at \(webAddress): \(error.message); \(Self.otherWebAddress)")
    }
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
