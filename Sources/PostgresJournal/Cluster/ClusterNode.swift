import BoardJournal
import BoardModel

/// Where a node takes connections of others.
public struct NodeAddress: Hashable, Sendable {
  /// `HOST:PORT`.
  public let link: String
  /// The digest of the certificate that it has there: `SHA256:` and 64 hexadecimal digits.
  public let certificate: String

  public init(link: String, certificate: String) {
    self.link = link
    self.certificate = certificate
  }
}

/// A process that serves a space together with others: one of them owns it, and the others pass clients on.
public struct ClusterNode: Hashable, Sendable {
  /// Where the others reach it.
  public let address: NodeAddress
  /// What tells its process from all others.
  public let process: String
  public let space: SpaceName
  /// The version of its program.
  public let version: String

  public init(address: NodeAddress, process: String, space: SpaceName, version: String) {
    self.address = address
    self.process = process
    self.space = space
    self.version = version
  }
}

/// Who owns a space.
public enum SpaceOwner: Hashable, Sendable {
  /// Nobody: whoever comes first acquires it.
  case nobody
  /// The node that others reach there.
  case node(NodeAddress)
  /// A server that is no node.
  case server(String)
}

/// What a node asks the database, with a connection of its own.
public final class ClusterWatch: @unchecked Sendable {
  private let url: StoreURL
  private let node: ClusterNode
  private var database: PostgresDatabase?
  /// How far the space had come when it was looked at last, and in which epoch.
  private var known: (fence: Fence, epoch: Epoch)?

  /// - Parameter node: The node that asks.
  public init(_ url: StoreURL, for node: ClusterNode) {
    self.url = url
    self.node = node
  }

  /// What all nodes of the database know, and nobody else.
  public func secret() throws(JournalFault) -> String {
    try answering { database throws(JournalFault) in
      try database.rows(Statement.readSecret()).first?.string(0) ?? ""
    }
  }

  /// Registers the node for some seconds, and looks who owns its space.
  ///
  /// - Parameter unreached: The link that it cannot reach.
  /// - Throws: `JournalFault.inUse` if another process has the link, `unusable` if the space cannot be served,
  ///   `failed` if the database does not answer.
  public func look(unreached: String? = nil) throws(JournalFault) -> SpaceOwner {
    let node = node
    return try answering { database throws(JournalFault) in
      try database.register(node, unreached: unreached)
      let space = try database.readySpace(node.space)
      if let known, known.epoch == space.epoch { try database.check(space, against: known.fence) }
      known = (space.fence, space.epoch)
      return space.owner
    }
  }

  /// Removes the node from the list.
  public func forget() {
    let call = Statement.forgetNode(.text(node.address.link), .text(node.process))
    _ = try? answering { database throws(JournalFault) in try database.rows(call) }
  }

  private func connected() throws(JournalFault) -> PostgresDatabase {
    if let database { return database }
    let opened = try PostgresDatabase(url)
    database = opened
    return opened
  }

  /// Asks, and connects again the next time if there is no answer.
  private func answering<Result>(
    _ question: (PostgresDatabase) throws(JournalFault) -> Result
  ) throws(JournalFault) -> Result {
    let database = try connected()
    do throws(JournalFault) { return try question(database) } catch {
      self.database = nil
      throw error
    }
  }
}

extension PostgresDatabase {
  fileprivate func register(_ node: ClusterNode, unreached: String?) throws(JournalFault) {
    let isRegistered = try !rows(node.registration(unreached: unreached)).isEmpty
    guard !isRegistered else { return }
    let other = try rows(Statement.readNode(.text(node.address.link))).first?.string(0)
    throw .inUse("\(other ?? "another process") is the node \(node.address.link)")
  }

  /// The nodes that are registered, or were in the last hour.
  public func nodes() throws(JournalFault) -> [NodeListing] {
    try rows(Statement.listNodes()).map { row in
      NodeListing(
        link: row.string(0), process: row.string(1), space: row.string(2), version: row.string(3),
        isAlive: row.int(4) == 1, isOwner: row.int(5) == 1, unreached: row.string(6))
    }
  }
}

extension StoredSpace {
  fileprivate var owner: SpaceOwner {
    guard let holder else { return .nobody }
    return link.map { .node($0) } ?? .server(holder)
  }
}

extension ClusterNode {
  /// The statement that registers the node as long as a space is leased.
  func registration(unreached: String? = nil) -> StatementCall {
    Statement.registerNode(
      .text(address.link), .text(process), .text(space.string), .text(version),
      .int(Int(PostgresJournal.lease / .milliseconds(1))), unreached.map { .text($0) } ?? .null)
  }

  /// The statement that counts the other nodes, and those that have said for so many milliseconds that they do not
  /// reach this one. They say so after three seconds.
  var isolation: StatementCall {
    Statement.countUnreached(.text(space.string), .text(address.link), .int(2_000))
  }
}

/// A node in a list of them.
public struct NodeListing: Hashable, Sendable {
  public let link: String
  public let process: String
  public let space: String
  public let version: String
  /// Whether it has registered within the last seconds.
  public let isAlive: Bool
  /// Whether it owns its space.
  public let isOwner: Bool
  /// The link of the owner if it cannot reach that; otherwise empty.
  public let unreached: String
}
