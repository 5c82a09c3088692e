import BoardJournal
import BoardModel

/// A database with the tables of dropline.
public final class PostgresDatabase {
  let connection: PostgresConnection

  /// Connects, and checks the tables.
  ///
  /// - Throws: `JournalFault` if the database cannot be reached, or has other tables.
  public init(_ url: StoreURL) throws(JournalFault) {
    connection = try asFault { () throws(PostgresError) in try PostgresConnection(url) }
    try Schema.check(connection)
  }

  init(_ connection: PostgresConnection) { self.connection = connection }

  /// The spaces by name.
  public func spaces() throws(JournalFault) -> [SpaceListing] {
    try rows(Statement.listSpaces()).map { row in
      SpaceListing(
        name: row.string(0), state: SpaceListing.State(rawValue: row.string(1)) ?? .moved,
        note: row.string(2), holder: row.text(3), link: row.text(4), pinned: row.text(5),
        boards: row.int(6))
    }
  }

  /// What all nodes of the database know, and nobody else.
  public func secret() throws(JournalFault) -> String {
    try rows(Statement.readSecret()).first?.string(0) ?? ""
  }

  /// The settings with which the database may lose what it has confirmed, as `fsync = off`.
  public func weaknesses() throws(JournalFault) -> [String] {
    try rows(Statement.readWeaknesses()).map { $0.string(0) }
  }

  /// Why a space cannot be served; nil if it can, whether somebody does or not.
  ///
  /// - Throws: `JournalFault` if there is none of that name.
  public func obstacle(to name: SpaceName) throws(JournalFault) -> String? {
    let space = try space(name)
    return space.state == .ready ? nil : space.fault?.description
  }

  /// Creates an empty space.
  ///
  /// - Throws: `JournalFault.unusable` if there is one of that name.
  public func create(_ name: SpaceName) throws(JournalFault) {
    guard try insert(name, epoch: .random(), state: .ready) else {
      throw .unusable("there is a space \(name) already")
    }
  }

  /// Lets a space go on without changes that a database has lost which was restored to an earlier time.
  ///
  /// It gets a new epoch, so that no client takes a later revision for one that it has.
  ///
  /// - Throws: `JournalFault` if there is no such space, or somebody serves it.
  public func acceptLoss(of name: SpaceName) throws(JournalFault) {
    let call = Statement.acceptLoss(.text(name.string), .text(Epoch.random().string))
    guard try rows(call).isEmpty else { return }
    let now = try space(name)
    throw now.fault ?? now.changed
  }

  /// Marks a space that has lost groups.
  ///
  /// - Returns: Why it cannot be served.
  func markRestored(_ space: StoredSpace, _ loss: String) throws(JournalFault) -> JournalFault {
    _ = try rows(Statement.markRestored(.int(space.id), .text(loss)))
    let now = try self.space(space.name)
    return now.fault ?? now.changed
  }

  /// - Returns: Whether there was none of that name.
  func insert(
    _ name: SpaceName, epoch: Epoch, state: SpaceListing.State
  ) throws(JournalFault) -> Bool {
    let call = Statement.createSpace(
      .text(name.string), .text(epoch.string), .text(state.rawValue))
    return try !rows(call).isEmpty
  }

  /// The space that a journal is opened for.
  ///
  /// - Throws: `JournalFault` if it is of no use for that.
  func space(_ name: SpaceName, for purpose: JournalPurpose) throws(JournalFault) -> StoredSpace {
    switch purpose {
    case .serving: return try readySpace(name)
    case .moving(let place):
      let space = try space(name)
      return space.state == .moved && space.note == place ? space : try readySpace(name)
    case .arriving(let origin, let epoch): return try arriving(name, from: origin, epoch)
    }
  }

  /// An empty space for a copy.
  private func arriving(
    _ name: SpaceName, from origin: String, _ epoch: Epoch
  ) throws(JournalFault) -> StoredSpace {
    _ = try insert(name, epoch: epoch, state: .arriving)
    let space = try space(name)
    let isEmpty = space.state == .ready && space.fence.groups == 0 && space.holder == nil
    guard isEmpty || space.state == .arriving && [origin, ""].contains(space.note) else {
      throw space.fault ?? .unusable("space \(name) is not empty: name another one")
    }
    let id = PostgresValue.int(space.id)
    let calls = [
      Statement.begin(),
      Statement.setState(id, .int(space.fence.term), .text("arriving"), .text(origin)),
      Statement.setEpoch(id, .text(epoch.string)),
    ]
    try asFault(counting: space) { () throws(PostgresError) in
      _ = try connection.run(
        calls + Statement.clear.map { $0(id) } + [Statement.commit()], within: .seconds(600))
    }
    return try self.space(name)
  }

  /// - Throws: `JournalFault.unusable` if there is none of that name.
  func space(_ name: SpaceName) throws(JournalFault) -> StoredSpace {
    if let space = try find(name) { return space }
    throw .unusable("there is no space \(name): `dropline space create \(name)` makes it")
  }

  /// - Returns: Nil if there is none of that name.
  func find(_ name: SpaceName) throws(JournalFault) -> StoredSpace? {
    guard let row = try rows(Statement.readSpace(.text(name.string))).first else { return nil }
    guard let epoch = Epoch(row.string(1)), let state = SpaceListing.State(rawValue: row.string(4))
    else { throw .changed("the row of space \(name)") }
    return StoredSpace(
      id: row.int(0), name: name, epoch: epoch, fence: Fence(term: row.int(2), groups: row.int(3)),
      state: state, note: row.string(5), owner: row.isNull(6) ? nil : NodeID(row.int(6)),
      holder: row.text(7), pinned: row.text(8))
  }

  /// A space that can be served, whether somebody does or not.
  ///
  /// - Throws: `JournalFault.unusable` if it cannot.
  func readySpace(_ name: SpaceName) throws(JournalFault) -> StoredSpace {
    let space = try space(name)
    if space.state != .ready, let fault = space.fault { throw fault }
    return space
  }

  /// Who serves a space; nil if nobody does.
  ///
  /// - Throws: `JournalFault` if it cannot be served.
  public func holder(of name: SpaceName) throws(JournalFault) -> String? {
    try readySpace(name).holder
  }

  func rows(_ call: StatementCall) throws(JournalFault) -> [ResultRow] {
    try tables([call], within: .seconds(10))[0].rows
  }

  /// Runs a pipeline.
  func tables(
    _ calls: [StatementCall], within limit: Duration = .seconds(2)
  ) throws(JournalFault) -> [ResultTable] {
    try asFault { () throws(PostgresError) in try connection.run(calls, within: limit) }
  }
}

extension ResultRow {
  /// A text; nil for null.
  func text(_ column: Int32) -> String? { isNull(column) ? nil : string(column) }
}

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
