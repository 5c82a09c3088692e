import BoardJournal
import BoardModel
import Glibc
import Synchronization

/// The lease of a process: as long as it renews it, others leave the spaces alone that it owns.
///
/// It has a connection of its own. Calls block and must not overlap; only `id` may be read at any time. What is
/// stored never depends on the lease: each group is fenced by the row of its space.
public final class NodeLease: @unchecked Sendable {
  /// How long others leave the spaces of a process alone that is silent.
  public static let duration: Duration = .seconds(5)

  let url: StoreURL
  let registration: NodeRegistration
  let duration: Duration
  /// The name of the connections on which it commits, for whoever takes its spaces.
  let application: String
  /// The connections on which its journals are acquired and read.
  let pool: ConnectionPool
  private var database: PostgresDatabase?
  /// 0 for none.
  private let number = Atomic<Int>(0)
  private var known = KnownSpaces()

  public convenience init(_ url: StoreURL, as registration: NodeRegistration) {
    self.init(url, as: registration, lasting: Self.duration)
  }

  package init(_ url: StoreURL, as registration: NodeRegistration, lasting duration: Duration) {
    self.url = url
    self.registration = registration
    self.duration = duration
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
      if let id, let view = try database.renew(extension: call(of: report, for: id), of: id) {
        return view
      }
      number.store(0, ordering: .releasing)
      let id = try database.register(self)
      number.store(id.number, ordering: .releasing)
      guard let view = try database.renew(extension: call(of: report, for: id), of: id) else {
        throw .failed("the process was declared dead when it registered")
      }
      return view
    }
  }

  /// Declares a process dead whose lease is over, so that others can take its spaces. Do so only if one's own
  /// renewals had no gap: after an outage of the database all leases are over. It has no effect if the lease of this
  /// process is over, too: the statement may have been held back until after an outage.
  ///
  /// - Returns: Whether it is dead, or has left.
  public func declareDead(_ node: NodeID) throws(JournalFault) -> Bool {
    let (id, me) = (PostgresValue.int(node.number), PostgresValue.int(self.id?.number ?? 0))
    return try answering { database throws(JournalFault) in
      let calls = [
        Statement.endIdleOfNode(id), Statement.declareDead(id, me), Statement.readLive(id),
      ]
      return try database.tables(calls)[2].rows.isEmpty
    }
  }

  /// Reads where a space is. If it has lost groups that this process knew of, it is marked, so that nobody
  /// serves it.
  public func locate(_ name: SpaceName) throws(JournalFault) -> SpaceLocation {
    try answering { database throws(JournalFault) in
      guard let space = try database.find(name) else { return .unknown }
      if space.state != .ready, let fault = space.fault { return .unusable(fault.description) }
      if let loss = known.loss(of: space) {
        return .unusable(try database.markRestored(space, loss).description)
      }
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
      .int(Int(report.commitTime / .microseconds(1))))
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

extension PostgresDatabase {
  /// Extends a lease and reads what there is. The extension is committed before the rows are read: a process that
  /// is paused while they arrive holds no row. It does not wait for a standby: a standby that stalls must not end
  /// leases, nor keep a connection for each try.
  ///
  /// - Returns: Nil if the process is not registered any more.
  fileprivate func renew(
    extension call: StatementCall, of id: NodeID
  ) throws(JournalFault) -> ClusterView? {
    let results = try tables([
      Statement.begin(), Statement.commitLocally(), call, Statement.commit(),
      Statement.readNodes(), Statement.readOwned(.int(id.number)), Statement.readFormat(),
    ])
    // Tables may be upgraded meanwhile.
    try Schema.check(results[6])
    guard !results[2].rows.isEmpty else { return nil }
    return ClusterView(
      me: id, nodes: results[4].rows.map(\.node), owned: results[5].rows.compactMap(\.ownedSpace))
  }

  /// Registers a process, and deletes the processes that have been gone for an hour.
  fileprivate func register(_ lease: NodeLease) throws(JournalFault) -> NodeID {
    let registration = lease.registration
    let address = registration.address
    let link = address.map { PostgresValue.text($0.link) } ?? .null
    let results = try tables([
      Statement.begin(), Statement.forgetNodes(),
      Statement.freeLink(link, .text(registration.process)),
      Statement.registerNode(
        link, address.map { .text($0.certificate) } ?? .null, .text(registration.process),
        .text(registration.version), .text(lease.application), .int(registration.weight),
        .int(lease.milliseconds), .int(Schema.format)),
      Statement.commit(),
    ])
    if let row = results[3].rows.first { return NodeID(row.int(0)) }
    let other = try rows(Statement.readNode(link)).first?.string(0)
    throw .inUse("\(other ?? "another process") is the node \(address?.link ?? "")")
  }
}

extension ResultRow {
  /// The row of a node, as `readNodes` selects it.
  fileprivate var node: NodeRow {
    NodeRow(
      id: NodeID(int(0)),
      address: isNull(1) ? nil : NodeAddress(link: string(1), certificate: string(2)),
      state: int(3) == 1 ? .draining : .serving, isAlive: int(4) == 1, weight: int(5),
      unreached: links(6))
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

/// How far the spaces had come that a process has looked at, to notice a database that was restored to an
/// earlier time.
struct KnownSpaces {
  /// The most spaces that are remembered.
  static let limit = 10_000

  private var fences: [SpaceName: (fence: Fence, epoch: Epoch)] = [:]

  var count: Int { fences.count }

  /// Remembers how far a space has come.
  ///
  /// - Returns: What it has lost since it was looked at last, if it has the same epoch; otherwise nil.
  mutating func loss(of space: StoredSpace) -> String? {
    if let known = fences[space.name], known.epoch == space.epoch,
      let loss = space.fence.loss(since: known.fence)
    {
      return loss
    }
    // The order of a dictionary is arbitrary.
    if fences.count >= Self.limit { fences.remove(at: fences.startIndex) }
    fences[space.name] = (space.fence, space.epoch)
    return nil
  }
}
