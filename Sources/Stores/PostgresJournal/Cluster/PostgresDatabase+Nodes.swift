import BoardJournal
import BoardModel

/// A node in a list of them.
public struct NodeListing: Hashable, Sendable {
  public enum State: String, Sendable {
    case serving
    /// It gives its spaces to others and takes none.
    case draining
    /// It has ended in order.
    case left
    /// Another one has taken over what it owned.
    case dead
  }

  public let link: String
  public let process: String
  public let version: String
  public let state: State
  /// Whether it has renewed its lease in time.
  public let isAlive: Bool
  /// How long ago it has renewed its lease.
  public let silence: Duration
  public let weight: Int
  /// The spaces that it serves, and its clients, as it has last reported.
  public let spaces: Int
  public let clients: Int
  /// The other nodes that it reaches.
  public let links: Int
  /// The commits in a second, and the time that 99 of 100 of them took at most.
  public let commits: Int
  public let commitTime: Duration
  /// The links of other nodes that it does not reach.
  public let unreached: Set<String>
}

/// What operators ask and decide.
extension PostgresDatabase {
  /// The last node at each link that is registered, or was in the last hour.
  public func nodes() throws(JournalFault) -> [NodeListing] {
    let duration = PostgresValue.int(Int(NodeLease.duration / .milliseconds(1)))
    return try rows(Statement.listNodes(duration)).map { row in
      NodeListing(
        link: row.string(0), process: row.string(1), version: row.string(2),
        state: NodeListing.State(rawValue: row.string(3)) ?? .dead, isAlive: row.int(4) == 1,
        silence: .milliseconds(max(0, row.int(5))), weight: row.int(6), spaces: row.int(7),
        clients: row.int(8), links: row.int(10), commits: row.int(11),
        commitTime: .microseconds(row.int(12)), unreached: row.links(9))
    }
  }

  /// Sets the node that should own a space.
  ///
  /// - Parameter link: Of the node; nil if the weights decide.
  /// - Throws: `JournalFault.unusable` if there is no such space or no such node.
  public func pin(_ space: SpaceName, to link: String?) throws(JournalFault) {
    if let link, try rows(Statement.readNode(.text(link))).isEmpty { throw noNode(link) }
    let value = link.map { PostgresValue.text($0) } ?? .null
    guard try rows(Statement.pin(.text(space.string), value)).isEmpty else { return }
    _ = try self.space(space)
  }

  /// Sets whether a node gives its spaces to others and takes none, also when it is started again.
  ///
  /// - Throws: `JournalFault.unusable` if there is no such node.
  public func setDraining(_ link: String, _ isDraining: Bool) throws(JournalFault) {
    let call = Statement.setDraining(.text(link), .int(isDraining ? 1 : 0))
    guard try !rows(call).isEmpty else { throw noNode(link) }
  }

  /// Sets the share of the spaces that a node gets, relative to those of others, also when it is started again.
  ///
  /// - Throws: `JournalFault.unusable` if there is no such node.
  public func setWeight(_ link: String, _ weight: Int) throws(JournalFault) {
    precondition(weight >= 1, "A weight is at least 1.")
    guard try !rows(Statement.setWeight(.text(link), .int(weight))).isEmpty else {
      throw noNode(link)
    }
  }

  private func noNode(_ link: String) -> JournalFault {
    .unusable("there is no node \(link): `dropline cluster` lists them")
  }
}
