import BoardJournal
import BoardModel
import Cluster

/// The tables of the nodes and spaces, in memory. Each function is a statement: it is executed as a whole.
struct SimulatedStore {
  struct Node {
    /// The process that registered: the index of its host, and which life of it.
    let process: ProcessLife
    let address: NodeAddress
    var isDead = false
    var renewals = 0
    /// When it was renewed last, which only the laws may know.
    var lastRenewal: Duration
    /// When its lease is over by the clock of the store, by which nobody may judge.
    var leaseEnd: Duration
    var unreached: Set<String> = []
  }

  struct Space {
    var owner: NodeID?
    var term = 0
    var groups = 0
    var pinned: String?
    /// The term that began when an operator took the space away last.
    var seizedTerm = 0
    /// The term of the last group.
    var lastTerm = 0
  }

  private(set) var nodes: [NodeID: Node] = [:]
  var spaces: [SpaceName: Space] = [:]
  /// What operators want of the hosts.
  var weights: [String: Int] = [:]
  var draining: Set<String> = []
  private(set) var violation: LawViolation?
  /// How far the clock of the store has been set forward.
  var clockStep: Duration = .zero
  let bug: PlantedClusterBug?

  init(bug: PlantedClusterBug?) { self.bug = bug }
}

/// One life of a process: from its start until it is killed or ends.
struct ProcessLife: Hashable {
  let host: Int
  var number = 0
}

// Nodes.

extension SimulatedStore {
  mutating func register(_ process: ProcessLife, _ address: NodeAddress, at now: Duration) -> NodeID
  {
    let id = NodeID(nodes.count + 1)
    nodes[id] = Node(
      process: process, address: address, lastRenewal: now,
      leaseEnd: now + clockStep + ClusterTimes.lease)
    return id
  }

  /// Renews a lease, unless the node was declared dead.
  mutating func renew(_ node: NodeID, unreached: Set<String>, at now: Duration) -> Bool {
    guard nodes[node]?.isDead == false else { return false }
    nodes[node]?.renewals += 1
    nodes[node]?.lastRenewal = now
    nodes[node]?.leaseEnd = now + clockStep + ClusterTimes.lease
    nodes[node]?.unreached = unreached
    if bug == .clockOfStore { declareByClock(at: now + clockStep) }
    return true
  }

  /// Declares a node dead if it has not renewed its lease more often than this.
  ///
  /// - Returns: Whether it is dead now.
  mutating func declareDead(_ node: NodeID, after renewals: Int) -> Bool {
    if nodes[node]?.renewals == renewals || bug == .anyRenewals { nodes[node]?.isDead = true }
    return isDead(node)
  }

  private mutating func declareByClock(at time: Duration) {
    for node in nodes.keys where nodes[node]!.leaseEnd < time { nodes[node]?.isDead = true }
  }

  /// A process that ends gives its number back.
  mutating func end(_ node: NodeID) { nodes[node]?.isDead = true }

  func isDead(_ node: NodeID) -> Bool { nodes[node]?.isDead ?? true }

  /// The life that a number is the last one of; nil if it has got another one since.
  func life(of node: NodeID) -> ProcessLife? {
    let life = nodes[node]?.process
    return nodes.contains { $0.key > node && $0.value.process == life } ? nil : life
  }

  func view(of me: NodeID) -> ClusterView {
    let alive = nodes.filter { !$0.value.isDead }.sorted { $0.key < $1.key }
    let owned = spaces.filter { $0.value.owner == me }.sorted { $0.key.string < $1.key.string }
    return ClusterView(
      me: me, nodes: alive.map { row(of: $0.key, $0.value) },
      owned: owned.map { OwnedSpace(name: $0.key, term: $0.value.term, pinned: $0.value.pinned) })
  }

  private func row(of id: NodeID, _ node: Node) -> NodeRow {
    let link = node.address.link
    return NodeRow(
      id, address: node.address, state: draining.contains(link) ? .draining : .serving,
      renewals: node.renewals, weight: weights[link] ?? 1, unreached: node.unreached)
  }
}

// Spaces.

extension SimulatedStore {
  func locate(_ space: SpaceName) -> SpaceLocation {
    spaces[space].map { .found(owner: $0.owner, pinned: $0.pinned) } ?? .unknown
  }

  /// Takes a space for a live process if nobody owns it, or a dead process or the same one does.
  ///
  /// - Returns: The term and the number of groups; nil if another process owns it.
  mutating func take(_ space: SpaceName, by node: NodeID) -> (term: Int, groups: Int)? {
    guard var row = spaces[space] else { return nil }
    let isFree = row.owner.map { $0 == node || isDead($0) } ?? true
    guard !isDead(node), isFree || bug == .takeFromLiving else { return nil }
    (row.owner, row.term, row.groups) = (node, row.term + 1, row.groups + 1)
    spaces[space] = row
    return (row.term, row.groups)
  }

  /// - Returns: Whether the process has owned it.
  mutating func release(_ space: SpaceName, term: Int, by node: NodeID) -> Bool {
    guard let row = spaces[space], row.owner == node, row.term == term else { return false }
    spaces[space]?.owner = nil
    return true
  }

  /// Takes a space away from its owner.
  mutating func seize(_ space: SpaceName) {
    guard var row = spaces[space] else { return }
    (row.owner, row.term, row.seizedTerm) = (nil, row.term + 1, row.term + 1)
    spaces[space] = row
  }

  /// Appends a group after so many others, unless somebody has taken the space since.
  ///
  /// - Returns: Whether it is there now, whichever of several tries wrote it.
  mutating func append(_ space: SpaceName, term: Int, groups: Int) -> Bool {
    guard var row = spaces[space], row.term == term || bug == .noTerm else { return false }
    if row.groups == groups + 1 { return true }
    guard row.groups == groups || bug == .noTerm else { return false }
    if term < row.lastTerm {
      violation = LawViolation("\(space) has a group of a former owner after one of the next")
    }
    (row.groups, row.lastTerm) = (groups + 1, term)
    spaces[space] = row
    return true
  }
}
