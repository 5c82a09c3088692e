import BoardJournal
import Libuv
import Logging
import Net
import TLS

// What is done before a server runs.

extension Server {
  /// A server that listens, with its boards, rules and certificate, but serves nobody before `run()`.
  ///
  /// - Throws: `BoardServerFault`.
  static func prepared(_ configuration: BoardServer.Configuration) throws(BoardServerFault)
    -> Server
  {
    ProcessSetup.ignoreBrokenPipes()
    do { return try Server(configuration) } catch let fault as BoardServerFault {
      throw fault
    } catch {
      throw .unusableDirectory("\(error)")
    }
  }

  /// - Throws: `JournalFault` about where boards are kept; `BoardServerFault` about all else.
  package convenience init(_ configuration: BoardServer.Configuration) throws {
    // Nothing is stored by a server that cannot listen, or has no certificate.
    let connections = configuration.connections
    for source in connections.sources + [configuration.web?.source].compactMap(\.self) {
      try source.checkFree()
    }
    let identity = try configuration.certificate?.identity()
    let web = try configuration.web.map { web in (web, try PageFiles(of: web)) }
    let store = try configuration.openStore()
    do throws(UVError) {
      try self.init(
        connections, hub: store.hub, journal: store.journal, logger: configuration.logger)
    } catch {
      throw BoardServerFault.cannotListen(configuration.addresses.first, error)
    }
    if let access = configuration.access { setAccess(access) }
    secure(with: identity, isOpenToAll: configuration.access == nil)
    if let (web, page) = web { try listenOnWeb(web, page) }
  }

  /// Encrypts connections, if there is a certificate. The log says what strangers can do who reach the server.
  ///
  /// - Parameter isOpenToAll: Whether there are no access rules.
  package func secure(with identity: ServerIdentity?, isOpenToAll: Bool) {
    if let identity { secure(with: identity) }
    guard identity == nil || isOpenToAll, endpoints.contains(where: { !$0.isLocal }) else { return }
    logger.warning(
      isOpenToAll
        ? "there is no authentication: whoever reaches this port can change every board"
        : "there is no encryption: whoever is on the way can read tokens and boards")
  }

  /// Listens for HTTP, too.
  ///
  /// - Throws: `BoardServerFault.cannotListen`, `badPage`.
  package func listenOnWeb(_ web: WebConfiguration) throws(BoardServerFault) {
    try listenOnWeb(web, try PageFiles(of: web))
  }

  private func listenOnWeb(_ web: WebConfiguration, _ page: PageFiles) throws(BoardServerFault) {
    do throws(UVError) { try listen(web, page: page) } catch {
      throw .cannotListen(web.source.endpoint, error)
    }
  }
}

extension BoardServer.Certificate {
  /// The certificate as it is used.
  ///
  /// - Throws: `BoardServerFault.badCertificate`.
  package func identity() throws(BoardServerFault) -> ServerIdentity {
    do throws(TLSFault) { return try ServerIdentity(certificate: path, key: keyPath) } catch {
      throw .badCertificate("\(error)")
    }
  }
}

extension BoardServerFault {
  fileprivate static func cannotListen(_ endpoint: Endpoint?, _ error: UVError) -> Self {
    .cannotListen(endpoint ?? .internet(.loopback(0)), error.message)
  }
}

extension Endpoint {
  /// Whether only this machine reaches it.
  package var isLocal: Bool { address?.isLoopback ?? true }
}

extension SocketListener.Source {
  /// The address of a socket that is not made yet, or that of an inherited one.
  package var endpoint: Endpoint? {
    switch self {
    case .own(let endpoint): endpoint
    case .inherited(let socket): socket.endpoint
    }
  }

  /// Checks that nobody else listens there.
  fileprivate func checkFree() throws(BoardServerFault) {
    guard case .own(let endpoint) = self else { return }
    do throws(UVError) { try endpoint.checkFree() } catch { throw .cannotListen(endpoint, error) }
  }
}
