import BoardJournal
import BoardModel

/// A journal in a space of a PostgreSQL database: one transaction per group, durable when `commit` returns.
///
/// Its holder has a lease, which each group and `renew` extend. What a holder writes is stored only if nobody
/// has taken the space since: the clock decides who may try, never what is stored.
///
/// If the connection is lost while a group is under way, the journal connects again and reads whether the group
/// is stored, however long that takes. After `fenced` or `unknown`, every commit answers the same.
public final class PostgresJournal: MovableJournal, @unchecked Sendable {
  /// How long others leave a space alone whose holder is silent.
  public static let lease: Duration = .seconds(5)

  private let url: StoreURL
  let space: StoredSpace
  let patience: Patience
  /// What to tell the operator while the database does not answer.
  let onTrouble: @Sendable (String) -> Void
  private let holder: String
  /// The node that holds the space; nil for a server that is none.
  let node: ClusterNode?
  /// The length of the lease in milliseconds; nil if others may take the space at any time, for tests.
  let leaseMilliseconds: Int?

  let connector: PostgresConnector
  var state = SpaceState()
  var fence = Fence(term: 0, groups: 0)
  /// The answer to all further commits.
  var ending: CommitOutcome?
  /// The boards that there were when the space was acquired.
  private var acquired: [BoardName: SpaceBoard] = [:]
  public internal(set) var isDiskFull = false

  /// Opens a space; for `arriving` it is made if there is none.
  ///
  /// - Parameters:
  ///   - holder: Who others are told holds it.
  ///   - node: The node that it is opened for, if there are several.
  ///   - onTrouble: Receives a sentence when the database does not answer, and when it does again, on the
  ///     thread that commits.
  /// - Throws: `JournalFault` if there is no such space, if the database has other tables or cannot be reached.
  public convenience init(
    _ url: StoreURL, space: SpaceName, holder: String, for purpose: JournalPurpose = .serving,
    as node: ClusterNode? = nil, onTrouble: @escaping @Sendable (String) -> Void
  ) throws(JournalFault) {
    try self.init(
      url, space: space, holder: holder, for: purpose, as: node, lease: Self.lease,
      patience: Patience(),
      onTrouble: onTrouble)
  }

  package init(
    _ url: StoreURL, space: SpaceName, holder: String, for purpose: JournalPurpose = .serving,
    as node: ClusterNode? = nil, lease: Duration?, patience: Patience,
    onTrouble: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(JournalFault) {
    self.url = url
    self.holder = holder
    self.node = node
    self.patience = patience
    self.onTrouble = onTrouble
    leaseMilliseconds = lease.map { Int($0 / .milliseconds(1)) }
    let database = try PostgresDatabase(url)
    self.space = try database.space(space, for: purpose)
    connector = PostgresConnector(url, named: "dropline space \(self.space.id)")
  }

  deinit {
    guard fence.term > 0, ending == nil else { return }
    _ = try? connector.current?.run(
      [Statement.release(.int(space.id), .int(fence.term))], within: .seconds(1))
  }

  public func markMoved(to place: String) throws(JournalFault) {
    try setState(.moved, place)
  }

  public func markComplete() throws(JournalFault) { try setState(.ready, "") }

  /// Ends the term of this journal.
  private func setState(_ state: SpaceListing.State, _ note: String) throws(JournalFault) {
    let call = Statement.setState(.int(space.id), .text(state.rawValue), .text(note))
    try asFault { () throws(PostgresError) in _ = try connector.run([call], within: patience.answer)
    }
    ending = .fenced(nil)
  }

  // MARK: Acquiring

  public func acquire() throws(JournalFault) -> StoredServer {
    fence = try take()
    let epoch = space.epoch
    var (stored, state) = try reader().reading { reader throws(JournalFault) in
      try reader.state(epoch: epoch)
    }
    stored.drags = try takeDrags()
    self.state = state
    acquired = state.boards
    ending = nil
    return stored
  }

  /// Takes the drags that the last holder has left. Nobody gets them twice: what happens to them from now on is not
  /// stored.
  private func takeDrags() throws(JournalFault) -> [StoredDrag] {
    let rows = try asFault { () throws(PostgresError) in
      let call = Statement.takeDrags(.int(space.id), .int(fence.term))
      return try connector.run([call], within: patience.answer)[0].rows
    }
    return rows.map { StoredDrag(id: SessionID($0.int(0)), body: $0.bytes(1)) }
      .sorted { $0.id < $1.id }
  }

  public var keepsDrags: Bool { true }

  /// Takes the space. The rows are read afterwards: until then an earlier holder could commit.
  private func take() throws(JournalFault) -> Fence {
    let call = Statement.take(
      .int(space.id), .text(holder), leaseValue, .int(leaseMilliseconds == nil ? 0 : 1),
      .text(space.state.rawValue), .int(fence.term), node.map { .text($0.address.link) } ?? .null,
      node.map { .text($0.address.certificate) } ?? .null)
    let (connection, found) = try asFault { () throws(PostgresError) in
      let connection = try connector.connected()
      let end = Statement.endIdle(.int(space.id), .text("dropline space \(space.id)"))
      return (connection, try connection.run([end, call], within: patience.answer)[1].rows.first)
    }
    guard let found else {
      let now = try PostgresDatabase(connection).space(space.name)
      throw now.fault ?? .inUse("space \(space.name) was taken by somebody else: try again")
    }
    return Fence(term: found.int(0), groups: found.int(1))
  }

  var leaseValue: PostgresValue { leaseMilliseconds.map { .int($0) } ?? .null }

  private func reader() throws(JournalFault) -> SpaceReader {
    try SpaceReader(connector, of: space.id, within: patience.answer)
  }

  public func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    guard let row = state.boards[board] else { return }
    try reader().reading { reader throws(JournalFault) in try reader.replay(board, row, visit) }
  }

  public var source: any BoardSource { PostgresBoardSource(url, space.id, acquired, patience) }

  public func didCheck() {}

  // MARK: Room

  /// Nobody knows how much room the disk of a database has.
  public var roomBytes: Int { 1 << 50 }

  public func makeRoom() -> Bool {
    // It writes a row, as each group does.
    if isDiskFull, renew() == .renewed { isDiskFull = false }
    return !isDiskFull
  }

  // MARK: Checkpoints

  /// The database makes them.
  public var isCheckpointDue: Bool { false }

  public func checkpoint() throws(JournalFault) {}
}
