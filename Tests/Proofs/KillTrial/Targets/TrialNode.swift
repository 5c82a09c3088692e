import Libuv
import LocalNodes
import Net

/// A node, and what its log says of it.
package final class TrialNode {
  package enum Role: Equatable {
    case none
    case owner
    case follower(of: String)
  }

  package let server: LocalServer
  package internal(set) var role = Role.none
  package private(set) var link = ""
  /// The number by which the others know it; nil before they do.
  private(set) var number: String?
  package var isRegistered: Bool { number != nil }
  /// The numbers of the nodes that it has declared dead.
  private(set) var declaredDead: Set<String> = []
  /// Whether it has given the space away since this was last set.
  var hasHandedOver = false
  /// Whether it has lost a link to a silent node since this was last set.
  var hasLostLink = false
  /// What it and the others reach through relays; nil if nothing.
  let relays: Relays?

  /// Relays that can be cut.
  struct Relays {
    /// What the others reach the node through.
    let links: TrialRelay
    /// What it reaches its database through, if that can be cut.
    let database: TrialRelay?

    func setCut(_ isCut: Bool) {
      links.setCut(isCut)
      database?.setCut(isCut)
    }
  }

  /// Starts a node at free ports.
  ///
  /// - Parameter words: More arguments.
  package convenience init(
    _ program: String, store: String, space: String, _ words: [String] = []
  ) throws {
    try self.init(program, store: store, space: space, through: nil, words)
  }

  init(
    _ program: String, store: String, space: String, through relays: Relays?, _ words: [String]
  ) throws {
    self.relays = relays
    let store = relays?.database.map { PostgresPair.address(port: $0.port) } ?? store
    let advertised = relays.map { ["--advertise", "127.0.0.1:\($0.links.port)"] } ?? []
    server = try LocalServer(
      [
        program, "serve", "--store", store, "--space", space, "--listen", "127.0.0.1:0", "--link",
        "127.0.0.1:0",
      ] + advertised + words)
    server.onLine = { [weak self] in self?.read($0) }
  }

  deinit {
    relays?.links.close()
    relays?.database?.close()
  }

  private func read(_ line: Substring) {
    if line.contains(" notice: node "), let link = word("link", of: line) { self.link = link }
    if let port = word("at", of: line).flatMap({ UInt16($0.split(separator: ":").last ?? "") }) {
      relays?.links.setTarget(.loopback(port))
    }
    if line.contains(" registered ") { number = word("node", of: line) }
    if line.contains(" declared a node dead "), let number = word("node", of: line) {
      declaredDead.insert(number)
    }
    if line.contains(" handing over ") { hasHandedOver = true }
    if line.contains(" a node cannot be reached "), line.contains("is silent") {
      hasLostLink = true
    }
    if line.contains(" owning ") { role = .owner }
    // It was taken over, or gives the space to the node that it belongs to.
    if line.contains("not the owner any more") || line.contains(" handing over ") {
      role = .none
    }
    if line.contains(" following "), let owner = word("owner", of: line) {
      role = .follower(of: owner)
    }
  }

  /// The value behind `key=`.
  private func word(_ key: String, of line: Substring) -> String? {
    line.split(separator: " ").first { $0.hasPrefix("\(key)=") }.map {
      String($0.dropFirst(key.count + 1))
    }
  }
}
