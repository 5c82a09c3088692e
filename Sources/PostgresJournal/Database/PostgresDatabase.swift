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
        note: row.string(2), holder: row.int(4) == 1 ? row.string(3) : nil, boards: row.int(5))
    }
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
    throw try space(name).fault ?? .inUse("space \(name) has changed: try again")
  }

  /// Marks a space if it has lost groups that this process knows of.
  ///
  /// - Parameter known: How far it had come in its epoch.
  /// - Throws: `JournalFault.unusable` if it has.
  func check(_ space: StoredSpace, against known: Fence) throws(JournalFault) {
    guard let loss = space.fence.loss(since: known) else { return }
    _ = try rows(Statement.markRestored(.int(space.id), .text(loss)))
    if let fault = try self.space(space.name).fault { throw fault }
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
      Statement.begin(), Statement.setState(id, .text("arriving"), .text(origin)),
      Statement.setEpoch(id, .text(epoch.string)),
    ]
    try asFault { () throws(PostgresError) in
      _ = try connection.run(
        calls + Statement.clear.map { $0(id) } + [Statement.commit()], within: .seconds(600))
    }
    return try self.space(name)
  }

  /// - Throws: `JournalFault.unusable` if there is none of that name.
  func space(_ name: SpaceName) throws(JournalFault) -> StoredSpace {
    guard let row = try rows(Statement.readSpace(.text(name.string))).first else {
      throw .unusable("there is no space \(name): `dropline space create \(name)` makes it")
    }
    guard let epoch = Epoch(row.string(1)), let state = SpaceListing.State(rawValue: row.string(3))
    else { throw .changed("the row of space \(name)") }
    let isHeld = row.int(8) == 1
    return StoredSpace(
      id: row.int(0), name: name, epoch: epoch, fence: Fence(term: row.int(9), groups: row.int(2)),
      state: state,
      note: row.string(4), holder: isHeld ? row.string(5) : nil,
      link: isHeld && !row.isNull(6) && !row.isNull(7)
        ? NodeAddress(link: row.string(6), certificate: row.string(7)) : nil)
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
    try asFault { () throws(PostgresError) in
      try connection.run([call], within: .seconds(10))[0].rows
    }
  }
}

/// A space in a list of them.
public struct SpaceListing: Hashable, Sendable {
  /// Whether a space can be served.
  public enum State: String, Sendable {
    case ready
    /// It is being copied from another place.
    case arriving
    /// It was copied to another place.
    case moved
    /// It has lost groups that were acknowledged.
    case restored
  }

  public let name: String
  public let state: State
  /// Where the space comes from, or has gone.
  public let note: String
  /// Who serves it; nil if nobody does.
  public let holder: String?
  public let boards: Int
}

/// The row of a space.
struct StoredSpace {
  let id: Int
  let name: SpaceName
  let epoch: Epoch
  let fence: Fence
  let state: SpaceListing.State
  let note: String
  /// Nil if its lease is over.
  let holder: String?
  /// Where other nodes reach its holder; nil if that is no node.
  let link: NodeAddress?

  /// Why it cannot be served; nil if it can.
  var fault: JournalFault? {
    switch state {
    case .moved: .unusable("space \(name) was moved to \(note)")
    case .arriving:
      .unusable("space \(name) is incomplete: run `dropline migrate` from \(note) again")
    case .restored:
      .unusable(
        "space \(name) has lost changes that were acknowledged (\(note)): if they cannot be had back, "
          + "`dropline space accept-loss \(name)` lets it go on without them")
    case .ready: holder.map { .inUse("space \(name) is served by \($0)") }
    }
  }
}
