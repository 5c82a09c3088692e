import BoardJournal
import BoardServer
import Libuv
import Logging
import PostgresJournal

/// A node of a cluster: it follows the owner of its space, and becomes the owner when there is none.
struct NodeRun {
  private let setup: NodeSetup
  private let logger: Logger
  /// Serves the space until a signal ends it, or another node is to take over, which it returns as false.
  private let serve: (NodeSetup) throws -> Bool

  /// How long a node that stepped down lets others take over before it does.
  private static let standingBack: Duration = .seconds(10)

  init(_ setup: NodeSetup, logger: Logger, serve: @escaping (NodeSetup) throws -> Bool) {
    self.setup = setup
    self.logger = logger
    self.serve = serve
  }

  /// Runs until a signal ends it.
  func run() throws {
    logger.notice(
      "node",
      metadata: [
        "link": "\(setup.node.address.link)", "at": "\(setup.listening)",
        "space": "\(setup.node.space)",
      ])
    for door in setup.doors where door.port == .lines {
      logger.info("listening", metadata: ["address": "\(door.listener.endpoint, default: "")"])
    }
    defer { setup.watch.forget() }
    var delay: Duration = .zero
    while true {
      switch try Follower(setup, standingBack: delay, logger: logger).run() {
      case .stopped: return
      case .failed(let fault): throw fault
      case .unowned:
        guard let next = try own() else { return }
        delay = next
      }
    }
  }

  /// Owns the space.
  ///
  /// - Returns: How long the node leaves a space to others that nobody owns; nil if a signal has ended it.
  private func own() throws -> Duration? {
    do {
      logger.notice("owning", metadata: ["space": "\(setup.node.space)"])
      return try serve(setup) ? nil : Self.standingBack
    } catch let fault as JournalFault {
      switch fault {
      case .inUse(let reason), .failed(let reason):
        // Whoever owns the space next reads what is stored.
        logger.warning("not the owner any more", metadata: ["reason": "\(reason)"])
        return .zero
      case .damaged, .unusable: throw fault
      }
    }
  }
}
