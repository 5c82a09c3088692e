import BoardAuthority
import BoardJournal
import BoardModel
import BoardServer
import BoardWire
import Libuv
import Net

// Links.

extension SpaceRouter {
  /// Keeps a link to a node.
  package func connect(to node: NodeID, at place: SocketAddress, _ address: NodeAddress) {
    edgeLinks[node] = EdgeLink(to: node, at: place, address, linkSetup, of: self)
  }

  /// Notes that a node has got another number. Its link stays.
  package func renumber(_ former: NodeID, to node: NodeID) {
    guard let link = edgeLinks.removeValue(forKey: former) else { return }
    link.node = node
    edgeLinks[node] = link
  }

  /// Ends the link to a node.
  package func disconnect(_ node: NodeID) {
    guard let link = edgeLinks.removeValue(forKey: node) else { return }
    forgetSpaces(over: link)
    link.close()
  }

  func linkDidChange(_ link: EdgeLink) {
    if !link.isUp { forgetSpaces(over: link) }
    directory.linkDidChange(to: link.node, isUp: link.isUp)
  }

  /// The other nodes that this one reaches.
  package var linkCount: Int { edgeLinks.values.count(where: \.isUp) }

  /// The clients here of other nodes' spaces.
  package var passedOnPeers: [Peer] { edgeLinks.values.flatMap { Array($0.peers) } }

  /// Passes nobody on over a link any more.
  private func forgetSpaces(over link: EdgeLink) {
    for remote in remoteSpaces.values where remote.link === link {
      remoteSpaces[remote.name] = nil
      releaseIfUnwanted(remote.name)
    }
  }

  /// Where other nodes reach this one.
  package var link: String { linkSetup.advertised ?? listening }

  /// Where it listens for them.
  package var listening: String { linkListener?.listening ?? "" }

  /// Sends what links have to send.
  package func endTurn() {
    linkListener?.endTurn()
    for link in edgeLinks.values { link.endTurn() }
    giveUpLate()
    dropUnread()
  }

  /// Closes the clients that take the least, if all together have not taken too much.
  private func dropUnread() {
    while edgeLinks.values.reduce(0, { $0 + $1.unsentBytes }) > Limits.unreadAnswers {
      let slowest = edgeLinks.values.compactMap(\.slowest)
        .max { $0.peer.unsentBytes < $1.peer.unsentBytes }
      guard let slowest, slowest.peer.unsentBytes > 0 else { return }
      server.drop(slowest.peer, of: slowest.space, saying: .idle)
    }
  }

  /// When a link must be looked at next; nil if there is none.
  package var nextDeadline: Duration? {
    (edgeLinks.values.map(\.nextDeadline) + [linkListener?.nextDeadline, nextGiveUp])
      .compactMap(\.self).min()
  }

  /// Whether something is still to be sent.
  package var hasUnsent: Bool {
    linkListener?.hasUnsent == true || edgeLinks.values.contains(where: \.hasUnsent)
  }
}

// Spaces that end.

extension SpaceRouter {
  /// Sends the clients of a space away, for another node to take it.
  package func handOver(_ name: SpaceName) {
    spaces[name]?.drain(for: server.configuration.drain ?? .zero)
  }

  /// Ends a space at once: the node does not own it any more.
  package func drop(_ name: SpaceName) {
    spaces[name]?.fail(.inUse("somebody else has taken over"))
  }

  /// Notes that a space has ended.
  package func didEnd(_ space: Space, _ end: SpaceEnd) {
    guard let name = space.name, spaces[name] === space else { return }
    spaces[name] = nil
    switch end {
    case .stopped: break
    case .failed: space.sendAway()
    }
    directory.didEnd(name, end)
    releaseIfUnwanted(name)
  }

  /// The spaces that nobody has used for some time.
  package func idleSpaces(for time: Duration) -> [SpaceName] {
    let now = server.now
    return spaces.filter { $0.value.isIdle(for: time, at: now) }.map(\.key)
  }

  package func setAccess(_ access: AccessRules, of name: SpaceName) {
    spaces[name]?.setAccess(access)
  }
}

// The end of the node.

extension SpaceRouter {
  /// Hands all spaces over to other nodes.
  package func stop() {
    isStopping = true
    directory.stop()
  }

  /// Sends away the clients of other nodes' spaces, and those that wait.
  package func sendAway() {
    for newcomer in newcomers.values { newcomer.close(saying: .moved) }
    newcomers = [:]
    for link in edgeLinks.values { link.close() }
    remoteSpaces = [:]
  }

  /// Ends all links.
  package func close() {
    linkListener?.close()
    for link in edgeLinks.values { link.close() }
    (linkListener, edgeLinks, newcomers) = (nil, [:], [:])
  }
}
