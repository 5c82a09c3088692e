import BoardAuthority
import BoardJournal
import BoardModel
import BoardServer
import Cluster
import Libuv
import Logging
import Net
import PostgresJournal

// What the coordinator wants.

extension NodeControl {
  /// Does what the coordinator wants, until it wants nothing.
  func act() {
    var actions = coordinator.nextActions(at: now)
    while !actions.isEmpty {
      for action in actions { perform(action) }
      actions = coordinator.nextActions(at: now)
    }
    if let deadline = coordinator.nextDeadline {
      deadlineTimer?.start(after: max(.zero, deadline - now))
    } else {
      deadlineTimer?.stop()
    }
  }

  func perform(_ action: ClusterAction) {
    switch action {
    case .locate(let space): locate(space)
    case .take(let space): take(space)
    case .declareDead(let node, let renewals): declareDead(node, renewals)
    case .route(_, .here): break
    case .route(let space, .to(let node)): route(space, to: node)
    case .refuse(let space): router.refuseOthers(space)
    case .unknown(let space): router.fail(space, .unknownSpace)
    case .unusable(let space, let reason): fail(space, because: reason)
    case .handOver(let space): handOver(space)
    case .release(let space, let term):
      let question: Question<Void> = { (lease, _) throws(JournalFault) in
        try lease.release(space, term: term)
      }
      ask(question) { _ in }
    case .drop(let space): drop(space)
    case .dropAll:
      logger.warning("not the owner any more", metadata: ["reason": "declared dead"])
      for space in Array(open.keys) { drop(space) }
    case .connect(let node, let address): connect(node, address)
    case .renumber(let former, let node):
      links[node] = links.removeValue(forKey: former)
      router.renumber(former, to: node)
    case .disconnect(let node):
      links[node] = nil
      router.disconnect(node)
    }
  }

  func locate(_ space: SpaceName) {
    let question: Question<SpaceLocation> = { (lease, _) throws(JournalFault) in
      try lease.locate(space)
    }
    ask(question) { [unowned self] in
      switch $0 {
      case .success(let location): coordinator.located(space, location, at: now)
      case .failure: coordinator.locateFailed(space, at: now)
      }
    }
  }

  func declareDead(_ node: NodeID, _ renewals: Int) {
    let question: Question<Bool> = { (lease, _) throws(JournalFault) in
      try lease.declareDead(node, after: renewals)
    }
    ask(question) { [unowned self] in
      guard case .success(let isDead) = $0 else { return }
      if isDead { logger.notice("declared a node dead", metadata: ["node": "\(node)"]) }
      coordinator.declared(node, isDead: isDead, at: now)
    }
  }

  func route(_ space: SpaceName, to node: NodeID) {
    router.route(space, to: node)
    unusable[space] = nil
    let link = links[node]?.link ?? ""
    guard logged[space] != link else { return }
    logged[space] = link
    logger.info("following", metadata: ["space": "\(space)", "owner": "\(link)"])
  }

  func connect(_ node: NodeID, _ address: NodeAddress) {
    guard let place = SocketAddress(link: address.link) else {
      return logger.error("a node has no valid link", metadata: ["link": "\(address.link)"])
    }
    links[node] = address
    router.connect(to: node, at: place, address)
  }

}

extension SocketAddress {
  /// Reads what a node has registered: a numeric address and a port.
  fileprivate init?(link: String) {
    guard case .host(let host, let port)? = ServerAddress.Place(hostAndPort: link),
      let address = try? SocketAddress(host: host, port: port)
    else { return nil }
    self = address
  }
}

// The spaces that the node takes and gives away.

extension NodeControl {
  func take(_ space: SpaceName) {
    loader.load(space, files: space == defaultSpace ? files : []) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let loaded): didLoad(space, loaded)
      case .failure(.inUse): coordinator.took(space, .owned, at: now)
      case .failure(.failed(let reason)):
        logger.warning(
          "a space cannot be loaded", metadata: ["space": "\(space)", "reason": "\(reason)"])
        unusable[space] = (reason, now)
        coordinator.took(space, .failed, at: now)
      case .failure(let fault):
        coordinator.took(space, .unusable(fault.description), at: now)
      }
      act()
    }
  }

  func didLoad(_ space: SpaceName, _ loaded: LoadedSpace) {
    open[space] = loaded
    (logged[space], unusable[space]) = (nil, nil)
    logger.notice("owning", metadata: ["space": "\(space)"])
    var setup = loaded.setup
    setup.access = access?.rules(of: space)
    router.open(setup, named: space)
    coordinator.took(space, .taken, at: now)
  }

  func fail(_ space: SpaceName, because reason: String) {
    if logged[space] != reason {
      logger.error(
        "a space cannot be served", metadata: ["space": "\(space)", "reason": "\(reason)"])
    }
    logged[space] = reason
    unusable[space] = (reason, now)
    router.fail(space, .unavailable)
  }

  func handOver(_ space: SpaceName) {
    if open[space] == nil { return coordinator.released(space, at: now) }
    logger.notice("handing over", metadata: ["space": "\(space)"])
    router.handOver(space)
  }

  func drop(_ space: SpaceName) {
    guard let loaded = open.removeValue(forKey: space) else { return }
    logger.warning("not the owner any more", metadata: ["space": "\(space)"])
    router.drop(space)
    loader.release(loaded.journal) {}
  }

  package func didEnd(_ space: SpaceName, _ end: SpaceEnd) {
    guard let loaded = open.removeValue(forKey: space) else { return }
    switch end {
    case .stopped: logger.info("released", metadata: ["space": "\(space)"])
    case .failed(.inUse(let reason)):
      logger.warning(
        "not the owner any more", metadata: ["space": "\(space)", "reason": "\(reason)"])
    case .failed(let fault):
      logger.critical("\(fault)", metadata: ["space": "\(space)"])
    }
    loader.release(loaded.journal) { [weak self] in
      guard let self else { return }
      coordinator.released(space, at: now)
      act()
    }
  }

  /// Releases the spaces that nobody uses.
  func releaseIdle() {
    for space in router.idleSpaces(for: Self.idleTime) {
      coordinator.releasing(space)
      handOver(space)
    }
  }
}

// What the router of the server tells.

extension NodeControl: SpaceDirectory {
  package func want(_ space: SpaceName, isAsked: Bool) {
    if isAsked { coordinator.asked(space) } else { coordinator.wanted(space) }
    actSoon()
  }

  package func release(_ space: SpaceName) {
    coordinator.unwanted(space)
    actSoon()
  }

  package func didAccept(_ space: SpaceName, by node: NodeID) {
    coordinator.accepted(space, by: node)
    actSoon()
  }

  package func didRefuse(_ space: SpaceName, by node: NodeID) {
    coordinator.refused(space, by: node, at: now)
    actSoon()
  }

  package func didMove(_ space: SpaceName, from node: NodeID) {
    coordinator.moved(space, from: node)
    actSoon()
  }

  package func linkDidChange(to node: NodeID, isUp: Bool) {
    coordinator.linkIsUp(node, isUp, at: now)
    actSoon()
  }

  package func stop() {
    isStopping = true
    coordinator.stop()
    actSoon()
  }

  /// Acts in the next turn: the router is in the middle of something.
  func actSoon() { deadlineTimer?.start(after: .zero) }
}
