import BoardCore
import BoardWire

// `batch … end` and `replace … end`: many lines, one command, one answer.

extension Hub {
  /// Begins a block if that is what is asked for.
  func begin(blockOf request: Request, tag: String?, on connection: Connection) -> Bool {
    switch request {
    case .batch: connection.batchReader = BatchReader()
    case .replace: connection.contentReader = ContentReader()
    default: return false
    }
    connection.block = Connection.BlockHead(tag: tag, request: request)
    return true
  }

  func takeRow(_ line: UnsafeRawBufferPointer, on connection: Connection) {
    let isOver =
      connection.batchReader?.take(line) ?? connection.contentReader?.take(line) ?? true
    if isOver { endBlock(on: connection) }
  }

  /// Takes a row that the framer found to be bad; the block is answered at its end all the same.
  func failRow(on connection: Connection) {
    connection.batchReader?.takeFailed()
    connection.contentReader?.takeFailed()
  }

  private func endBlock(on connection: Connection) {
    guard let head = connection.block else { return }
    let batch = connection.batchReader
    let content = connection.contentReader
    connection.block = nil
    connection.batchReader = nil
    connection.contentReader = nil
    do throws(Refusal) {
      if try repeatReply(to: head.request, tag: head.tag, on: connection) { return }
      var reply: Reply?
      if let batch { reply = try apply(batch, of: head.request, by: connection) }
      if let content { reply = try apply(content, of: head.request, by: connection) }
      if let reply { answer(reply, to: head.request, tag: head.tag, on: connection) }
    } catch {
      answer(.refused(error), to: head.request, tag: head.tag, on: connection)
    }
  }

  /// Applies a client's own batch, all or nothing.
  private func apply(
    _ reader: BatchReader, of request: Request, by connection: Connection
  ) throws(Refusal) -> Reply {
    guard case .batch(let name, let revision, let force) = request else {
      preconditionFailure("a batch was begun")
    }
    var block: BatchBlock
    do throws(LineError) { block = try reader.finish() } catch { return .error(error) }
    let live = try board(name, at: revision, connection)
    let edits = try live.keepingNames { names throws(Refusal) in
      block.fill(from: &names)
      let edits = try live.edits(of: block)
      if !force {
        try desk.requireFree(edits, on: name, for: connection.client.name, at: now)
      }
      return edits
    }
    commit(edits, to: live, by: connection)
    return .batch(name, revision: live.revision)
  }

  /// Makes a content the whole content of a board, by the edits in which the two differ.
  private func apply(
    _ reader: ContentReader, of request: Request, by connection: Connection
  ) throws(Refusal) -> Reply {
    guard case .replace(let name, let revision, let force) = request else {
      preconditionFailure("a replace was begun")
    }
    var block: ContentBlock
    do throws(LineError) { block = try reader.finish() } catch { return .error(error) }
    let live = try board(name, at: revision, connection)
    let edits = try live.keepingNames { names throws(Refusal) in
      block.fill(from: &names)
      let edits = try live.edits(to: block.content)
      if !force {
        try desk.requireFree(edits, on: name, for: connection.client.name, at: now)
      }
      return edits
    }
    commit(edits, to: live, by: connection)
    return .replace(name, revision: live.revision)
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

  /// The edits that a batch comes to, if it is legal here.
  fileprivate func edits(of block: BatchBlock) throws(Refusal) -> [Edit] {
    if let violation = block.batch.validate(on: ground.board) {
      throw .batchRule(violation.rule.rawValue, line: block.lines.line(of: violation))
    }
    let inserted = block.batch.insertedSections
    let items = block.batch.inserts.count + inserted.reduce(0) { $0 + $1.items.count }
    guard ground.board.itemCount + items <= Limits.items else {
      throw .limit("items", Limits.items)
    }
    guard ground.board.sectionCount + inserted.count <= Limits.sections else {
      throw .limit("sections", Limits.sections)
    }
    return block.batch.edits(on: ground.board)
  }

  /// The edits that make the board hold this content.
  fileprivate func edits(to content: Content) throws(Refusal) -> [Edit] {
    if let name = content.firstRepeatedName { throw .idTaken(name) }
    return Edit.difference(from: ground.board.content, to: content)
  }
}

extension Content {
  /// The first name that stands for two sections or two items, or nil.
  fileprivate var firstRepeatedName: String? {
    var sections = Set<SectionID>()
    var items = Set<ItemID>()
    for section in self {
      if !sections.insert(section.id).inserted { return section.id.string }
      for item in section.items where !items.insert(item.id).inserted { return item.id.string }
    }
    return nil
  }
}

extension RowLines {
  /// The line that a violation is about; the first one where no single row is guilty.
  fileprivate func line(of violation: Violation) -> Int {
    guard let row = violation.row, let kind = RowKind(rawValue: row.kind.rawValue) else { return 1 }
    return line(kind, row.position, item: row.line)
  }
}
