import ArgumentParser
import BoardHub
import BoardJournal
import BoardModel
import BoardServer
import Glibc
import Libuv
import Logging
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
      if let setup = try nodeSetup(manager) {
        try NodeRun(setup, logger: logger) { try serve(as: $0, logger, manager) }.run()
      } else {
        _ = try serve(as: nil, logger, manager)
      }
    } catch let fault as JournalFault {
      logger.critical("\(fault)")
      throw ExitCode(EX_IOERR)
    } catch {
      logger.critical("\(error)")
      throw ExitCode.failure
    }
  }

  /// Serves until a signal ends it.
  ///
  /// - Returns: false if it stopped for another node to take over.
  private func serve(
    as node: NodeSetup?, _ logger: Logger, _ manager: ServiceManager?
  ) throws -> Bool {
    let server = try makeServer(as: node, logger: logger)
    try listenOnWeb(server, as: node, logger)
    if let manager { try server.report(to: manager) }
    try server.stop(on: try signalsThatStop(server, isManaged: manager != nil))
    try server.logState(on: SIGUSR1)
    try server.run()
    return !server.hasSteppedDown
  }

  /// The ports of a node, or nil if the server is none.
  private func nodeSetup(_ manager: ServiceManager?) throws -> NodeSetup? {
    guard let link = settings.link, case .space(let store, let space) = settings.data,
      case .internet(let address) = try link.endpoint
    else { return nil }
    return try NodeSetup(
      settings, at: address, of: space, in: store, connectionLimit: connectionLimit,
      manager: manager)
  }

  private func makeServer(as node: NodeSetup?, logger: Logger) throws -> Server {
    let sources = try node?.sources(.lines) ?? settings.lines.map { try $0.source }
    var configuration = configuration(listeningWith: sources)
    if let node {
      configuration.links = [try node.nodeLink]
    } else {
      // Nothing is stored by a server that cannot listen.
      for place in settings.places { try place.checkFree() }
    }
    let store = try BoardStore(
      at: settings.data, as: node?.node, cadence: settings.cadence, logger: logger)
    for file in settings.allBoardFiles {
      try store.serve(try BoardFormat(ofFile: file).read(file).file)
    }
    if settings.isDemo { try store.serve(BoardFile("groceries", revision: 3, Self.groceries)) }
    try store.save()
    let identity = try settings.identity()
    if identity == nil || settings.access == nil,
      settings.places.contains(where: { !$0.address.isLocal })
    {
      logger.warning(
        settings.access == nil
          ? "there is no authentication: whoever reaches this port can change every board"
          : "there is no encryption: whoever is on the way can read tokens and boards")
    }
    let rules = try settings.access?.rules()
    let server = try Server(configuration, hub: store.hub, journal: store.journal, logger: logger)
    if let rules { server.setAccess(rules) }
    if let identity { server.secure(with: identity) }
    return server
  }

  /// Without access rules and a certificate there is nothing to reload, and SIGHUP ends the server, unless `nohup` keeps it
  /// from ending with its terminal, or a service manager asks to reload whatever there is.
  private func signalsThatStop(_ server: Server, isManaged: Bool) throws -> [Int32] {
    guard settings.access != nil || isManaged || !settings.tls.isEmpty else {
      return [SIGTERM, SIGINT] + (ProcessSetup.ignores(SIGHUP) ? [] : [SIGHUP])
    }
    try server.reload(on: SIGHUP) { [settings] server in
      server.reloadAccess { try settings.access?.rules() }
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

  private func listenOnWeb(_ server: Server, as node: NodeSetup?, _ logger: Logger) throws {
    guard let web = settings.web else { return }
    let source = try node?.sources(.web).first ?? web.source
    var configuration = WebConfiguration(source)
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
