import BoardJournal
import BoardModel

/// The decisions of one process of a cluster: where the spaces are that its clients want, which ones it takes and which
/// it gives away, and which other processes it declares dead.
///
/// Events go in, each with its time on a monotonic clock that counts while the machine sleeps; `nextActions` returns
/// what to do. The coordinator does no I/O, reads no clock, and decides the same for the same events.
///
/// A decision may be wrong because something has changed since: each is checked by the database when it is carried out.
///
/// - Invariant: A space is searched for, owned by this process, both, or not in the coordinator at all.
/// - Invariant: A space that is searched for is `here` if and only if this process owns it.
public struct ClusterCoordinator: Sendable {
  /// What the process saw when it renewed its lease last, without the nodes that it has declared dead since.
  var view: ClusterView?
  var renewals = RenewalHistory()
  var links = LinkStates()
  /// The nodes that can own spaces.
  var placement = Placement([])
  var isolation = Isolation()
  private var isStopping = false

  /// The spaces that clients or other nodes want from this process.
  var searches: [SpaceName: SpaceSearch] = [:]
  var alarms = Alarms()
  /// The spaces that this process owns.
  var ownerships: [SpaceName: Ownership] = [:]
  /// When spaces that another node wins are handed over.
  var moves = Alarms()
  /// The earliest time of the next such hand-over.
  var nextMove: Duration = .zero
  /// The spaces that were handed over because another node wins them, and until when that is remembered.
  var passedOn: [SpaceName: Duration] = [:]
  /// The spaces that this process owned without having them when it renewed its lease last, with their terms.
  var unexpectedTerms: [SpaceName: Int] = [:]

  /// What is to be done, in this order; then the refusals and the routes.
  var actions: [ClusterAction] = []
  private var refusals: Set<SpaceName> = []
  /// The spaces of which those that wait are told the route.
  private var announcements: Set<SpaceName> = []

  public init() {}
}

// Queries.

extension ClusterCoordinator {
  /// The number of the process; nil before it has renewed its lease.
  public var me: NodeID? { view?.me }

  /// Whether the process may execute commands at this time. Effects of committed groups may always be released.
  public func mayExecute(at now: Duration) -> Bool { renewals.isGood(at: now) }

  /// The links that this process does not reach, for its row.
  public func unreached(at now: Duration) -> Set<String> { links.unreached(at: now) }

  /// Whether the process gives its spaces away and takes none, because it stops or an operator wants so.
  public var isDraining: Bool {
    isStopping || ownRow?.state == .draining
  }

  /// Whether the process gives its spaces away and takes none, because too few nodes reach it.
  public var isIsolated: Bool { isolation.isIsolated }

  /// Whether this process owns a space and is not about to hand it over.
  public func serves(_ space: SpaceName) -> Bool {
    ownerships[space].map { !$0.isLeaving } ?? false
  }

  /// The spaces that this process owns, those included that it is about to hand over.
  public var ownedSpaces: Set<SpaceName> { Set(ownerships.keys) }

  /// When `nextActions` is wanted at the latest if nothing else happens.
  public var nextDeadline: Duration? {
    let move = moves.earliest.map { max($0, nextMove) }
    return [alarms.earliest, move].compactMap(\.self).min()
  }

  /// Whether this process takes spaces.
  func mayTake(at now: Duration) -> Bool { mayExecute(at: now) && !givesAway }

  var ownRow: NodeRow? { view.flatMap { view in view.nodes.first { $0.id == view.me } } }

  var givesAway: Bool { isDraining || isIsolated }
}

// Actions.

extension ClusterCoordinator {
  /// What is to be done, in this order. Call this after each event and at each deadline.
  public mutating func nextActions(at now: Duration) -> [ClusterAction] {
    searchOn(at: now)
    handOverNext(at: now)
    let refused = refusals.sorted { $0.string < $1.string }
    let announced = announcements.sorted { $0.string < $1.string }
    let routes = announced.compactMap { space in
      route(of: space).map { ClusterAction.route(space, $0) }
    }
    defer { (actions, refusals, announcements) = ([], [], []) }
    return actions + refused.map { .refuse($0) } + routes
  }

  /// The process stops: it gives all its spaces away.
  public mutating func stop() {
    isStopping = true
    handOverAll()
  }

  mutating func refuse(_ space: SpaceName) { refusals.insert(space) }

  mutating func announceRoute(of space: SpaceName) { announcements.insert(space) }

  private func route(of space: SpaceName) -> SpaceRoute? {
    if ownerships[space] != nil { return serves(space) ? .here : nil }
    return searches[space]?.target.flatMap { links.isUp($0) ? .to($0) : nil }
  }
}
