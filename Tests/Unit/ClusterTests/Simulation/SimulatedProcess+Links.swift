import BoardJournal
import BoardModel
import Cluster

/// A link to another process.
struct SimulatedLink {
  /// The number of the connection; nil while the link is down.
  var session: Int?
  /// Since when there has been no answer from the other end.
  var silentSince: Duration?
}

/// The connection of a client that waits at one process for a space of another.
struct SimulatedConnection: Hashable {
  let edge: Int
  let session: Int
  let number: Int
}

// The links of a simulated process.

extension SimulatedProcess {
  /// Connects the links that are down, and closes those whose other end has been silent for 3 s.
  func tick() {
    // The other ends have closed the links of a process that was paused for so long.
    let isLate = cluster.now - lastTick > .seconds(3)
    for node in links.keys.sorted() where isLate { closeLink(to: node) }
    lastTick = cluster.now
    for node in links.keys.sorted() { examine(node) }
    later(.milliseconds(300)) { [unowned self] in tick() }
  }

  private func examine(_ node: NodeID) {
    let other = cluster.process(node)
    let isReached = other.map { canReach($0) } ?? false
    if links[node]?.session == nil {
      if isReached { openLink(to: node) }
    } else if other == nil {
      closeLink(to: node)
    } else if isReached {
      links[node]?.silentSince = nil
    } else {
      let since = links[node]?.silentSince ?? cluster.now
      links[node]?.silentSince = since
      if cluster.now - since >= .seconds(3) { closeLink(to: node) }
    }
  }

  private func canReach(_ other: SimulatedProcess) -> Bool {
    let network = cluster.network
    return !other.isPaused && !network.isCut(life.host, other.life.host)
  }

  private func openLink(to node: NodeID) {
    links[node]?.session = cluster.network.openSession()
    links[node]?.silentSince = nil
    cluster.note("n\(life.host + 1) reaches \(node)")
    coordinator.linkIsUp(node, true, at: time)
  }

  /// A node has got another number. The connections over its link stay.
  func renumber(_ former: NodeID, to node: NodeID) {
    links[node] = links.removeValue(forKey: former)
    for (space, client) in clients where client.node == former { clients[space] = client.at(node) }
  }

  /// Ends a link with all connections over it, at both ends.
  func closeLink(to node: NodeID) {
    guard let session = links[node]?.session else { return }
    cluster.note("n\(life.host + 1) loses \(node)")
    links[node] = SimulatedLink()
    cluster.network.sessions.remove(session)
    coordinator.linkIsUp(node, false, at: time)
    for space in clients.keys.sorted(by: { $0.string < $1.string }) { lose(session, space) }
    if let other = cluster.process(node) {
      other.later(cluster.randomDelay(1...20)) { [unowned other] in other.forget(session) }
    }
  }

  private func forget(_ session: Int) {
    for space in asks.keys { asks[space] = asks[space]?.filter { $0.session != session } }
    for space in spaces.keys {
      for connection in spaces[space]!.connections where connection.session == session {
        disconnect(connection, from: space)
      }
    }
  }

  /// Sends to the other end of a link, if it is up.
  func transmit(
    to node: NodeID, _ session: Int, _ work: @escaping (SimulatedProcess) throws -> Void
  ) {
    guard let other = cluster.process(node) else { return }
    cluster.transmit(session, from: self, to: other) { try work(other) }
  }

  /// Answers over the link that a connection came by.
  func answer(
    _ connection: SimulatedConnection, _ work: @escaping (SimulatedProcess) throws -> Void
  ) {
    let edge = cluster.host(at: connection.edge)
    cluster.transmit(connection.session, from: self, to: edge) { try work(edge) }
  }
}
