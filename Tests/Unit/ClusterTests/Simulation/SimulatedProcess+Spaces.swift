import BoardJournal
import BoardModel
import Cluster

/// A space that a simulated process has.
struct SimulatedSpace {
  let term: Int
  /// The number that took it.
  let owner: NodeID
  var groups: Int
  var connections: Set<SimulatedConnection> = []
  /// Since when nobody has used it.
  var idleSince: Duration
}

// The spaces of a simulated process: it is their owner.

extension SimulatedProcess {
  func take(_ space: SpaceName) throws {
    if knowsToDrain { throw LawViolation("n\(life.host + 1) drains and takes \(space)") }
    guard let number else { throw LawViolation("a process without a lease takes \(space)") }
    let (cluster, life) = (cluster, life)
    cluster.execute(for: self) { store in
      guard let (term, groups) = store.take(space, by: number) else { return (0, 0) }
      cluster.record(.take(life, space, term: term, groups: groups))
      return (term, groups)
    } then: { [unowned self] answer in
      guard let (term, groups) = answer else { return coordinator.took(space, .failed, at: time) }
      guard term > 0 else { return coordinator.took(space, .owned, at: time) }
      spaces[space] = SimulatedSpace(
        term: term, owner: number, groups: groups, idleSince: cluster.now)
      try cluster.checkTerms(of: space)
      coordinator.took(space, .taken, at: time)
      if coordinator.ownedSpaces.contains(space) {
        cluster.record(.load(life, space, term: term, groups: groups))
      }
      work(on: space, term)
    }
  }

  /// Appends groups, and releases the space if nobody uses it.
  private func work(on space: SpaceName, _ term: Int) {
    later(cluster.randomDelay(300...700)) { [unowned self] in
      guard let state = spaces[space], state.term == term else { return }
      if clients[space] != nil || !state.connections.isEmpty {
        spaces[space]?.idleSince = cluster.now
      } else if cluster.now - state.idleSince > .seconds(6), coordinator.serves(space) {
        coordinator.releasing(space)
        return release(space, term)
      }
      guard coordinator.mayExecute(at: time) else { return work(on: space, term) }
      if coordinator.serves(space) { cluster.record(.execute(life, space, term: term)) }
      append(to: space, term)
    }
  }

  private func append(to space: SpaceName, _ term: Int) {
    guard let state = spaces[space] else { return }
    let (cluster, life) = (cluster, life)
    cluster.execute(for: self, patience: .seconds(10)) { store in
      let former = store.spaces[space]?.groups
      let isThere = store.append(space, term: term, groups: state.groups)
      if store.spaces[space]?.groups != former {
        cluster.record(.count(life, space, term: term, groups: state.groups))
      }
      return isThere
    } then: { [unowned self] isAppended in
      guard spaces[space]?.term == term else { return }
      switch isAppended {
      case true?: spaces[space]?.groups += 1
      case false?:
        end(space)
        return coordinator.released(space, at: time)
      case nil: break
      }
      work(on: space, term)
    }
  }

  /// Ends all connections of a space that this process does not have any more.
  func end(_ space: SpaceName) {
    for connection in spaces[space]?.connections.sorted(by: { $0.number < $1.number }) ?? [] {
      answer(connection) { $0.moved(connection, space) }
    }
    spaces[space] = nil
    cluster.record(.drop(life, space))
    if case .served(nil, _) = clients[space] { comeBack(space) }
  }

  func handOver(_ space: SpaceName) throws {
    cluster.watch.handedOver(
      life.host, isAll: coordinator.isDraining || coordinator.isIsolated, at: cluster.now)
    guard let term = spaces[space]?.term else {
      throw LawViolation("n\(life.host + 1) hands over \(space), which it does not have")
    }
    later(cluster.randomDelay(0...2_000)) { [unowned self] in
      if spaces[space]?.term == term { release(space, term) }
    }
  }

  /// Gives a space back to the store, however often that must be tried.
  private func release(_ space: SpaceName, _ term: Int) {
    guard let owner = spaces[space]?.owner else { return }
    let (cluster, life) = (cluster, life)
    cluster.execute(for: self) { store in
      if store.release(space, term: term, by: owner) {
        cluster.record(.release(life, space, term: term))
      }
    } then: {
      [unowned self] answer in
      guard spaces[space]?.term == term else { return }
      if answer == nil {
        return later(.milliseconds(500)) { [unowned self] in
          if spaces[space]?.term == term { release(space, term) }
        }
      }
      end(space)
      coordinator.released(space, at: time)
    }
  }

  func releaseStray(_ space: SpaceName, _ term: Int) {
    guard let number else { return }
    let (cluster, life) = (cluster, life)
    cluster.execute(for: self) { store in
      if store.release(space, term: term, by: number) {
        cluster.record(.release(life, space, term: term))
      }
    } then: { _ in
    }
  }

  /// Another node has opened a connection for a space.
  func receive(_ connection: SimulatedConnection, for space: SpaceName) {
    if coordinator.serves(space) {
      accept(connection, space)
    } else {
      asks[space, default: []].insert(connection)
      coordinator.asked(space)
    }
  }

  func answerAsks(_ space: SpaceName, isAccepted: Bool) {
    for connection in asks.removeValue(forKey: space)?.sorted(by: { $0.number < $1.number }) ?? [] {
      if isAccepted {
        accept(connection, space)
      } else {
        answer(connection) { $0.answered(connection, space, isAccepted: false) }
      }
    }
  }

  private func accept(_ connection: SimulatedConnection, _ space: SpaceName) {
    spaces[space]?.connections.insert(connection)
    cluster.record(.open(life, space))
    answer(connection) { $0.answered(connection, space, isAccepted: true) }
  }

  func disconnect(_ connection: SimulatedConnection, from space: SpaceName) {
    asks[space]?.remove(connection)
    spaces[space]?.connections.remove(connection)
  }
}
