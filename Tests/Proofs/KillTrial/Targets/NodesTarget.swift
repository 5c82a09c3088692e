import Glibc
import LocalNodes
import Net

/// Three nodes of a space in a database. The life of an owner ends in one of several ways, by turns, and that of
/// another one begins.
final class NodesTarget: TrialTarget {
  private let program: String
  private let store: String
  /// The database, if its primary is to be killed, too.
  var database: PostgresPair?
  private let space: String
  private var nodes: [TrialNode] = []
  /// The paused owner.
  private var paused: TrialNode?
  /// The owner that is cut off.
  private var cutOff: TrialNode?
  /// The node whose process ends with this life.
  private var ending: TrialNode?
  /// Whether nodes have sent clients away by themselves, which ends this life, too.
  private var hasMoved = false
  /// What has ended this life.
  private var fault: NodeFault?
  private var faultCount = 0
  private var databaseFault: (any Error)?
  private var hasBegun = ContinuousClock.now
  private static let count = 3
  /// What ends a life that no fault has ended: a space goes to the node that it belongs to, or an owner is replaced.
  static let movedByItself = "owner replaced"

  /// - Parameters:
  ///   - store: The URL of a database with the tables.
  ///   - space: An empty space in it.
  init(_ program: String, store: String, space: String) {
    self.program = program
    self.store = store
    self.space = space
  }

  var outputs: [Int32] { nodes.filter { !$0.server.hasEnded }.map(\.server.output) }
  var hasEnded: Bool {
    switch fault {
    case .killed, .paused, .stopped, .primaryKilled, .linksCut, .databaseCut, .followerStopped: true
    // Nobody notices that before a node has been silent for some seconds.
    case .linkCut: hasMoved || nodes.contains(where: \.hasLostLink)
    case nil: hasMoved || nodes.contains(where: \.server.hasEnded)
    }
  }
  var log: String { nodes.map { "\($0.link): \($0.server.log)" }.joined(separator: "\n") }
  var outage: Duration { ContinuousClock.now - hasBegun }
  var hasFailpoints: Bool { false }
  var leavesClients: Bool {
    if hasMoved { return true }
    return switch fault {
    case .primaryKilled, .followerStopped, .linkCut, nil: true
    case .killed, .paused, .stopped, .linksCut, .databaseCut: false
    }
  }
  private var faults: [NodeFault] {
    NodeFault.allCases.filter { !$0.needsDatabase || database != nil }
  }

  private var owner: TrialNode? { nodes.first { $0.role == .owner } }

  /// The ports of all nodes but a paused one, once all are registered. The space is taken when a client wants it.
  var ports: [UInt16] {
    let running = nodes.filter { $0 !== paused }
    let ports = running.compactMap(\.server.port)
    return ports.count == running.count && running.allSatisfy(\.isRegistered) ? ports : []
  }

  func begin(failpoint: String?) throws {
    fault = nil
    nodes.removeAll { $0.server.hasEnded }
    while nodes.count < Self.count {
      let relays = TrialNode.Relays(
        links: try TrialRelay(),
        database: try database.map { try TrialRelay(to: ServerAddress(.unix($0.socket))) })
      nodes.append(
        try TrialNode(
          program, store: store, space: space, through: relays, ["--window", "4ms"]))
    }
  }

  func listen() {
    for node in nodes { node.server.listen() }
    if let paused, hasLost(paused) {
      paused.server.kill(SIGCONT)
      self.paused = nil
    }
    if let cutOff, hasLost(cutOff) {
      cutOff.relays?.setCut(false)
      self.cutOff = nil
    }
  }

  /// Whether a node does not own the space any more, so that another one may take it.
  private func hasLost(_ node: TrialNode) -> Bool {
    let isDead = node.number.map { number in nodes.contains { $0.declaredDead.contains(number) } }
    return node.hasHandedOver || isDead == true
  }

  func end() {
    guard fault == nil, let owner else { return }
    let fault = faults[faultCount % faults.count]
    faultCount += 1
    self.fault = fault
    hasBegun = .now
    owner.hasHandedOver = false
    switch fault {
    case .killed:
      owner.server.kill(SIGKILL)
      ending = owner
    case .stopped:
      owner.server.kill(SIGTERM)
      ending = owner
    case .paused:
      owner.server.kill(SIGSTOP)
      paused = owner
    case .linksCut:
      owner.relays?.links.setCut(true)
      cutOff = owner
    case .linkCut:
      for node in nodes { node.hasLostLink = false }
      owner.relays?.links.cutAllButOldest()
      cutOff = owner
      return
    case .databaseCut:
      owner.relays?.database?.setCut(true)
      cutOff = owner
    case .followerStopped:
      guard let follower = nodes.first(where: { $0 !== owner && $0 !== paused }) else { return }
      follower.server.kill(SIGTERM)
      follower.role = .none
      ending = follower
      return
    case .primaryKilled:
      killPrimary()
      return
    }
    owner.role = .none
  }

  private func killPrimary() {
    do { try database?.killPrimary() } catch { databaseFault = error }
  }

  /// Promotes the standby. The owner may be another one afterwards.
  private func promote() throws {
    if let databaseFault { throw databaseFault }
    try database?.promote()
    guard let socket = database?.socket else { return }
    for node in nodes { node.relays?.database?.setTarget(ServerAddress(.unix(socket))) }
  }

  func reap() throws -> String? {
    if fault == nil, hasMoved, !nodes.contains(where: \.server.hasEnded) {
      hasMoved = false
      hasBegun = .now
      return Self.movedByItself
    }
    hasMoved = false
    guard let fault else { throw LocalServerError.ended("a node has ended by itself\n\(log)") }
    let expected: Int32
    switch fault {
    case .killed: expected = 128 + SIGKILL
    case .stopped, .followerStopped: expected = 0
    case .paused, .linksCut, .databaseCut: return fault.rawValue
    case .linkCut:
      cutOff?.relays?.setCut(false)
      cutOff = nil
      return fault.rawValue
    case .primaryKilled:
      try promote()
      return fault.rawValue
    }
    let status = ending?.server.wait()
    ending?.server.listen()
    ending = nil
    guard status == expected else {
      throw LocalServerError.ended("status \(status.map(String.init) ?? "none")\n\(log)")
    }
    return fault.rawValue
  }

  var movesClients: Bool { true }

  func noteMove() { hasMoved = true }

  func finish() { for node in nodes { node.server.kill(SIGTERM) } }

  func checkEnd() throws {
    for node in nodes {
      let status = node.server.wait()
      guard status == 0 else { throw LocalServerError.ended("status \(status)\n\(log)") }
    }
  }
}

/// How the life of an owner ends.
enum NodeFault: String, CaseIterable {
  case killed = "owner killed"
  /// Longer than its lease.
  case paused = "owner paused"
  case stopped = "owner stopped"
  /// The standby is promoted.
  case primaryKilled = "primary killed"
  /// The other nodes do not reach it.
  case linksCut = "owner cut off from nodes"
  /// One of the other nodes does not reach it.
  case linkCut = "link between two nodes cut"
  case databaseCut = "owner cut off from database"
  /// With `stopped`, what a rolling restart does.
  case followerStopped = "follower stopped"

  var needsDatabase: Bool {
    switch self {
    case .primaryKilled, .databaseCut: true
    case .killed, .paused, .stopped, .linksCut, .linkCut, .followerStopped: false
    }
  }
}
