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
  private var isTakingOver = false
  /// Whether another node has taken over from it, although nobody has ended it.
  package internal(set) var wasReplaced = false

  /// Starts a node at free ports.
  ///
  /// - Parameter words: More arguments.
  package init(
    _ program: String, store: String, space: String, _ words: [String] = []
  ) throws {
    server = try TrialServer(
      [
        program, "serve", "--store", store, "--space", space, "--listen", "127.0.0.1:0", "--link",
        "127.0.0.1:0",
      ] + words)
    server.onLine = { [unowned self] in read($0) }
  }

  private func read(_ line: Substring) {
    if let link = word("link", of: line) { self.link = link }
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
