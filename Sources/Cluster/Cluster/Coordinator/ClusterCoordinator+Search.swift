import BoardModel

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
