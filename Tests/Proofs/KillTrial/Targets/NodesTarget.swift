import Glibc
import LocalNodes
import Net

/// Three nodes of a space in a database. The life of an owner ends in one of several ways, by turns, and that of
/// another one begins.
final class NodesTarget: TrialTarget {
  private let program: String
  private let store: String
  /// The database, if something is to happen to it, too.
  let database: PostgresPair?
  private let space: String
  /// The default space of the nodes.
  private let defaultSpace: String
  var nodes: [TrialNode] = []
  /// The paused owner.
  var paused: TrialNode?
  /// The owner that is cut off.
  var cutOff: TrialNode?
  /// The node whose process ends with this life.
  var ending: TrialNode?
  /// What is executed in the database meanwhile.
  var statement: RunningStatement?
  /// Whether nodes have sent clients away by themselves, which ends this life, too.
  private var hasMoved = false
  /// What has ended this life.
  private(set) var fault: NodeFault?
  private var faultCount = 0
  /// Why the fault could not be caused.
  private var failure: (any Error)?
  private var hasBegun = ContinuousClock.now
  private static let count = 3
  /// What ends a life that no fault has ended: a space goes to the node that it belongs to, or an owner is replaced.
  static let movedByItself = "owner replaced"

  /// - Parameters:
  ///   - store: The URL of a database with the tables.
  ///   - space: An empty space in it.
  ///   - defaultSpace: That of the nodes, which need not be there.
  init(
    _ program: String, store: String, space: String, defaultSpace: String,
    in database: PostgresPair? = nil
  ) {
    (self.program, self.store, self.database) = (program, store, database)
    (self.space, self.defaultSpace) = (space, defaultSpace)
  }

  var outputs: [Int32] { nodes.filter { !$0.server.hasEnded }.map(\.server.output) }
  var hasEnded: Bool {
    switch fault {
    // Nobody notices that before a node has been silent for some seconds.
    case .linkCut: hasMoved || nodes.contains(where: \.hasLostLink)
    case nil: hasMoved || nodes.contains(where: \.server.hasEnded)
    case let fault?: failure != nil || outage >= fault.course.duration
    }
  }
  var log: String { nodes.map { "\($0.link): \($0.server.log)" }.joined(separator: "\n") }
  var outage: Duration { ContinuousClock.now - hasBegun }
  var servingLimit: Duration { .seconds(30) }
  var hasFailpoints: Bool { false }
  var leavesClients: Bool { hasMoved || fault?.course.leavesClients != false }
  var isDatabaseAway: Bool { fault == .primaryKilled }
  var waitCount: Int { nodes.reduce(formerWaitCount) { $0 + $1.waitCount } }
  /// That of nodes that have ended.
  private var formerWaitCount = 0
  /// What one of them has said of damage.
  private var damage: String?
  /// The most connections that the database has had while a standby stalled.
  var connectionCount = 0

  var owner: TrialNode? { nodes.first { $0.role == .owner } }

  /// The ports of all nodes but a paused one, once all are registered. The space is taken when a client wants it.
  var ports: [UInt16] {
    let running = nodes.filter { $0 !== paused }
    let ports = running.compactMap(\.server.port)
    return ports.count == running.count && running.allSatisfy(\.isRegistered) ? ports : []
  }

  func begin(failpoint: String?) throws {
    fault = nil
    guard !nodes.contains(where: \.server.hasEnded) else {
      throw LocalServerError.ended("a node has ended by itself\n\(log)")
    }
    while nodes.count < Self.count {
      nodes.append(
        try TrialNode(
          program, store: store, space: defaultSpace, through: .init(before: database),
          ["--window", "4ms"]))
    }
  }

  func listen() throws {
    for node in nodes { node.server.listen() }
    if let paused, hasLost(paused) {
      paused.server.kill(SIGCONT)
      self.paused = nil
    }
    if let cutOff, hasLost(cutOff) {
      cutOff.relays?.setCut(false)
      self.cutOff = nil
    }
    if let damage = damage ?? nodes.lazy.compactMap(\.damage).first {
      throw LocalServerError.ended(damage)
    }
    if nodes.contains(where: \.hasLoss) { try acceptLoss() }
  }

  /// Whether a node does not own the space any more, so that another one may take it.
  private func hasLost(_ node: TrialNode) -> Bool {
    let isDead = node.number.map { number in nodes.contains { $0.declaredDead.contains(number) } }
    return node.hasHandedOver || isDead == true
  }

  /// Lets the space go on without what the promoted standby lacks, as an operator does.
  private func acceptLoss() throws {
    for node in nodes { node.hasLoss = false }
    guard let database, !database.isSynchronous else {
      throw LocalServerError.ended("the database has lost something\n\(log)")
    }
    let state = "SELECT state FROM dropline.space WHERE name = '\(space)'"
    guard try database.execute(state) == "restored\n" else { return }
    let command = try LocalServer(
      [program, "space", "accept-loss", space, "--store", database.address])
    guard command.wait() == 0 else { throw LocalServerError.ended("the loss is not accepted") }
  }

  func end() {
    guard fault == nil, let owner else { return }
    let faults = NodeFault.all(in: database)
    let fault = faults[faultCount % faults.count]
    faultCount += 1
    self.fault = fault
    hasBegun = .now
    owner.hasHandedOver = false
    do { try begin(fault, of: owner, space: space) } catch { failure = error }
  }

  func reap() throws -> String? {
    defer { hasMoved = false }
    guard let fault else {
      guard hasMoved, !nodes.contains(where: \.server.hasEnded) else {
        throw LocalServerError.ended("a node has ended by itself\n\(log)")
      }
      hasBegun = .now
      return Self.movedByItself
    }
    if let failure { throw failure }
    // A client that is sent away ends its life before that.
    let rest = fault.course.duration - outage
    if rest > .zero { usleep(UInt32(rest / .microseconds(1))) }
    try end(fault)
    if fault.course.duration > .zero { hasBegun = .now }
    try reapEnding(status: fault.course.status)
    return fault.rawValue
  }

  /// Waits until the node is dead that was ended.
  private func reapEnding(status expected: Int32?) throws {
    guard let ending else { return }
    let status = ending.server.wait()
    ending.server.listen()
    guard status == expected else {
      throw LocalServerError.ended("status \(status)\n\(log)")
    }
    remove(ending)
    self.ending = nil
  }

  /// Forgets a node that has ended.
  func remove(_ node: TrialNode) {
    formerWaitCount += node.waitCount
    damage = damage ?? node.damage
    nodes.removeAll { $0 === node }
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
