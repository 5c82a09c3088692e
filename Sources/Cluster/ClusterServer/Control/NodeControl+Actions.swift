import BoardJournal
import BoardModel
import BoardServer
import Cluster
import Libuv
import Logging
import Net
import NodeLink
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
    case .declareDead(let node): declareDead(node)
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

  func declareDead(_ node: NodeID) {
    let question: Question<Bool> = { (lease, _) throws(JournalFault) in
      try lease.declareDead(node)
    }
    ask(question) { [unowned self] in
      guard case .success(let isDead) = $0 else { return }
      if isDead { logger.notice("declared a node dead", metadata: ["node": "\(node)"]) }
      coordinator.declared(node, isDead: isDead, at: now)
    }
  }

  func route(_ space: SpaceName, to node: NodeID) {
    router.route(space, to: node)
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
