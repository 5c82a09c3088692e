import BoardJournal
import BoardModel
import Cluster
import Simulation

/// A client at one process that wants a space.
enum SimulatedClient {
  /// It waits to be passed on, or for the answer of the node that it was passed to.
  case waiting(SimulatedConnection?, at: NodeID?)
  /// It is served by this process, or by another one over a connection.
  case served(SimulatedConnection?, by: NodeID?)
  /// It was told to connect again.
  case returning

  var connection: SimulatedConnection? {
    switch self {
    case .waiting(let connection, _), .served(let connection, _): connection
    case .returning: nil
    }
  }

  /// The same client of a node that has got another number.
  func at(_ node: NodeID) -> SimulatedClient {
    switch self {
    case .waiting(let connection, _): .waiting(connection, at: node)
    case .served(let connection, _): .served(connection, by: node)
    case .returning: self
    }
  }

  var node: NodeID? {
    switch self {
    case .waiting(_, let node), .served(_, let node): node
    case .returning: nil
    }
  }
}

// The clients of a simulated process: it is their edge.

extension SimulatedProcess {
  func connectClient(_ space: SpaceName) {
    cluster.note("n\(life.host + 1) client wants \(space)")
    clients[space] = .waiting(nil, at: nil)
    coordinator.wanted(space)
  }

  func disconnectClient(_ space: SpaceName) {
    guard let client = clients[space] else { return }
    withdraw(client, space)
    clients[space] = nil
    coordinator.unwanted(space)
  }

  /// A node with the session does not answer any more.
  func lose(_ session: Int, _ space: SpaceName) {
    guard let client = clients[space], client.connection?.session == session else { return }
    switch client {
    case .waiting: clients[space] = .waiting(nil, at: nil)
    case .served, .returning: comeBack(space)
    }
  }

  /// The client of a space is told to connect again.
  func comeBack(_ space: SpaceName) {
    clients[space] = .returning
    later(cluster.randomDelay(1...300)) { [unowned self] in
      if case .returning = clients[space] { connectClient(space) }
    }
  }

  private func withdraw(_ client: SimulatedClient, _ space: SpaceName) {
    guard let connection = client.connection, let node = client.node else { return }
    transmit(to: node, connection.session) { $0.disconnect(connection, from: space) }
  }

  /// Passes those that wait for a space to its owner.
  func passOn(_ space: SpaceName, _ route: SpaceRoute) {
    if route == .here { answerAsks(space, isAccepted: true) }
    guard let client = clients[space], case .waiting(_, let former) = client else { return }
    switch route {
    case .here:
      withdraw(client, space)
      cluster.record(.open(life, space))
      serve(space, .served(nil, by: nil))
    case .to(let node):
      guard former != node, let session = links[node]?.session else { return }
      withdraw(client, space)
      open(space, at: node, over: session)
    }
  }

  private func open(_ space: SpaceName, at node: NodeID, over session: Int) {
    let connection = SimulatedConnection(
      edge: life.host, session: session, number: cluster.random.below(1 << 40))
    clients[space] = .waiting(connection, at: node)
    transmit(to: node, session) { $0.receive(connection, for: space) }
  }

  private func serve(_ space: SpaceName, _ client: SimulatedClient) {
    clients[space] = client
    if !cluster.keepsRoutes { coordinator.unwanted(space) }
  }

  /// The answer of the node that a client was passed to.
  func answered(_ connection: SimulatedConnection, _ space: SpaceName, isAccepted: Bool) {
    guard let client = clients[space], client.connection == connection, let node = client.node
    else { return }
    if isAccepted {
      coordinator.accepted(space, by: node)
      serve(space, .served(connection, by: node))
    } else {
      clients[space] = .waiting(nil, at: nil)
      coordinator.refused(space, by: node, at: time)
    }
  }

  /// The owner has ended a connection.
  func moved(_ connection: SimulatedConnection, _ space: SpaceName) {
    guard let client = clients[space], client.connection == connection, let node = client.node
    else { return }
    coordinator.moved(space, from: node)
    comeBack(space)
  }
}
