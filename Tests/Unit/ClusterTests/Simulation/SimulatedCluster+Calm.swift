import BoardJournal
import BoardModel
import Simulation

@testable import Cluster

/// Where a client is: at one host, for one space.
struct ClientPlace: Hashable {
  let host: Int
  let space: SpaceName
}

// What must hold when nothing breaks any more.

extension SimulatedCluster {
  /// The time within which each client is served when the faults end: 5 s until others may be declared dead after an
  /// outage, two renewals before and after that, and one more to find the new owner.
  static let returnTime: Duration = .milliseconds(8_500)
  /// The time within which each space is at the node that should own it when the faults end, and a second for each
  /// space: until a process is back or dead, until that is settled, and for the clients to follow.
  static let moveTime: Duration = .seconds(8 + 10 + 5)

  /// Runs all faults and the calm after them.
  func runAll() throws {
    plan()
    try run(until: Self.faultTime)
    heal()
    let wanted = spaces.filter { _ in random.percent(80) }
    disconnectClients(of: spaces.filter { !wanted.contains($0) })
    try connectClients(clientPlaces.filter { wanted.contains($0.space) && random.percent(70) })
    try awaitReturn()
    try awaitMoves()
    try awaitSilence()
  }

  private func disconnectClients(of spaces: [SpaceName]) {
    for host in hosts {
      host.later(.zero) { [unowned host] in
        for space in spaces { host.disconnectClient(space) }
      }
    }
  }

  func connectClients(_ places: [ClientPlace]) throws {
    for place in places {
      let host = hosts[place.host]
      host.later(.zero) { [unowned host] in
        if host.clients[place.space] == nil { host.connectClient(place.space) }
      }
    }
    try run(until: now)
  }

  /// Each client is served, though perhaps not all at the same time.
  private func awaitReturn() throws {
    var waiting = clientPlaces
    watch.counts.longestReturn = try wait(atMost: Self.returnTime) {
      waiting = waiting.filter { !isServed($0) }
      return waiting.isEmpty
    }
  }

  /// Each space is at the node that should own it, and each client is served.
  private func awaitMoves() throws {
    let limit = Self.moveTime + .seconds(spaces.count)
    try wait(atMost: Self.faultTime + limit - now) { isSettled }
    watch.counts.longestMove = now - Self.faultTime
  }

  /// Without clients, nothing is left, and no process that runs owns anything.
  private func awaitSilence() throws {
    disconnectClients(of: spaces)
    try run(until: now + .seconds(12))
    for host in hosts where host.coordinator.hasSpaces {
      throw LawViolation("n\(host.life.host + 1) still knows of spaces")
    }
    for (space, row) in store.spaces {
      guard let owner = row.owner, !store.isDead(owner) else { continue }
      throw LawViolation("\(owner) owns \(space), which nobody wants")
    }
  }

  /// Runs until a condition holds.
  ///
  /// - Returns: How long that took, in steps of a tenth of a second.
  @discardableResult
  func wait(atMost limit: Duration, until condition: () -> Bool) throws -> Duration {
    let begin = now
    while !condition() {
      try run(until: now + .milliseconds(100))
      if now - begin > limit { throw LawViolation("not there after \(now - begin)") }
    }
    return now - begin
  }
}

extension ClusterCoordinator {
  /// Whether it has any state of spaces.
  fileprivate var hasSpaces: Bool {
    !searches.isEmpty || !ownerships.isEmpty || !unexpectedTerms.isEmpty || !passedOn.isEmpty
      || nextDeadline != nil
  }
}

// Where clients and spaces are.

extension SimulatedCluster {
  var clientPlaces: [ClientPlace] {
    hosts.indices.flatMap { host in spaces.map { ClientPlace(host: host, space: $0) } }
  }

  /// Whether a client has what it wants: the owner of the space serves it.
  func isServed(_ place: ClientPlace) -> Bool {
    let (host, space) = (hosts[place.host], place.space)
    switch host.clients[space] {
    case nil: return true
    case .waiting, .returning: return false
    case .served(nil, _): return host.coordinator.serves(space)
    case .served(let connection?, let node):
      let owner = node.flatMap(process)
      return owner?.spaces[space]?.connections.contains(connection) ?? false
    }
  }

  var areAllServed: Bool { clientPlaces.allSatisfy(isServed) }

  /// Whether each space that somebody wants is at the node that should own it, and all clients are served.
  var isSettled: Bool {
    let placement = Placement(store.view(of: NodeID(0)).nodes)
    return areAllServed
      && spaces.allSatisfy { space in
        let isWanted = hosts.contains { $0.clients[space] != nil }
        let row = store.spaces[space]
        return !isWanted || row?.owner == placement.winner(of: space, pinned: row?.pinned)
      }
  }
}
