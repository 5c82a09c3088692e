import BoardAuthority
import BoardJournal
import BoardModel
import BoardServer
import BoardWire

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
