/// A node, and what its log says of it.
package final class TrialNode {
  package enum Role: Equatable {
    case none
    case owner
    case follower(of: String)
  }

  package let server: TrialServer
  package internal(set) var role = Role.none
  package private(set) var link = ""
  /// What the others reach it through.
  let links: TrialRelay
  /// What it reaches its database through, if that can be cut.
  let database: TrialRelay?
  private var isTakingOver = false
  /// Whether another node has taken over from it, although nobody has ended it.
  package internal(set) var wasReplaced = false

  /// Starts a node at free ports.
  ///
  /// - Parameters:
  ///   - database: What it reaches its database through.
  ///   - words: More arguments.
  package init(
    _ program: String, store: String, through database: TrialRelay? = nil, space: String,
    _ words: [String] = []
  ) throws {
    links = try TrialRelay()
    self.database = database
    let store = database.map { PostgresPair.address(port: $0.port) } ?? store
    server = try TrialServer(
      [
        program, "serve", "--store", store, "--space", space, "--listen", "127.0.0.1:0", "--link",
        "127.0.0.1:0", "--advertise", "127.0.0.1:\(links.port)",
      ] + words)
    server.onLine = { [unowned self] in read($0) }
  }

  deinit {
    links.close()
    database?.close()
  }

  /// Cuts it off from the other nodes, in one direction: they do not reach it.
  func cutLinks(_ isCut: Bool) { links.setCut(isCut) }

  private func read(_ line: Substring) {
    if let link = word("link", of: line) { self.link = link }
    if let port = word("at", of: line).flatMap({ UInt16($0.split(separator: ":").last ?? "") }) {
      links.setTarget(.port(port))
    }
    if line.contains(" owning ") { isTakingOver = true }
    if line.contains(" listening "), isTakingOver {
      role = .owner
      isTakingOver = false
    }
    if line.contains("not the owner any more") {
      if role == .owner { wasReplaced = true }
      role = .none
    }
    if let owner = word("owner", of: line) { role = .follower(of: owner) }
  }

  /// The value behind `key=`.
  private func word(_ key: String, of line: Substring) -> String? {
    line.split(separator: " ").first { $0.hasPrefix("\(key)=") }.map {
      String($0.dropFirst(key.count + 1))
    }
  }
}
