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
      // Who cannot listen is told what else there is, and nothing is stored.
      for place in settings.places { try place.checkFree() }
      if let run = try NodeRun(settings, logger: logger) {
        try serveAsNode(run, logger, manager)
      } else {
        try serve(logger, manager)
      }
    } catch {
      logger.critical("\(error)")
      throw isAboutStorage(error) ? ExitCode(EX_IOERR) : ExitCode.failure
    }
  }

  private func serve(_ logger: Logger, _ manager: ServiceManager?) throws {
    let server = try Server(try configuration(logger))
    sayWebAddress(of: server, logger)
    try prepare(server, manager) { [settings] server in
      server.reloadAccess { try settings.access?.rules(of: settings.data.space) }
    }
    try server.run()
  }

  private func configuration(_ logger: Logger) throws -> BoardServer.Configuration {
    var configuration = BoardServer.Configuration()
    configuration.connections = try connections
    configuration.boards = try settings.boards()
    configuration.cadence = settings.cadence
    configuration.access = try settings.access?.rules(of: settings.data.space)
    configuration.certificate = try settings.certificate()
    configuration.web = try settings.webConfiguration
    configuration.logger = logger
    configuration.place = try settings.data.opened(logger: logger)
    return configuration
  }

  private func serveAsNode(
    _ run: NodeRun, _ logger: Logger, _ manager: ServiceManager?
  ) throws {
    try run.run(try connections) { server, control in
      server.secure(with: try settings.identity(), isOpenToAll: settings.access == nil)
      if let web = try settings.webConfiguration { try server.listenOnWeb(web) }
      sayWebAddress(of: server, logger)
      try prepare(server, manager) { [settings] _ in
        control.reloadAccess { try settings.access?.trusted() }
      }
    }
  }

  /// Does what is to be done before a server runs.
  ///
  /// - Parameter reloadAccess: Loads the access rules again.
  private func prepare(
    _ server: Server, _ manager: ServiceManager?, reloadAccess: @escaping (Server) -> Void
  ) throws {
    if let manager { try server.report(to: manager) }
    try server.stop(
      on: try signalsThatStop(server, isManaged: manager != nil, reloadAccess: reloadAccess))
    try server.logState(on: SIGUSR1)
    if settings.exitsWithParent { try server.stopWithParent() }
    try settings.ready?.write(server.endpoints, server.webAddress)
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

  /// How connections are accepted, and ended.
  private var connections: Server.Configuration {
    get throws {
      var connections = BoardServer.Configuration().connections
      connections.sources = try settings.lines.map { try $0.source }
      connections.connectionLimit = connectionLimit
      connections.proxies = settings.proxies
      connections.drain = settings.drain
      connections.onSilentDisk = { _exit(EX_IOERR) }
      if Failpoint.isPlanned {
        connections.onMilestone = { Failpoint(rawValue: $0.rawValue)?.pass() }
      }
      return connections
    }
  }

  private var connectionLimit: Int {
    let descriptors = ProcessSetup.raiseDescriptorLimit() - Limits.reservedDescriptors
    return max(1, min(settings.connections, descriptors))
  }

  private func sayWebAddress(of server: Server, _ logger: Logger) {
    guard let address = server.webAddress else { return }
    let scheme = settings.tls.isEmpty ? "http" : "https"
    logger.notice("the page is at \(scheme)://\(address)/\(settings.isDemo ? "b/groceries" : "")")
  }
}

extension ServeSettings {
  /// The settings of the HTTP port, if there is one.
  var webConfiguration: WebConfiguration? {
    get throws(Complaint) {
      guard let web else { return nil }
      var configuration = WebConfiguration(try web.source)
      configuration.origins = origins
      configuration.folder = page
      configuration.hasRemoteMetrics = hasRemoteMetrics
      return configuration
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
