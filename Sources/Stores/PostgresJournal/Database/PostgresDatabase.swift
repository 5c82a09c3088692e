import BoardJournal
import BoardModel
import Glibc

/// A database with the tables of dropline.
public final class PostgresDatabase {
  let connection: PostgresConnection
  private let start = ContinuousClock.now
  /// What was seen of its processes through this object.
  private var signs = SignsOfLife()

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
      let isServed = !row.isNull(7) && isAlive(NodeID(row.int(7)), row.int(8), row.int(9))
      return SpaceListing(
        name: row.string(0), state: SpaceListing.State(rawValue: row.string(1)) ?? .moved,
        note: row.string(2), holder: isServed ? row.text(3) : nil,
        link: isServed ? row.text(4) : nil, pinned: row.text(5), boards: row.int(6))
    }
  }

  /// What all nodes of the database know, and nobody else.
  public func secret() throws(JournalFault) -> String {
    try rows(Statement.readSecret()).first?.string(0) ?? ""
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
    try awaitOwner(of: name, within: NodeLease.duration)
    let space = try space(name)
    guard space.holder == nil else { throw space.fault ?? space.changed }
    let call = Statement.acceptLoss(
      .text(name.string), .text(Epoch.random().string), .int(space.fence.term))
    guard try rows(call).isEmpty else { return }
    let now = try self.space(name)
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
    if !isEmpty, space.state == .ready, space.epoch == epoch {
      throw .unusable("space \(name) has what was in \(origin) already: it was moved there")
    }
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
    throw .noSpace(name)
  }

  /// - Returns: Nil if there is none of that name.
  func find(_ name: SpaceName) throws(JournalFault) -> StoredSpace? {
    guard let row = try rows(Statement.readSpaces(.list(.text, [.text(name.string)]))).first else {
      return nil
    }
    return try StoredSpace(row, name) { isAlive($0, $1, $2) }
  }

  /// A space that can be served, whether somebody does or not.
  ///
  /// - Throws: `JournalFault.unusable` if it cannot.
  func readySpace(_ name: SpaceName) throws(JournalFault) -> StoredSpace {
    let space = try space(name)
    if space.state != .ready, let fault = space.fault { throw fault }
    return space
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

extension JournalFault {
  static func noSpace(_ name: SpaceName) -> JournalFault {
    .unusable("there is no space \(name): `dropline space create \(name)` makes it")
  }
}

extension ResultRow {
  /// A text; nil for null.
  func text(_ column: Int32) -> String? { isNull(column) ? nil : string(column) }
}

/// Whether processes are alive, by the clock of who asks: they are if they go on renewing their leases.
extension PostgresDatabase {
  /// Watches the processes until each of them has renewed its lease, or has been silent for as long as it lasts: from
  /// then on it is known who is alive. That takes about a second if all are.
  public func awaitSigns() throws(JournalFault) {
    let limit = now + NodeLease.duration
    let first = try renewals()
    while now < limit, try renewals().contains(where: { isUnclear($0.value, since: first[$0.key]) })
    {
      usleep(100_000)
    }
  }

  private func renewals() throws(JournalFault) -> [NodeID: (count: Int, isAlive: Bool)] {
    let found = try rows(Statement.readSigns()).map { row in
      (NodeID(row.int(0)), (row.int(1), isAlive(NodeID(row.int(0)), row.int(1), row.int(2))))
    }
    return Dictionary(uniqueKeysWithValues: found)
  }

  private func isUnclear(
    _ sign: (count: Int, isAlive: Bool), since first: (count: Int, isAlive: Bool)?
  ) -> Bool {
    sign.isAlive && sign.count == first?.count
  }

  /// Watches the owner of a space until it renews its lease, or has been silent for as long as that lasts. Then it is
  /// declared dead.
  ///
  /// - Parameters:
  ///   - process: Whoever asks.
  ///   - limit: For how long it watches.
  func awaitOwner(
    of name: SpaceName, but process: NodeID? = nil, within limit: Duration
  ) throws(JournalFault) {
    let end = now + limit
    let first = try space(name)
    var found = first
    while found.holder != nil, found.owner != process, found.owner == first.owner,
      found.renewals == first.renewals, now < end
    {
      usleep(100_000)
      found = try space(name)
    }
    if found.holder == nil, let owner = found.owner, owner != process {
      try declareDead(owner, after: found.renewals)
    }
  }

  /// Who seems to serve a space; nil if nobody does.
  ///
  /// - Throws: `JournalFault` if it cannot be served.
  public func holder(of name: SpaceName) throws(JournalFault) -> String? {
    try readySpace(name).holder
  }

  /// Who serves a space. An owner that was silent for as long as its lease since this was asked first is declared dead.
  ///
  /// - Returns: Nil if nobody does.
  /// - Throws: `JournalFault` if it cannot be served.
  public func awaitedHolder(of name: SpaceName) throws(JournalFault) -> String? {
    try awaitOwner(of: name, within: .zero)
    return try holder(of: name)
  }

  /// Whether a process is alive that has renewed a lease of so many milliseconds so often.
  private func isAlive(_ node: NodeID, _ renewals: Int, _ milliseconds: Int) -> Bool {
    signs.see(node, renewals: renewals, at: now) < .milliseconds(milliseconds)
  }

  /// The time on a clock that counts while the machine sleeps.
  private var now: Duration { ContinuousClock.now - start }
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
  /// Whether it has not been seen to be silent for as long as its lease.
  public let isAlive: Bool
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
  /// What it wants operators to know.
  public let complaints: [String]
  /// The space of its clients that name none.
  public let space: String?
}

/// What operators ask and decide.
extension PostgresDatabase {
  /// The last node at each link that is registered, or was in the last hour.
  public func nodes() throws(JournalFault) -> [NodeListing] {
    try rows(Statement.listNodes()).map { row in
      let state = NodeListing.State(rawValue: row.string(3)) ?? .dead
      let isRegistered = state == .serving || state == .draining
      return NodeListing(
        link: row.string(0), process: row.string(1), version: row.string(2), state: state,
        isAlive: isRegistered && isAlive(NodeID(row.int(4)), row.int(5), row.int(6)),
        weight: row.int(7), spaces: row.int(8), clients: row.int(9), links: row.int(11),
        commits: row.int(12), commitTime: .microseconds(row.int(13)), unreached: row.links(10),
        complaints: row.string(14).split(separator: "\n").map(String.init), space: row.text(15))
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
