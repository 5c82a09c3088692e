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

  /// Whether it has said since this was last set that the space has lost what was acknowledged.
  var hasLoss = false
  /// How often it has made somebody wait for a board that it could not read.
  private(set) var waitCount = 0
  /// A line that says that something stored is damaged.
  private(set) var damage: String?

  /// Relays that can be cut. They are closed with the last node that has them.
  final class Relays {
    /// What the others reach the node through.
    let links: TrialRelay
    /// What it reaches its database through, if that can be cut.
    let database: TrialRelay?

    /// - Throws: `LocalServerError.system` if they cannot listen.
    init(before database: PostgresPair?) throws {
      links = try TrialRelay()
      self.database = try database.map { try TrialRelay(to: ServerAddress(.unix($0.socket))) }
    }

    deinit {
      links.close()
      database?.close()
    }

    func setCut(_ isCut: Bool) {
      links.setCut(isCut)
      database?.setCut(isCut)
    }
  }

  private let words: [String]

  /// Starts a node at free ports.
  ///
  /// - Parameters:
  ///   - space: Its default space.
  ///   - words: More arguments.
  package convenience init(
    _ program: String, store: String, space: String, _ words: [String] = []
  ) throws {
    try self.init(program, store: store, space: space, through: nil, words)
  }

  convenience init(
    _ program: String, store: String, space: String, through relays: Relays?, _ words: [String]
  ) throws {
    let store = relays?.database.map { PostgresPair.address(port: $0.port) } ?? store
    let advertised = relays.map { ["--advertise", "127.0.0.1:\($0.links.port)"] } ?? []
    try self.init(
      [
        program, "serve", "--store", store, "--space", space, "--listen", "127.0.0.1:0", "--link",
        "127.0.0.1:0",
      ] + advertised + words, through: relays)
  }

  /// Starts a node again that has ended.
  convenience init(again node: TrialNode) throws {
    try self.init(node.words, through: node.relays)
  }

  private init(_ words: [String], through relays: Relays?) throws {
    (self.words, self.relays) = (words, relays)
    server = try LocalServer(words)
    server.onLine = { [weak self] in self?.read($0) }
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
    if line.contains("was restored to an earlier time") { hasLoss = true }
    if line.contains("a board cannot be read now") { waitCount += 1 }
    if line.contains("damaged") { damage = String(line) }
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
