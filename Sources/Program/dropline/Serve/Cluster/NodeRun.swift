import ArgumentParser
import BoardAuthority
import BoardHub
import BoardJournal
import BoardModel
import BoardServer
import ClusterServer
import Glibc
import Libuv
import Logging
import Net
import PostgresJournal
import TLS
import TokenHashing

/// A run of `dropline serve` as a node of a cluster.
struct NodeRun {
  private let settings: ServeSettings
  private let store: StoreURL
  private let defaultSpace: SpaceName
  /// Where other nodes connect.
  private let place: SocketAddress
  private let logger: Logger

  /// - Returns: Nil if the settings are not those of a node.
  init?(_ settings: ServeSettings, logger: Logger) throws {
    guard let link = settings.link, case .space(let store, let space) = settings.data,
      case .internet(let place) = try link.endpoint
    else { return nil }
    (self.settings, self.store, self.place) = (settings, store, place)
    (defaultSpace, self.logger) = (space, logger)
  }

  /// Serves until a signal ends it.
  ///
  /// - Parameters:
  ///   - configuration: Of the server.
  ///   - prepare: Does with the server what is to be done before it runs.
  func run(
    _ configuration: Server.Configuration, _ prepare: (Server, NodeControl) throws -> Void
  ) throws {
    // Each lane, each space that is loaded and the lease may wait for the database at the same time.
    setenv("UV_THREADPOOL_SIZE", "24", 0)
    let database = try StartWait(logger: logger).wait { () throws(JournalFault) in
      try PostgresDatabase(store)
    }
    // The others are served all the same.
    if let reason = try database.obstacle(to: defaultSpace) {
      logger.error(
        "the default space cannot be served",
        metadata: ["space": "\(defaultSpace)", "reason": "\(reason)"])
    }
    let certificate = try EphemeralCertificate()
    let control = NodeControl(
      defaultSpace, files: try settings.boards(), access: try settings.access?.trusted(),
      logger: logger)
    let link = LinkSetup(
      .own(.internet(place)), secret: Array(try database.secret().utf8),
      identity: try ServerIdentity(certificate), advertised: settings.advertised.map { "\($0)" })
    let (server, router) = try makeServer(
      configuration, NodeSetup(defaultSpace: defaultSpace, directory: control, link: link))
    let address = NodeAddress(link: router.link, certificate: certificate.digest)
    logger.notice(
      "node",
      metadata: [
        "link": "\(address.link)", "at": "\(router.listening)",
        "space": "\(defaultSpace)",
      ])
    let lease = NodeLease(
      store,
      as: NodeRegistration(
        address: address, process: thisProcess, version: ProgramVersion.text, space: defaultSpace))
    try prepare(server, control)
    try control.begin(router, lease, makeLoader(lease), waiting: StartWait.lease)
    try server.run()
    control.end()
    if let fault = control.fault { throw fault }
  }

  private func makeLoader(_ lease: NodeLease) -> SpaceLoader {
    let (cadence, logger) = (settings.cadence, logger)
    return SpaceLoader(lease, logger: logger) { (journal, space, files) throws(JournalFault) in
      let store = try BoardStore(journal, in: space, cadence: cadence, logger: logger)
      try store.serve(files)
      return store.hub
    }
  }

  private func makeServer(
    _ configuration: Server.Configuration, _ node: NodeSetup
  ) throws -> (Server, SpaceRouter) {
    do { return try SpaceRouter.serve(configuration, as: node, logger: logger) } catch {
      throw Complaint("cannot listen: \(error); --link HOST:PORT chooses another address")
    }
  }
}
