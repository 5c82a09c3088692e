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
  /// What this process has seen of the renewals of the others.
  var signs = SignsOfLife()
  /// When the lease of another process is over, if that is before the next renewal.
  var nextExpiry: Duration?
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
    return [alarms.earliest, move, nextExpiry].compactMap(\.self).min()
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
    declareExpired(at: now)
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

// Clients and other nodes that want a space.

extension ClusterCoordinator {
  /// Clients of this process want a space. Call this for each one that comes, too: it gets the route.
  public mutating func wanted(_ space: SpaceName) {
    search(for: space)
    searches[space]?.isWanted = true
    announceRoute(of: space)
  }

  /// No client of this process waits for a space any more. Until then its route is remembered.
  public mutating func unwanted(_ space: SpaceName) {
    searches[space]?.isWanted = false
    endIfUnused(space)
  }

  /// Another node has opened a connection here for a space that this process does not serve. It gets a route or is
  /// refused.
  public mutating func asked(_ space: SpaceName) {
    if let ownership = ownerships[space] {
      return ownership.isLeaving ? refuse(space) : announceRoute(of: space)
    }
    search(for: space)
    searches[space]?.isAsked = true
    switch searches[space]?.state {
    case .backingOff, .owner, .asking: read(space)
    case .reading, .taking, .here, nil: break
    }
  }

  /// Begins to look for a space, unless that goes on already.
  private mutating func search(for space: SpaceName) {
    guard searches[space] == nil else { return }
    searches[space] = SpaceSearch()
    if ownerships[space] != nil { searches[space]?.state = .here } else { read(space) }
  }

  mutating func read(_ space: SpaceName) {
    enter(.reading, space)
    actions.append(.locate(space))
  }

  /// Changes the state of a search, and sets its alarm.
  mutating func enter(_ state: SpaceSearch.State, _ space: SpaceName, alarm: Duration? = nil) {
    searches[space]?.state = state
    if let alarm { alarms.set(space, at: alarm) } else { alarms.remove(space) }
  }

  mutating func backOff(_ space: SpaceName, at now: Duration) {
    guard let delay = searches[space]?.nextBackOff() else { return }
    enter(.backingOff, space, alarm: now + delay)
  }

  /// What other nodes wait for is not here.
  mutating func refuseOthers(_ space: SpaceName) {
    guard searches[space]?.isAsked == true else { return }
    searches[space]?.isAsked = false
    refuse(space)
  }

  /// The space was not taken, or not even looked at: others are refused, and clients wait until it is looked at again.
  mutating func retry(_ space: SpaceName, at now: Duration) {
    refuseOthers(space)
    backOff(space, at: now)
    endIfUnused(space)
  }

  mutating func endIfUnused(_ space: SpaceName) {
    if searches[space]?.isUnused == true { end(space) }
  }

  mutating func end(_ space: SpaceName) {
    searches[space] = nil
    alarms.remove(space)
  }

  /// Goes on with the searches whose alarms are due.
  mutating func searchOn(at now: Duration) {
    while case let due = alarms.removeFirst(until: now), !due.isEmpty {
      for space in due { searchOn(for: space, at: now) }
    }
  }

  private mutating func searchOn(for space: SpaceName, at now: Duration) {
    switch searches[space]?.state {
    case .backingOff, .owner: read(space)
    case .asking: askNext(space, at: now)
    case .reading, .taking, .here, nil: break
    }
  }
}
