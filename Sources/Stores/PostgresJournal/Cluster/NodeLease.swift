import BoardJournal
import BoardModel
import Glibc
import Synchronization

/// The lease of a process: as long as it renews it, others leave the spaces alone that it owns.
///
/// Its renewals are counted in the database, and others measure by their own clocks for how long the number stays the
/// same. It has a connection of its own. Calls block and must not overlap; only `id` may be read at any time. What is
/// stored never depends on the lease: each group is fenced by the row of its space.
public final class NodeLease: @unchecked Sendable {
  /// How long others leave the spaces of a process alone that is silent.
  public static let duration: Duration = .seconds(5)

  let url: StoreURL
  let registration: NodeRegistration
  let duration: Duration
  /// For how long it watches the owner of a space that it wants, if it is no node: who renews no lease meanwhile is dead.
  let watch: Duration
  /// How long the row of a process stays that does not renew its lease.
  private let memory: Duration
  /// The name of the connections on which it commits, for whoever takes its spaces.
  let application: String
  /// The connections on which its journals are acquired and read.
  let pool: ConnectionPool
  private var database: PostgresDatabase?
  /// 0 for none.
  private let number = Atomic<Int>(0)
  /// How far the spaces have come that this process knows of.
  let known = Mutex(KnownSpaces())
  private let start = ContinuousClock.now
  /// What it has seen of the process that has its link.
  private var signs = SignsOfLife()
  /// What it has seen of all rows, and when it looks again.
  private var rows = SignsOfLife()
  private var nextSweep: Duration = .zero
  /// What tells the database from others, as it was when this process first came.
  private var system: Int?

  public convenience init(_ url: StoreURL, as registration: NodeRegistration) {
    self.init(url, as: registration, lasting: Self.duration)
  }

  package init(
    _ url: StoreURL, as registration: NodeRegistration, lasting duration: Duration,
    watching watch: Duration = NodeLease.duration,
    forgettingAfter memory: Duration = .seconds(3_600)
  ) {
    self.url = url
    self.registration = registration
    (self.duration, self.watch, self.memory) = (duration, watch, memory)
    application = "dropline \(UInt64.random(in: 0...(.max)))"
    pool = ConnectionPool(url)
  }

  /// The number with which the process is registered; nil if it is not.
  public var id: NodeID? {
    let number = number.load(ordering: .acquiring)
    return number == 0 ? nil : NodeID(number)
  }

  /// Extends the lease and stores the report; registers the process if it is not, or was declared dead.
  ///
  /// - Returns: The nodes of the database, and the spaces that the process owns.
  /// - Throws: `JournalFault.inUse` if another live process has its link, `unusable` if the database has other
  ///   tables, `failed` if it does not answer.
  /// - Complexity: O(nodes + owned spaces).
  public func renew(_ report: NodeReport = NodeReport()) throws(JournalFault) -> ClusterView {
    try answering { database throws(JournalFault) in
      // What is committed meanwhile may be missing from the rows that are read.
      let known = known.withLock { $0 }
      var renewal: RenewalRows?
      if let id { renewal = try database.renew(call(of: report, for: id), of: id) }
      if renewal == nil {
        number.store(0, ordering: .releasing)
        let id = try register(in: database)
        number.store(id.number, ordering: .releasing)
        renewal = try database.renew(call(of: report, for: id), of: id)
      }
      guard let renewal, let id else {
        throw .failed("the process was declared dead when it registered")
      }
      try sweep(database)
      return ClusterView(
        me: id, nodes: renewal.nodes,
        owned: try database.unharmed(
          renewal.owned, since: registration.address == nil ? nil : known),
        warnings: warnings(of: renewal))
    }
  }

  private func warnings(of renewal: RenewalRows) -> [String] {
    let first = system ?? renewal.system
    system = first
    let other =
      first == renewal.system
      ? [] : ["the database is another one than when this process began: start it again"]
    return other + renewal.weaknesses.map { "the database may lose what it has confirmed: \($0)" }
  }

  /// Registers the process. If another one has its link that has been silent for as long as its lease, that is dead.
  private func register(in database: PostgresDatabase) throws(JournalFault) -> NodeID {
    if let id = try database.register(self) { return id }
    guard let link = registration.address?.link else {
      throw .failed("the process is not registered")
    }
    if let other = try database.rows(Statement.readNode(.text(link))).first {
      let (node, renewals) = (NodeID(other.int(1)), other.int(2))
      guard signs.see(node, renewals: renewals, at: now) >= .milliseconds(other.int(3)) else {
        throw .inUse("\(other.string(0)) is the node \(link)")
      }
      try database.declareDead(node, after: renewals)
    }
    if let id = try database.register(self) { return id }
    throw .inUse("another process is the node \(link)")
  }

  /// Deletes the processes that have not renewed their leases for an hour.
  private func sweep(_ database: PostgresDatabase) throws(JournalFault) {
    let now = now
    guard now >= nextSweep else { return }
    nextSweep = now + memory / 6
    let found = try database.rows(Statement.readRenewals()).map { (NodeID($0.int(0)), $0.int(1)) }
    rows.keep(found.map(\.0))
    for (node, renewals) in found where node != id {
      guard rows.see(node, renewals: renewals, at: now) > memory else { continue }
      _ = try database.rows(Statement.forget(.int(node.number), .int(renewals)))
    }
  }

  /// The time on the clock by which it judges others, which counts while the machine sleeps.
  private var now: Duration { ContinuousClock.now - start }

  /// Declares a process dead, so that others can take its spaces, if it has not renewed its lease more often than this.
  /// Do so only if it has been silent for as long as its lease while the database answered.
  ///
  /// - Returns: Whether it is dead, or has left.
  public func declareDead(_ node: NodeID, after renewals: Int) throws(JournalFault) -> Bool {
    try answering { database throws(JournalFault) in
      try database.declareDead(node, after: renewals)
    }
  }

  /// Reads where a space is. If it has lost groups that this process knew of, it is marked, so that nobody
  /// serves it.
  public func locate(_ name: SpaceName) throws(JournalFault) -> SpaceLocation {
    // What is committed meanwhile may be missing from the row that is read.
    let former = known.withLock { $0[name] }
    return try answering { database throws(JournalFault) in
      guard let space = try database.find(name) else { return .unknown }
      if space.state != .ready, let fault = space.fault { return .unusable(fault.description) }
      if let loss = former?.loss(at: space.fence, in: space.epoch) {
        return .unusable(try database.markRestored(space, loss).description)
      }
      known.withLock { $0.see(name, at: space.fence, in: space.epoch) }
      return .found(owner: space.owner, pinned: space.pinned)
    }
  }

  /// Releases a space, if its term is still this one.
  public func release(_ name: SpaceName, term: Int) throws(JournalFault) {
    try answering { database throws(JournalFault) in
      guard let space = try database.find(name) else { return }
      _ = try database.rows(Statement.release(.int(space.id), .int(term)))
    }
  }

  /// Releases the spaces of the process and ends its registration. If the database does not answer at once, its
  /// lease ends instead.
  public func leave() {
    guard let id, let database else { return }
    let value = PostgresValue.int(id.number)
    let calls = [
      Statement.begin(), Statement.releaseAll(value), Statement.leave(value), Statement.commit(),
    ]
    number.store(0, ordering: .releasing)
    do throws(JournalFault) { _ = try database.tables(calls, within: .seconds(1)) } catch {
      self.database = nil
    }
  }

  private func call(of report: NodeReport, for id: NodeID) -> StatementCall {
    Statement.renewNode(
      .int(id.number), .int(milliseconds), .text(report.isDraining ? "draining" : "serving"),
      .text(report.unreached.sorted().joined(separator: " ")), .int(report.spaces),
      .int(report.clients), .int(report.links), .int(report.commits),
      .int(Int(report.commitTime / .microseconds(1))),
      .text(report.complaints.joined(separator: "\n")))
  }

  var milliseconds: Int { Int(duration / .milliseconds(1)) }

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

/// What a renewal has read.
struct RenewalRows {
  let nodes: [NodeRow]
  let owned: [ResultRow]
  /// What tells the database from others.
  let system: Int
  /// The settings with which it may lose what it has confirmed.
  let weaknesses: [String]
}

extension PostgresDatabase {
  /// Renews a lease and reads what there is. The renewal is committed before the rows are read: a process that
  /// is paused while they arrive holds no row. It does not wait for a standby: a standby that stalls must not end
  /// leases, nor keep a connection for each try.
  ///
  /// - Returns: Nil if the process is not registered any more.
  fileprivate func renew(_ call: StatementCall, of id: NodeID) throws(JournalFault) -> RenewalRows?
  {
    let results = try tables([
      Statement.begin(), Statement.commitLocally(), call, Statement.commit(),
      Statement.readNodes(), Statement.readOwned(.int(id.number)), Statement.readFormat(),
      Statement.readHealth(),
    ])
    // Tables may be upgraded meanwhile.
    try Schema.check(results[6])
    guard !results[2].rows.isEmpty, let health = results[7].rows.first else { return nil }
    return RenewalRows(
      nodes: results[4].rows.map(\.node), owned: results[5].rows, system: health.int(0),
      weaknesses: health.string(1).isEmpty ? [] : [health.string(1)])
  }

  /// The spaces among these rows that have come as far as is known. Others are marked, so that nobody serves them.
  ///
  /// - Parameter known: Nil if that is not known.
  fileprivate func unharmed(
    _ rows: [ResultRow], since known: KnownSpaces?
  ) throws(JournalFault) -> [OwnedSpace] {
    var unharmed: [OwnedSpace] = []
    for row in rows {
      guard let space = row.ownedSpace else { continue }
      let fence = Fence(term: space.term, groups: row.int(4))
      if let epoch = Epoch(row.string(5)),
        let loss = known?[space.name]?.loss(at: fence, in: epoch)
      {
        _ = try self.rows(Statement.markRestored(.int(row.int(3)), .text(loss)))
      } else {
        unharmed.append(space)
      }
    }
    return unharmed
  }

  /// Registers a process.
  ///
  /// - Returns: Nil if another one has its link.
  fileprivate func register(_ lease: NodeLease) throws(JournalFault) -> NodeID? {
    let registration = lease.registration
    let address = registration.address
    let link = address.map { PostgresValue.text($0.link) } ?? .null
    let results = try tables([
      Statement.begin(), Statement.freeLink(link, .text(registration.process)),
      Statement.registerNode(
        link, address.map { .text($0.certificate) } ?? .null, .text(registration.process),
        .text(registration.version), .text(lease.application), .int(registration.weight),
        .int(lease.milliseconds), .int(Schema.format),
        registration.space.map { .text($0.string) } ?? .null),
      Statement.commit(),
    ])
    return results[2].rows.first.map { NodeID($0.int(0)) }
  }

  /// Declares a process dead that has not renewed its lease more often than this.
  ///
  /// - Returns: Whether it is dead, or has left.
  @discardableResult
  func declareDead(_ node: NodeID, after renewals: Int) throws(JournalFault) -> Bool {
    let (id, renewals) = (PostgresValue.int(node.number), PostgresValue.int(renewals))
    let calls = [
      Statement.endIdleOfNode(id, renewals), Statement.declareDead(id, renewals),
      Statement.readLive(id),
    ]
    return try tables(calls)[2].rows.isEmpty
  }
}

extension ResultRow {
  /// The row of a node, as `readNodes` selects it.
  fileprivate var node: NodeRow {
    NodeRow(
      id: NodeID(int(0)),
      address: isNull(1) ? nil : NodeAddress(link: string(1), certificate: string(2)),
      state: int(3) == 1 ? .draining : .serving, renewals: int(4),
      lease: .milliseconds(int(5)), weight: int(6), unreached: links(7))
  }

  /// The row of a space, as `readOwned` selects it.
  fileprivate var ownedSpace: OwnedSpace? {
    SpaceName(string(0)).map {
      OwnedSpace(name: $0, term: int(1), pinned: text(2))
    }
  }

  /// Links with spaces between them.
  func links(_ column: Int32) -> Set<String> {
    Set(string(column).split(separator: " ").map(String.init))
  }
}
