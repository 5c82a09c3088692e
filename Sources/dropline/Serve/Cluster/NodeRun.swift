import BoardJournal
import BoardServer
import Libuv
import Logging
import PostgresJournal

/// A node of a cluster: it follows the owner of its space, and becomes the owner when there is none.
struct NodeRun {
  private let setup: NodeSetup
  private let logger: Logger
  /// Serves the space until a signal ends it.
  private let serve: (NodeSetup) throws -> Void

  init(_ setup: NodeSetup, logger: Logger, serve: @escaping (NodeSetup) throws -> Void) {
    self.setup = setup
    self.logger = logger
    self.serve = serve
  }

  /// Runs until a signal ends it.
  func run() throws {
    logger.notice(
      "node", metadata: ["link": "\(setup.node.address.link)", "space": "\(setup.node.space)"])
    for door in setup.doors where door.port == .lines {
      logger.info("listening", metadata: ["address": "\(door.listener.endpoint, default: "")"])
    }
    defer { setup.watch.forget() }
    while true {
      switch try Follower(setup, logger: logger).run() {
      case .stopped: return
      case .failed(let fault): throw fault
      case .unowned: if try own() { return }
      }
    }
  }

  /// Owns the space.
  ///
  /// - Returns: Whether a signal has ended that; otherwise another node has the space now.
  private func own() throws -> Bool {
    do {
      logger.notice("owning", metadata: ["space": "\(setup.node.space)"])
      try serve(setup)
      return true
    } catch let fault as JournalFault {
      switch fault {
      case .inUse(let reason), .failed(let reason):
        // Whoever owns the space next reads what is stored.
        logger.warning("not the owner any more", metadata: ["reason": "\(reason)"])
        return false
      case .damaged, .unusable: throw fault
      }
    }
  }
}
