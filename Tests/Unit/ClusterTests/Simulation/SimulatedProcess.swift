import BoardJournal
import BoardModel
import Cluster
import Simulation

/// A process of a simulated cluster: its coordinator, links, spaces, and clients. It carries out what the coordinator
/// says, and tells it what comes of that.
final class SimulatedProcess {
  unowned let cluster: SimulatedCluster
  private(set) var life: ProcessLife
  private(set) var isRunning = false
  /// Until when the process is stopped by the system.
  var pauseEnd: Duration?
  /// What its clock shows at the beginning.
  private let offset: Duration

  var coordinator = ClusterCoordinator()
  /// The number that its connection to the store uses.
  var number: NodeID?
  /// Whether it was told to stop, or has seen that it drains.
  var knowsToDrain = false
  var isStopping = false
  var links: [NodeID: SimulatedLink] = [:]
  var spaces: [SpaceName: SimulatedSpace] = [:]
  /// The connections of other nodes that wait for a space here.
  var asks: [SpaceName: Set<SimulatedConnection>] = [:]
  var clients: [SpaceName: SimulatedClient] = [:]
  var lastTick: Duration = .zero
  /// What it has seen of others, if a planted bug lets it judge by that.
  var signs = SignsOfLife()
  private var nextWake: Duration?

  init(host: Int, in cluster: SimulatedCluster) {
    self.cluster = cluster
    life = ProcessLife(host: host)
    offset = .seconds(1_000 * cluster.random.below(1_000))
  }

  /// Each life has a certificate of its own.
  var address: NodeAddress {
    NodeAddress(link: "n\(life.host + 1):1", certificate: "SHA256:\(life.number)")
  }

  var isPaused: Bool { pauseEnd.map { $0 > cluster.now } ?? false }

  /// The time on its clock.
  var time: Duration { cluster.now + offset }

  func start() {
    isRunning = true
    cluster.record(.start(life))
    nextWake = nil
    lastTick = cluster.now
    renew()
    tick()
  }

  /// The process ends at once, and with it all its connections.
  func kill() {
    cluster.note("n\(life.host + 1) is killed")
    cluster.record(.kill(life))
    for node in links.keys.sorted() { closeLink(to: node) }
    life.number += 1
    isRunning = false
    pauseEnd = nil
    coordinator = ClusterCoordinator()
    (number, knowsToDrain, isStopping) = (nil, false, false)
    (links, spaces, asks, clients) = ([:], [:], [:], [:])
  }

  /// Performs something in this process after some time.
  func later(_ delay: Duration, _ work: @escaping EventQueue.Work) {
    cluster.deliver(to: self, after: delay, work)
  }

  /// Carries out what the coordinator wants now, and wakes up at its deadline.
  func act() throws {
    guard isRunning else { return }
    for action in coordinator.nextActions(at: time) {
      cluster.note("n\(life.host + 1) \(action)")
      try perform(action)
      cluster.breakAfterAction(self)
    }
    guard let deadline = coordinator.nextDeadline else { return }
    let wake = max(deadline - offset, cluster.now + .milliseconds(1))
    if let nextWake, nextWake <= wake, nextWake > cluster.now { return }
    nextWake = wake
    later(wake - cluster.now) {}
  }

  private func perform(_ action: ClusterAction) throws {
    switch action {
    case .locate(let space): locate(space)
    case .take(let space): try take(space)
    case .declareDead(let node, let renewals): declareDead(node, renewals)
    case .route(let space, let route): passOn(space, route)
    case .refuse(let space): answerAsks(space, isAccepted: false)
    case .unknown, .unusable: throw LawViolation("\(action): there is no such space here")
    case .handOver(let space): try handOver(space)
    case .release(let space, let term): releaseStray(space, term)
    case .drop(let space): end(space)
    case .dropAll: for space in spaces.keys.sorted(by: { $0.string < $1.string }) { end(space) }
    case .connect(let node, _): links[node] = SimulatedLink()
    case .renumber(let former, let node): renumber(former, to: node)
    case .disconnect(let node):
      closeLink(to: node)
      links[node] = nil
    }
  }
}
