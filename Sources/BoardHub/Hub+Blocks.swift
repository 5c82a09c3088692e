import BoardCore
import BoardWire

// `batch … end` and `replace … end`: many lines, one command, one answer.

extension Hub {
  /// Begins a block if the line is one's head, even a malformed one: what follows is meant as rows,
  /// and must never be taken for commands.
  func begin(
    blockOf command: Command, _ line: UnsafeRawBufferPointer, on connection: Connection
  ) -> Bool {
    guard command.verb == .batch || command.verb == .replace else { return false }
    let block = OpenBlock(
      tag: command.tag, request: command.request, isBatch: command.verb == .batch)
    if command.tag != nil, connection.client.isResumable {
      block.mark.digest = CommandDigest()
      block.mark.digest?.add(tagged: line)
    }
    connection.block = block
    return true
  }

  func take(_ line: UnsafeRawBufferPointer, in block: OpenBlock, on connection: Connection) {
    block.mark.digest?.add(line)
    if !block.isGivenUp { block.bytes += line.count }
    let isOver = block.batch?.take(line) ?? block.content?.take(line) ?? true
    if isOver { end(block, on: connection) }
  }

  private func end(_ open: OpenBlock, on connection: Connection) {
    connection.block = nil
    guard !open.isGivenUp else { return refuseUnfinished(open.mark.tag, on: connection) }
    do throws(LineError) {
      let block = try Block(open)
      connection.errorsInARow = 0
      desk.heard(from: connection.client.name, at: now)
      execute(block, as: open.mark, on: connection)
    } catch {
      fail(error, tag: open.mark.tag, on: connection)
    }
  }

  private func execute(_ block: Block, as mark: CommandMark, on connection: Connection) {
    let request = block.request
    keeping.beginCommand()
    do throws(Refusal) {
      if try repeatReply(to: request, as: mark, on: connection) { return }
      if keeping.isFull { throw .diskFull }
      let reply = try apply(block, by: connection)
      answer(reply, to: request, as: mark, on: connection)
    } catch {
      answer(.refused(error), to: request, as: mark, on: connection)
    }
  }

  /// Applies a block, all or nothing: a client's own batch, or the edits in which its content and
  /// the board's differ.
  private func apply(_ block: Block, by connection: Connection) throws(Refusal) -> Reply {
    switch block.request {
    case .batch(let name, let revision, let force):
      let live = try apply(
        block, to: name, at: revision, force: force, by: connection)
      return .batch(name, revision: live.revision)
    case .replace(let name, let revision, let force):
      let live = try apply(
        block, to: name, at: revision, force: force, by: connection)
      return .replace(name, revision: live.revision)
    default:
      preconditionFailure("only a batch and a replace are blocks")
    }
  }

  private func apply(
    _ block: Block, to name: BoardName, at revision: Int?, force: Bool, by connection: Connection
  ) throws(Refusal) -> LiveBoard {
    let live = try board(name, at: revision, connection)
    let edits = try live.keepingNames { names throws(Refusal) in
      let edits = try live.edits(of: block.rows, naming: &names)
      if !force {
        try desk.requireFree(edits, on: name, for: connection.client.name, at: now)
      }
      return edits
    }
    try keeping.requireRoom(for: edits)
    commit(edits, to: live, by: connection)
    return live
  }

  /// The board of a block, which must stand at the revision that the block was made for.
  private func board(
    _ name: BoardName, at revision: Int?, _ connection: Connection
  ) throws(Refusal) -> LiveBoard {
    let live = try board(name, connection)
    guard let revision, revision != live.revision else { return live }
    throw revision > live.revision
      ? .futureRevision(head: live.revision) : .staleRevision(head: live.revision)
  }
}

/// A block that was read to its end.
private struct Block {
  enum Rows {
    case batch(BatchBlock)
    case content(ContentBlock)
  }

  let request: Request
  let rows: Rows

  /// - Throws: What was wrong with the head, or with the first bad row.
  init(_ open: OpenBlock) throws(LineError) {
    request = try open.request.get()
    if let reader = open.batch {
      rows = .batch(try reader.finish())
    } else if let reader = open.content {
      rows = .content(try reader.finish())
    } else {
      preconditionFailure("a block has a reader")
    }
  }
}

/// A board as a block finds its names on it.
private struct BoardNames: NameSource {
  let ground: DropGround

  func itemID(before path: IndexPath) -> ItemID? {
    ground.board.hasItem(at: path) ? ground.board.item(at: path).id : nil
  }

  func sectionID(before index: Int) -> SectionID? {
    ground.board.hasSection(at: index) ? ground.board.sectionID(at: index) : nil
  }

  func newItemID() -> ItemID { ground.board.newItemID() }

  func newSectionID() -> SectionID { ground.board.newSectionID() }
}

extension LiveBoard {
  /// Lets new names be given, and takes them back if it comes to nothing.
  fileprivate func keepingNames<Result>(
    _ body: (inout BoardNames) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    let item = ground.board.nextItemNumber
    let section = ground.board.nextSectionNumber
    var names = BoardNames(ground: ground)
    do throws(Refusal) {
      return try body(&names)
    } catch {
      ground.board.nextItemNumber = item
      ground.board.nextSectionNumber = section
      throw error
    }
  }

  /// The edits that a block comes to, if it can be done here.
  fileprivate func edits(
    of rows: Block.Rows, naming names: inout BoardNames
  ) throws(Refusal) -> [Edit] {
    switch rows {
    case .batch(var block):
      block.fill(from: &names)
      return try edits(of: block)
    case .content(var block):
      block.fill(from: &names)
      return try edits(to: block.content)
    }
  }

  /// The edits that a batch comes to, if it is legal here.
  fileprivate func edits(of block: BatchBlock) throws(Refusal) -> [Edit] {
    let batch = block.batch.withOrigins(on: ground.board)
    if let violation = batch.validate(on: ground.board) {
      throw block.refusal(of: violation)
    }
    let inserted = block.batch.insertedSections
    let items = block.batch.inserts.count + inserted.reduce(0) { $0 + $1.items.count }
    guard ground.board.itemCount + items <= Limits.items else {
      throw .limit("items", Limits.items)
    }
    guard ground.board.sectionCount + inserted.count <= Limits.sections else {
      throw .limit("sections", Limits.sections)
    }
    let edits = batch.edits(on: ground.board).filter(\.changesSomething)
    return changesAnything(edits) ? edits : []
  }

  /// Whether edits come to anything once what cancels out is left out.
  private func changesAnything(_ edits: [Edit]) -> Bool {
    guard !edits.isEmpty else { return false }
    let composition = Composition(edits)
    return !composition.batch(content: ComposedBoard(composition, before: ground.board)).isEmpty
  }

  /// The edits that make the board hold this content.
  fileprivate func edits(to content: Content) throws(Refusal) -> [Edit] {
    guard content.count <= Limits.sections else { throw .limit("sections", Limits.sections) }
    guard content.reduce(0, { $0 + $1.items.count }) <= Limits.items else {
      throw .limit("items", Limits.items)
    }
    try content.requireNamesOnce()
    return Edit.difference(from: ground.board.content, to: content).filter(\.changesSomething)
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
      return .batchRule(violation.rule.rawValue, line: 1)
    }
    let kind = row.kind
    let line = lines.line(kind, row.position, item: row.line)
    switch (violation.rule, kind) {
    case (.wrongName, .deleteSection):
      return .sectionGone(batch.deletedSections[row.position].id.string)
    case (.wrongName, .moveSection):
      return .sectionGone(batch.movedSections[row.position].id.string)
    case (.wrongName, .reloadSection):
      return .sectionGone(batch.reloadedSections[row.position].id.string)
    case (.wrongName, .delete): return .itemGone(batch.deletes[row.position].id.string)
    case (.wrongName, .move): return .itemGone(batch.moves[row.position].id.string)
    case (.wrongName, .reload): return .itemGone(batch.reloads[row.position].item.id.string)
    case (.duplicate, .insert), (.wrongOrigin, .insert):
      return .idTaken(batch.inserts[row.position].arrival.item.id.string)
    case (.duplicate, .insertSection), (.wrongOrigin, .insertSection):
      let section = batch.insertedSections[row.position]
      return .idTaken(row.line.map { section.items[$0].item.id.string } ?? section.id.string)
    default: return .batchRule(violation.rule.rawValue, line: line)
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
