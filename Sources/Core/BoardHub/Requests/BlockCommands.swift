import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// `batch … end` and `replace … end`: many lines, one command, one reply.
struct BlockCommands {
  let boards: BoardDirectory
  let budget: TurnBudget
  let persistence: Persistence
  let commit: Commit

  /// Applies a block, all or nothing: a client's own batch, or the edits in which its content and
  /// the board's differ.
  func perform(
    _ request: BlockRequest, for command: PendingCommand, on connection: ClientConnection
  ) throws(Refusal) -> Answer? {
    try persistence.room.requireRoom()
    let live = try board(request.head, connection)
    guard let rows = command.rows else { preconditionFailure("a block is executed at its end") }
    var command = command
    command.cost = rows.cost(on: live.versions.board)
    budget.pay(for: command.cost)
    return try commit.change(live, for: command, as: rows, on: connection) {
      change, rows throws(Refusal) in
      let revision = try change.transact { transaction throws(Refusal) in
        let edits = try rows.edits(in: &transaction)
        try change.requireChoosable(edits, on: transaction.board)
        if !request.head.force { try change.requireFree(edits) }
        try change.versions.fieldTypes.require(edits, on: transaction.board)
        try change.room.requireRoom(for: edits)
        transaction.apply(edits)
      }
      let reply = CreateReply(change.versions.name, revision: change.versions.revision)
      return (request.reply(reply), revision)
    }
  }

  /// The board of a block, which must be at the revision that the block was made for.
  private func board(
    _ head: BlockRequest.Batch, _ connection: ClientConnection
  ) throws(Refusal) -> LiveBoard {
    let live = try boards.board(head.board, connection)
    guard let revision = head.revision, revision != live.revision else { return live }
    throw revision > live.revision
      ? .futureRevision(live.revision) : .staleRevision(live.revision)
  }
}

extension BlockRequest {
  fileprivate func reply(_ revision: CreateReply) -> Reply {
    switch self {
    case .batch: .batch(revision)
    case .replace: .replace(revision)
    }
  }
}

extension BoardTransaction: NameSource {
  public func itemID(before path: IndexPath) -> ItemID? {
    board.hasItem(at: path) ? board.itemID(at: path) : nil
  }

  public func sectionID(before index: Int) -> SectionID? {
    board.hasSection(at: index) ? board.sectionID(at: index) : nil
  }
}

extension ClosedBlock {
  /// The edits that the rows come to, if they can be made on the board of a transaction.
  fileprivate func edits(in transaction: inout BoardTransaction) throws(Refusal) -> [Edit] {
    switch self {
    case .batch(var block):
      block.fill(from: &transaction)
      return try transaction.board.edits(of: block)
    case .content(var content):
      content.fill(from: &transaction)
      return try transaction.board.edits(to: content)
    }
  }
}

extension Board {
  /// The edits that a batch comes to, if it is legal here.
  fileprivate func edits(of block: BatchBlock) throws(Refusal) -> [Edit] {
    let batch = block.batch.withOrigins(on: self)
    if let violation = batch.validate(on: self) {
      throw block.refusal(of: violation)
    }
    let edits = batch.edits(on: self).filter(\.changesSomething)
    return changesAnything(edits) ? edits : []
  }

  /// Whether edits come to anything once what cancels out is left out.
  private func changesAnything(_ edits: [Edit]) -> Bool {
    guard !edits.isEmpty else { return false }
    let composition = Composition(edits)
    return !composition.batch(content: ComposedBoard(composition, before: self)).isEmpty
  }

  /// The edits that make the board hold this content.
  fileprivate func edits(to new: Content) throws(Refusal) -> [Edit] {
    // So many would be compared in vain.
    guard new.count <= Limits.sections else { throw .exceeded(.sections) }
    try new.requireNamesOnce()
    return Edit.difference(from: content, to: new).filter(\.changesSomething)
  }
}

extension Edit {
  /// Whether the edit, made alone, leaves the board otherwise than it was. If not, it is no part of
  /// a revision: it would stand in the history, and in the way of an undo, until the next start.
  fileprivate var changesSomething: Bool {
    switch self {
    case .moveItem(_, let from, let to): from != to
    case .moveSection(_, let from, let to): from != to
    case .reloadItem(_, _, let old, let new), .reloadSection(_, _, let old, let new): old != new
    case .reconfigureItem(_, _, let old, let new): old != new
    case .insertItem, .deleteItem, .insertSection, .deleteSection: true
    }
  }
}

extension Content {
  /// Makes sure that no name stands for two sections or two items.
  fileprivate func requireNamesOnce() throws(Refusal) {
    var sections = Set<SectionID>()
    var items = Set<ItemID>()
    for section in self {
      guard sections.insert(section.id).inserted else { throw .idTaken(section.id.string) }
      for item in section.items where !items.insert(item.id).inserted {
        throw .duplicateItem(item.id.string)
      }
    }
  }
}

extension BatchBlock {
  /// A broken rule as a refusal: by the name that is wrong or taken, or by rule and line.
  fileprivate func refusal(of violation: Violation) -> Refusal {
    guard let row = violation.row else {
      return .batchRule(violation.rule.rawValue, row: 1)
    }
    let kind = row.kind
    let line = lines.line(kind, row.position, item: row.line)
    switch (violation.rule, kind) {
    case (.wrongID, .deleteSection):
      return .sectionGone(batch.deletedSections[row.position].id.string)
    case (.wrongID, .moveSection):
      return .sectionGone(batch.movedSections[row.position].id.string)
    case (.wrongID, .reloadSection):
      return .sectionGone(batch.reloadedSections[row.position].id.string)
    case (.wrongID, .delete): return .itemGone(batch.deletes[row.position].id.string)
    case (.wrongID, .move): return .itemGone(batch.moves[row.position].id.string)
    case (.wrongID, .reload): return .itemGone(batch.reloads[row.position].id.string)
    case (.wrongID, .reconfigure):
      return .itemGone(batch.reconfigures[row.position].id.string)
    case (.takenID, .insert), (.wrongOrigin, .insert):
      return .idTaken(batch.inserts[row.position].arrival.item.id.string)
    case (.takenID, .insertSection), (.wrongOrigin, .insertSection):
      let section = batch.insertedSections[row.position]
      return .idTaken(row.line.map { section.items[$0].item.id.string } ?? section.id.string)
    default: return .batchRule(violation.rule.rawValue, row: line)
    }
  }
}

extension BatchUpdate {
  /// The batch with the path before of every item that it puts in and that is on the board: whoever
  /// writes a batch by hand need not say it.
  fileprivate func withOrigins(on board: Board) -> BatchUpdate {
    var batch = self
    for index in batch.inserts.indices {
      let id = batch.inserts[index].arrival.item.id
      batch.inserts[index].arrival.was = board.indexPath(of: id)
    }
    for section in batch.insertedSections.indices {
      for index in batch.insertedSections[section].items.indices {
        let id = batch.insertedSections[section].items[index].item.id
        batch.insertedSections[section].items[index].was = board.indexPath(of: id)
      }
    }
    return batch
  }
}
