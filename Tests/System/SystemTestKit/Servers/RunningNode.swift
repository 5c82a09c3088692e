import BoardHub
import BoardJournal
import BoardModel
import BoardServer
import BoardTesting
import Cluster
import ClusterServer
import Glibc
import Libuv
import Logging
import Net
import Simulation
import TLS
import TestKit

/// A real node on loopback, in a thread of its own. Instead of a database the test says where spaces are.
package final class RunningNode {
  /// What the router has asked, on the thread of the node.
  private final class Directory: SpaceDirectory, @unchecked Sendable {
    var wanted: Set<SpaceName> = []
    var linked: Set<NodeID> = []
    var routes: [SpaceName: NodeID] = [:]
    unowned var router: SpaceRouter!

    func want(_ space: SpaceName, isAsked: Bool) {
      wanted.insert(space)
      if !isAsked, let node = routes[space] { router.route(space, to: node) }
    }
    func release(_ space: SpaceName) { wanted.remove(space) }
    func didAccept(_ space: SpaceName, by node: NodeID) {}
    func didMove(_ space: SpaceName, from node: NodeID) {}
    func didRefuse(_ space: SpaceName, by node: NodeID) {}
    func linkDidChange(to node: NodeID, isUp: Bool) {
      if isUp { linked.insert(node) } else { linked.remove(node) }
    }
    func didEnd(_ space: SpaceName, _ end: SpaceEnd) {}
    func stop() {}
  }

  package let port: UInt16
  package let webPort: UInt16
  /// The port for links.
  package let linkPort: UInt16
  package let unixSocket: UnixPath
  private let scratch: Scratch
  private let address: NodeAddress
  private let control: ServerControl
  private let thread: HostedThread
  private let directory = Directory()
  private let number: NodeID

  /// - Parameters:
  ///   - number: Its number among the nodes.
  ///   - space: The default space.
  ///   - configure: Changes the other settings.
  package init(
    _ number: Int, space: SpaceName, configure: (inout Server.Configuration) -> Void = { _ in }
  ) throws {
    ProcessSetup.ignoreBrokenPipes()
    self.number = NodeID(number)
    let place = try SocketAddress(host: "127.0.0.1", port: 0)
    let certificate = try EphemeralCertificate()
    let link = LinkSetup(
      .own(.internet(place)), secret: Array("the secret of the tests".utf8),
      identity: try ServerIdentity(certificate), advertised: nil)
    scratch = try Scratch()
    unixSocket = try UnixPath(scratch.at("socket"))
    var configuration = Server.Configuration(address: place)
    configuration.sources.append(.own(.unix(unixSocket)))
    configure(&configuration)
    let (server, router) = try SpaceRouter.serve(
      configuration, as: NodeSetup(defaultSpace: space, directory: directory, link: link),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    webPort = try server.listen(WebConfiguration(address: place)).port
    port = server.port
    directory.router = router
    let name = router.link
    address = NodeAddress(link: name, certificate: certificate.digest)
    linkPort = name.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
    control = server.control
    thread = try HostedThread(server)
  }

  /// Serves an empty space that stores nothing.
  package func serve(_ space: SpaceName) {
    let directory = directory
    _ = control.ask { _ in
      directory.routes[space] = nil
      let hub = Hub(cadence: .fixed(.zero), epoch: Epoch("abcd")!, space: space)
      directory.router.open(SpaceSetup(hub, journal: nil, name: space), named: space)
    }
  }

  /// Links this node to another one, and waits for the link.
  package func link(to other: RunningNode) throws {
    let (node, address, directory) = (other.number, other.address, directory)
    let place = try SocketAddress(host: "127.0.0.1", port: other.linkPort)
    _ = control.ask { _ in directory.router.connect(to: node, at: place, address) }
    try wait { $0.linked.contains(node) }
  }

  /// Passes clients of a space on to another node, those that wait and those that come.
  package func route(_ space: SpaceName, to other: RunningNode) {
    let (node, directory) = (other.number, directory)
    _ = control.ask { _ in
      directory.routes[space] = node
      directory.router.route(space, to: node)
    }
  }

  /// Says that there is no such space, or that it cannot be served.
  package func fail(_ space: SpaceName, isUnknown: Bool) {
    let directory = directory
    _ = control.ask { _ in directory.router.fail(space, isUnknown ? .unknownSpace : .unavailable) }
  }

  /// Waits until clients want a space of this node.
  package func waitUntilWanted(_ space: SpaceName) throws { try wait { $0.wanted.contains(space) } }

  /// Loses the links, over which nothing has come for too long.
  package func loseLinks() { advance(by: .seconds(4)) }

  /// Waits until the link to another node is lost.
  package func waitUntilLost(_ other: RunningNode) throws {
    let node = other.number
    try wait { !$0.linked.contains(node) }
  }

  private func wait(until isSo: @escaping @Sendable (Directory) -> Bool) throws {
    let directory = directory
    for _ in 0..<1_000_000 where control.ask({ _ in isSo(directory) }) == true { return }
    throw LoopbackError.silence
  }

  /// Whether a client waits here for a limited time.
  package var limitsWaits: Bool {
    let directory = directory
    return control.ask { _ in directory.router.nextGiveUp != nil } ?? false
  }

  /// The connections that wait for a space here.
  package func wait(forNewcomers count: Int) throws {
    let directory = directory
    for _ in 0..<1_000_000
    where control.ask({ _ in directory.router.newcomerCount }) == count { return }
    throw LoopbackError.silence
  }

  /// The connections of the HTTP port, WebSockets included.
  package var webPeerCount: Int { control.ask { $0.webPeerCount } ?? 0 }

  /// Moves the clock of the node forward.
  package func advance(by time: Duration) {
    control.advance(by: time)
    for _ in 0..<2 { _ = control.ask { _ in } }
  }

  /// Ends the node without sending anything.
  package func crash() { thread.crash() }
}
