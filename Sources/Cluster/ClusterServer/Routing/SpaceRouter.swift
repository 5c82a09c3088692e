import BoardAuthority
import BoardHub
import BoardJournal
import BoardModel
import BoardServer
import BoardWire
import Cluster
import Libuv
import Logging

/// The spaces that a node serves, or passes its clients on to: which service each of them has.
package final class SpaceRouter: ConnectionRouter {
  unowned let server: Server
  /// The space of clients that name none.
  let defaultSpace: SpaceName
  let directory: any SpaceDirectory
  let linkSetup: LinkSetup
  private let logger: Logger
  /// The spaces that are served here.
  var spaces: [SpaceName: Space] = [:]
  /// The spaces of other nodes that clients are passed on to.
  var remoteSpaces: [SpaceName: RemoteSpace] = [:]
  private var waiters: [SpaceName: Waiters] = [:]
  /// The clients that wait for a space, each for a limited time altogether.
  private var waits = AwaitedStreams<FirstLineService>()
  /// The connections whose first lines are awaited, or that wait for a space.
  var newcomers: [ObjectIdentifier: FirstLineService] = [:]
  /// What newcomers hold, or more: it is counted anew when it seems too much.
  private var bufferedBytes = 0
  var edgeLinks: [NodeID: EdgeLink] = [:]
  var linkListener: LinkListener?
  /// How long a client waits for a space. The lease of an owner that has failed is over by then.
  private static let longestWait: Duration = .seconds(10)
  /// The clients that are sent away in one turn.
  private static let mostInATurn = 200
  /// Whether the node takes no clients any more.
  var isStopping = false

  /// Listens as a node, but serves no client before the server runs.
  ///
  /// - Throws: `UVError` if an address is not available.
  package static func serve(
    _ configuration: Server.Configuration, as setup: NodeSetup, logger: Logger
  ) throws(UVError) -> (Server, SpaceRouter) {
    let server = try Server(configuration, logger: logger)
    let router = try SpaceRouter(setup, in: server)
    server.router = router
    return (server, router)
  }

  private init(_ setup: NodeSetup, in server: Server) throws(UVError) {
    self.server = server
    (defaultSpace, directory, linkSetup) = (setup.defaultSpace, setup.directory, setup.link)
    logger = server.logger
    linkListener = try LinkListener(setup.link, of: self)
  }

  package var connectionLimit: Int { LinkLimits.channels }

  /// The connections that are not settled.
  package var newcomerCount: Int { newcomers.count }

  // MARK: Clients

  /// Begins with a client of this node.
  ///
  /// - Parameters:
  ///   - space: The space, if it is known; nil if the first line says it.
  ///   - bytes: What was read of the client.
  package func begin(_ stream: SocketStream, for space: SpaceName?, _ bytes: [UInt8]) {
    let newcomer = FirstLineService(stream, for: space, bytes, of: self)
    newcomers[ObjectIdentifier(stream)] = newcomer
    if server.pass(stream, to: newcomer, by: newcomer.peerHandler) { stream.startReading() }
    wait(newcomer)
  }

  /// Whether newcomers may hold what one of them has sent, too: all together hold as much as lines that have not
  /// ended.
  func mayHold(_ byteCount: Int) -> Bool {
    bufferedBytes += byteCount
    guard bufferedBytes > Limits.unfinishedBytes else { return true }
    bufferedBytes = newcomers.values.reduce(0) { $0 + $1.buffered.count }
    return bufferedBytes <= Limits.unfinishedBytes
  }

  /// Keeps a client that a service has dropped and another one is to serve.
  func keep(_ newcomer: FirstLineService) {
    newcomers[ObjectIdentifier(newcomer.stream)] = newcomer
    waits.insert(newcomer, until: newcomer.deadline)
  }

  /// Lets a client wait for its space, or serves it at once.
  func wait(_ newcomer: FirstLineService) {
    removeWaiter(newcomer)
    guard let space = newcomer.wanted else { return }
    if !waits.contains(newcomer.stream) {
      waits.insert(newcomer, until: server.now + Self.longestWait)
    }
    if let service = service(of: space) { return newcomer.serve(by: service) }
    newcomer.waitsFor = space
    waiters[space, default: Waiters()].clients[ObjectIdentifier(newcomer)] = newcomer
    directory.want(space, isAsked: false)
  }

  private func removeWaiter(_ newcomer: FirstLineService) {
    guard let space = newcomer.waitsFor else { return }
    newcomer.waitsFor = nil
    waiters[space]?.clients[ObjectIdentifier(newcomer)] = nil
    releaseIfUnused(space)
  }

  /// Tells the directory that nobody waits for a space any more, if that is so.
  private func releaseIfUnused(_ space: SpaceName) {
    guard let rest = waiters[space], rest.isEmpty else { return }
    waiters[space] = nil
    if spaces[space] == nil, remoteSpaces[space] == nil { directory.release(space) }
  }

  /// What serves a space, if that is known.
  private func service(of space: SpaceName) -> (any PeerService)? {
    if let space = spaces[space], !space.isEnding { return space }
    return remoteSpaces[space]
  }

  /// Tells the directory that nobody here wants a space, if nobody waits for it.
  func releaseIfUnwanted(_ space: SpaceName) {
    if waiters[space] == nil { directory.release(space) }
  }

  /// Forgets a client that is settled or gone.
  package func forget(_ stream: SocketStream) {
    waits.remove(stream)
    guard let newcomer = newcomers.removeValue(forKey: ObjectIdentifier(stream)) else { return }
    removeWaiter(newcomer)
  }

  /// Notes that a service has opened a connection.
  func didOpen(_ stream: SocketStream) { newcomers[ObjectIdentifier(stream)]?.didOpen() }

  /// Notes that a client waits for nothing but its own first line.
  func endWait(of newcomer: FirstLineService) { waits.remove(newcomer.stream) }

  /// Sends away the clients that have waited for too long, as many as a turn has time for.
  func giveUpLate() {
    for _ in 0..<Self.mostInATurn {
      guard let newcomer = waits.next(until: server.now) else { return }
      newcomer.giveUp()
    }
    server.wake()
  }

  /// When a client has waited for too long; nil if none waits.
  package var nextGiveUp: Duration? { waits.nextDeadline }

  /// Notes that a service does not serve the space of a connection.
  ///
  /// - Returns: Whether the connection waits for another one.
  func didRefuse(_ stream: SocketStream, _ space: SpaceName) -> Bool {
    guard let newcomer = newcomers[ObjectIdentifier(stream)] else { return false }
    newcomer.didRefuse(space)
    return true
  }

  // MARK: Channels

  /// Connects a client of another node, which takes this one for the owner of the space.
  func connect(_ channel: Channel, of link: OwnerLink, _ request: ConnectRequest) {
    if let space = spaces[request.space], !space.isEnding {
      return link.open(channel, in: space, request)
    }
    guard !isStopping else { return link.refuse(channel, .stopping) }
    waiters[request.space, default: Waiters()].channels[ChannelOfLink(link, channel)] = request
    directory.want(request.space, isAsked: true)
  }

  /// Forgets a client of another node that waited for a space.
  func forget(_ channel: Channel, of link: OwnerLink, for space: SpaceName) {
    waiters[space]?.channels[ChannelOfLink(link, channel)] = nil
    releaseIfUnused(space)
  }

  // MARK: Answers of the directory

  /// Serves a space here from now on.
  package func open(_ setup: SpaceSetup, named name: SpaceName) {
    spaces[name] = server.open(setup)
    replace(name, by: nil)
    let waiting = takeWaiters(for: name)
    for newcomer in waiting.clients.values { wait(newcomer) }
    for (place, request) in waiting.channels { connect(place.channel, of: place.link, request) }
  }

  /// Passes clients of a space on to another node from now on.
  package func route(_ name: SpaceName, to node: NodeID) {
    guard let link = edgeLinks[node], spaces[name] == nil else { return }
    if remoteSpaces[name]?.link !== link {
      replace(name, by: RemoteSpace(name, over: link, of: self))
    }
    let waiting = takeWaiters(for: name)
    for newcomer in waiting.clients.values { wait(newcomer) }
    // Nobody is passed on twice.
    for place in waiting.channels.keys { place.link.refuse(place.channel, .notOwner) }
    remoteSpaces[name]?.releaseIfUnused()
  }

  /// Passes clients of a space on to another node, or to none. Those that the old one has not answered wait again.
  private func replace(_ name: SpaceName, by remote: RemoteSpace?) {
    let old = remoteSpaces.removeValue(forKey: name)
    remoteSpaces[name] = remote
    if let old, old.peerCount > 0 { old.link.takeBack(of: name) }
  }

  /// Notes that a space cannot be served.
  package func fail(_ name: SpaceName, _ refusal: ConnectRefusal) {
    let waiting = takeWaiters(for: name)
    for newcomer in waiting.clients.values {
      if refusal == .unknownSpace { newcomer.didFindNone() } else { newcomer.giveUp() }
    }
    for place in waiting.channels.keys { place.link.refuse(place.channel, refusal) }
  }

  private func takeWaiters(for name: SpaceName) -> Waiters {
    let waiting = waiters.removeValue(forKey: name) ?? Waiters()
    for newcomer in waiting.clients.values { newcomer.waitsFor = nil }
    return waiting
  }

  /// Tells the clients of other nodes that wait for a space that it is not here.
  package func refuseOthers(_ name: SpaceName) {
    guard let channels = waiters[name]?.channels else { return }
    waiters[name]?.channels = [:]
    for place in channels.keys { place.link.refuse(place.channel, .notOwner) }
    releaseIfUnused(name)
  }

  /// Forgets a space of another node that nobody here uses.
  func release(_ remote: RemoteSpace) {
    guard remoteSpaces[remote.name] === remote else { return }
    remoteSpaces[remote.name] = nil
    if waiters[remote.name] == nil { directory.release(remote.name) }
  }

  /// Notes that a node does not serve a space: others are asked for it.
  ///
  /// - Parameter refusal: Why.
  func didRefuse(_ remote: RemoteSpace, _ refusal: ConnectRefusal) {
    if remoteSpaces[remote.name] === remote { remoteSpaces[remote.name] = nil }
    directory.didRefuse(remote.name, by: remote.link.node)
  }

  /// Notes that a node serves a space.
  func didAccept(_ remote: RemoteSpace) {
    directory.didAccept(remote.name, by: remote.link.node)
  }

  /// Notes that a node has ended the connections of a space, which it does not serve any more.
  func didMove(_ remote: RemoteSpace) {
    guard remoteSpaces[remote.name] === remote else { return }
    remoteSpaces[remote.name] = nil
    directory.didMove(remote.name, from: remote.link.node)
    releaseIfUnwanted(remote.name)
  }
}
