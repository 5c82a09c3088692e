import ArgumentParser
import BoardJournal
import BoardModel
import BoardServer
import Libuv
import PostgresJournal
import TLS

/// What a node has as long as its process lives, whether it owns its space or follows another node.
struct NodeSetup {
  /// A port of the node, at which it listens all the time.
  struct Door {
    let listener: SharedListener
    let port: NodeLink.Port
  }

  let node: ClusterNode
  let doors: [Door]
  /// Where other nodes connect.
  private let link: SharedListener
  /// Where it listens for them.
  let listening: String
  private let identity: ServerIdentity
  let secret: [UInt8]
  let watch: ClusterWatch
  let connectionLimit: Int
  let manager: ServiceManager?

  /// Listens at all ports, and registers the node.
  ///
  /// - Throws: `Complaint` if a port is not free, `JournalFault` if the database is of no use.
  init(
    _ settings: ServeSettings, at place: SocketAddress, of space: SpaceName, in store: StoreURL,
    connectionLimit: Int, manager: ServiceManager?
  ) throws {
    func listen(_ place: ListenPlace) throws -> SharedListener {
      do { return try SharedListener(try place.source) } catch let error as UVError {
        throw place.complaint(error)
      }
    }
    var doors = try settings.lines.map { Door(listener: try listen($0), port: .lines) }
    if let web = settings.web { doors.append(Door(listener: try listen(web), port: .web)) }
    self.doors = doors
    do { link = try SharedListener(.own(.internet(place))) } catch {
      throw Complaint(
        "cannot listen at \(place): \(error.message); --link HOST:PORT chooses another address")
    }
    let certificate = try EphemeralCertificate()
    identity = try ServerIdentity(certificate)
    let listening = link.endpoint.map { "\($0)" } ?? ""
    let advertised = settings.advertised.map { "\($0)" }
    let address = NodeAddress(
      link: advertised ?? listening, certificate: certificate.digest)
    self.listening = listening
    node = ClusterNode(
      address: address, process: thisProcess, space: space,
      version: Dropline.configuration.version)
    watch = ClusterWatch(store, for: node)
    secret = Array(try watch.secret().utf8)
    self.connectionLimit = connectionLimit
    self.manager = manager
  }

  /// The listening sockets for a server that owns the space.
  func sources(_ port: NodeLink.Port) throws -> [SocketListener.Source] {
    try doors.filter { $0.port == port }.map { try $0.listener.source }
  }

  /// Where other nodes connect to a server that owns the space.
  var nodeLink: NodeLink {
    get throws { NodeLink(try link.source, secret: secret, identity: identity) }
  }
}
