import BoardJournal
import BoardModel
import Cluster

/// The coordinator of node 1 with what it is told, and a clock.
///
/// Node 1 is at `n1:1`. Spaces are named after the node that should own them: the placement prefers node 2 for
/// `SpaceName.of(2)`.
struct CoordinatorScene {
  var coordinator = ClusterCoordinator()
  var now: Duration = .seconds(100)
  var me = NodeID(1)
  var nodes: [NodeRow]
  var owned: [OwnedSpace] = []
  /// The nodes that do not renew their leases.
  var silent: Set<NodeID> = []

  /// Nodes with numbers from 1, the first of which has renewed its lease for a minute and reaches all others.
  init(nodes count: Int = 3) {
    nodes = (1...count).map { NodeRow($0) }
    renew()
    for node in nodes.dropFirst() { coordinator.linkIsUp(node.id, true, at: now) }
    pass(.seconds(60))
    _ = coordinator.nextActions(at: now)
  }

  /// Renews the lease, with an answer after a hundredth of a second.
  mutating func renew() {
    let sentAt = now
    now += .milliseconds(10)
    for index in nodes.indices where !silent.contains(nodes[index].id) {
      nodes[index].renewals += 1
    }
    coordinator.renewed(
      ClusterView(me: me, nodes: nodes, owned: owned), sentAt: sentAt, at: now)
  }

  /// Lets time pass in steps of a second, with a renewal after each.
  ///
  /// - Returns: The actions meanwhile.
  @discardableResult
  mutating func pass(_ time: Duration) -> [ClusterAction] {
    let end = now + time
    var all: [ClusterAction] = []
    while now + .milliseconds(1_010) <= end {
      all += advance(.seconds(1))
      renew()
      all += actions()
    }
    return all + advance(end - now)
  }

  /// Lets time pass without renewals. Each deadline is met exactly.
  @discardableResult
  mutating func advance(_ time: Duration) -> [ClusterAction] {
    let end = now + time
    var all = actions()
    while let next = coordinator.nextDeadline, next <= end {
      now = max(now, next)
      all += actions()
    }
    now = end
    return all + actions()
  }

  /// That a node is declared dead which has not renewed its lease since.
  func declaration(_ number: Int) -> ClusterAction {
    let row = nodes.first { $0.id == NodeID(number) }
    return .declareDead(NodeID(number), renewals: row?.renewals ?? 0)
  }

  mutating func actions() -> [ClusterAction] { coordinator.nextActions(at: now) }

  /// A client wants a space, whose row says this.
  @discardableResult
  mutating func want(_ space: SpaceName, _ location: SpaceLocation) -> [ClusterAction] {
    coordinator.wanted(space)
    _ = actions()
    coordinator.located(space, location, at: now)
    return actions()
  }

  /// A client wants a space that this node takes.
  mutating func own(_ space: SpaceName = .of(1), pinned: String? = nil) {
    coordinator.asked(space)
    _ = actions()
    coordinator.located(space, .found(owner: nil, pinned: pinned), at: now)
    _ = actions()
    coordinator.took(space, .taken, at: now)
    _ = actions()
    owned.append(OwnedSpace(name: space, term: 1, pinned: pinned))
  }
}

extension SpaceLocation {
  static let free = found(owner: nil, pinned: nil)

  static func owned(by number: Int) -> Self { .found(owner: NodeID(number), pinned: nil) }
}

extension SpaceName {
  /// One of the spaces that this node of five wins, then the others in the order of their numbers.
  static func of(_ number: Int, _ index: Int = 0) -> SpaceName { won[NodeID(number)]![index] }

  private static let won: [NodeID: [SpaceName]] = {
    let nodes = (1...5).map { NodeRow($0) }
    let names = (0..<4_000).map { SpaceName("s\($0)")! }
    return Dictionary(grouping: names) { name in
      let ranking = Placement.ranking(of: name, pinned: nil, among: nodes)
      return ranking.dropFirst().elementsEqual(ranking.dropFirst().sorted())
        ? ranking[0] : NodeID(0)
    }
  }()
}

extension ClusterAction {
  /// Whether this gives a space away.
  var isHandOver: Bool { if case .handOver = self { true } else { false } }
}
