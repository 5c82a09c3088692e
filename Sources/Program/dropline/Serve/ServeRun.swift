import ArgumentParser
import BoardHub
import BoardJournal
import BoardModel
import BoardServer
import ClusterServer
import Glibc
import Libuv
import Logging
import Net
import SQLiteJournal

/// A run of `dropline serve`.
struct ServeRun {
  private let settings: ServeSettings

  init(_ settings: ServeSettings) { self.settings = settings }

  /// Serves until a signal ends it.
  ///
  /// - Throws: `ExitCode`.
  func run() throws {
    ProcessSetup.ignoreBrokenPipes()
    ProcessSetup.clearSignalMask()
    let (level, format) = (settings.logLevel, settings.logFormat)
    LoggingSystem.bootstrap { _ in
      var handler = format.handler
      handler.logLevel = level
      return handler
    }
    let logger = Logger(label: "dropline")
    do {
      let manager = ServiceManager(environment)
      if let run = try NodeRun(settings, logger: logger) {
        try serveAsNode(run, logger, manager)
      } else {
        try serve(logger, manager)
      }
    } catch let fault as JournalFault {
      logger.critical("\(fault)")
      throw ExitCode(EX_IOERR)
    } catch {
      logger.critical("\(error)")
      throw ExitCode.failure
    }
  }

  private func serve(_ logger: Logger, _ manager: ServiceManager?) throws {
    let server = try makeServer(logger: logger)
    try prepare(server, logger, manager) { [settings] server in
      server.reloadAccess { try settings.access?.rules(of: settings.data.space) }
    }
    try server.run()
  }

  private func serveAsNode(
    _ run: NodeRun, _ logger: Logger, _ manager: ServiceManager?
  ) throws {
    let configuration = configuration(listeningWith: try settings.lines.map { try $0.source })
    try run.run(configuration) { server, control in
      try secure(server, logger)
      try prepare(server, logger, manager) { [settings] _ in
        control.reloadAccess { try settings.access?.trusted() }
      }
    }
  }

  /// Does what is to be done before a server runs.
  ///
  /// - Parameter reloadAccess: Loads the access rules again.
  private func prepare(
    _ server: Server, _ logger: Logger, _ manager: ServiceManager?,
    reloadAccess: @escaping (Server) -> Void
  ) throws {
    try listenOnWeb(server, logger)
    if let manager { try server.report(to: manager) }
    try server.stop(
      on: try signalsThatStop(server, isManaged: manager != nil, reloadAccess: reloadAccess))
    try server.logState(on: SIGUSR1)
  }

  private func makeServer(logger: Logger) throws -> Server {
    let configuration = configuration(listeningWith: try settings.lines.map { try $0.source })
    // Nothing is stored by a server that cannot listen.
    for place in settings.places { try place.checkFree() }
    let store = try BoardStore(at: settings.data, cadence: settings.cadence, logger: logger)
    for file in try settings.boards() { try store.serve(file) }
    try store.save()
    let rules = try settings.access?.rules(of: settings.data.space)
    let server = try Server(configuration, hub: store.hub, journal: store.journal, logger: logger)
    if let rules { server.setAccess(rules) }
    try secure(server, logger)
    return server
  }

  /// Encrypts connections, if there is a certificate.
  private func secure(_ server: Server, _ logger: Logger) throws {
    let identity = try settings.identity()
    if identity == nil || settings.access == nil,
      settings.places.contains(where: { !$0.address.isLocal })
    {
      logger.warning(
        settings.access == nil
          ? "there is no authentication: whoever reaches this port can change every board"
          : "there is no encryption: whoever is on the way can read tokens and boards")
    }
    if let identity { server.secure(with: identity) }
  }

  /// Without access rules and a certificate there is nothing to reload, and SIGHUP ends the server, unless `nohup` keeps it
  /// from ending with its terminal, or a service manager asks to reload whatever there is.
  private func signalsThatStop(
    _ server: Server, isManaged: Bool, reloadAccess: @escaping (Server) -> Void
  ) throws -> [Int32] {
    guard settings.access != nil || isManaged || !settings.tls.isEmpty else {
      return [SIGTERM, SIGINT] + (ProcessSetup.ignores(SIGHUP) ? [] : [SIGHUP])
    }
    try server.reload(on: SIGHUP) { [settings] server in
      reloadAccess(server)
      server.reloadIdentity { try settings.identity() }
    }
    return [SIGTERM, SIGINT]
  }

  private func configuration(
    listeningWith sources: [SocketListener.Source]
  ) -> Server.Configuration {
    var configuration = Server.Configuration(sources)
    configuration.connectionLimit = connectionLimit
    configuration.proxies = settings.proxies
    configuration.greetingDelay = Limits.greetingDelay
    configuration.drain = settings.drain
    configuration.onSilentDisk = { _exit(EX_IOERR) }
    configuration.onMilestone = { Failpoint(rawValue: $0.rawValue)?.pass() }
    return configuration
  }

  private var connectionLimit: Int {
    let descriptors = ProcessSetup.raiseDescriptorLimit() - Limits.reservedDescriptors
    return max(1, min(settings.connections, descriptors))
  }

  private func listenOnWeb(_ server: Server, _ logger: Logger) throws {
    guard let web = settings.web else { return }
    var configuration = WebConfiguration(try web.source)
    configuration.origins = settings.origins
    configuration.hasRemoteMetrics = settings.hasRemoteMetrics
    do throws(UVError) {
      let address = try server.listen(configuration)
      let scheme = settings.tls.isEmpty ? "http" : "https"
      logger.notice("the page is at \(scheme)://\(address)/\(settings.isDemo ? "b/groceries" : "")")
    } catch {
      throw web.complaint(error)
    }
  }
}

extension ServeSettings {
  /// The boards that a server gets, unless it has them.
  ///
  /// - Throws: `Complaint` if a file cannot be read.
  func boards() throws -> [BoardFile] {
    try allBoardFiles.map { try BoardFormat(ofFile: $0).read($0).file }
      + (isDemo ? [.groceries] : [])
  }
}

extension BoardFile {
  /// The board of the tour in the README.
  static let groceries = BoardFile(
    "groceries", revision: 3,
    [
      Section(
        id: "s1", title: "To buy",
        items: [
          Item(id: "i1", text: "Bread"), Item(id: "i2", text: "Milk"),
          Item(id: "i3", text: "Pears"),
        ]),
      Section(id: "s2", title: "In the basket"),
    ])
}
