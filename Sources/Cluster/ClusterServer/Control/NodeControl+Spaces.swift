import BoardAuthority
import BoardJournal
import BoardModel
import BoardServer
import Cluster
import Libuv
import Logging
import NodeLink

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
        coordinator.took(space, .failed, at: now)
      case .failure(let fault):
        coordinator.took(space, .unusable(fault.description), at: now)
      }
      act()
    }
  }

  func didLoad(_ space: SpaceName, _ loaded: LoadedSpace) {
    open[space] = loaded
    logged[space] = nil
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
