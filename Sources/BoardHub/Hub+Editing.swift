import BoardAuthority
import BoardModel
import BoardWire

// Edits: each command is one change, or none.

extension Hub {
  func perform(_ request: EditRequest, on connection: Connection) throws(Refusal) -> Answer {
    switch request {
    case .insert(let insert): try self.insert(insert, on: connection)
    case .delete(let delete): try self.delete(delete, on: connection)
    case .move(let move): try self.move(move, on: connection)
    case .edit(let edit): try self.edit(edit, on: connection)
    case .insertSection(let insert): try insertSection(insert, on: connection)
    case .deleteSection(let delete): try deleteSection(delete, on: connection)
    case .moveSection(let move): try moveSection(move, on: connection)
    case .renameSection(let rename): try renameSection(rename, on: connection)
    case .clear(let clear): try self.clear(clear, on: connection)
    }
  }

  private func insert(
    _ request: EditRequest.Insert, on connection: Connection
  ) throws(Refusal) -> Answer {
    let live = try board(request.board, connection)
    guard live.ground.board.itemCount < Limits.items else { throw .limit("items", Limits.items) }
    let path = try live.ground.path(of: request.place)
    let item = Item(id: live.ground.board.newItemID(), text: request.text)
    commit([.insertItem(item, at: path)], to: live, by: connection)
    return Answer(.insert(ItemPlaced(item.id, at: path, revision: live.revision)), on: live)
  }

  private func delete(
    _ request: EditRequest.Delete, on connection: Connection
  ) throws(Refusal) -> Answer {
    let live = try board(request.board, connection)
    let items = try live.ground.resolve(request.items)
    try delete(items, on: live, force: request.force, by: connection)
    let reply = ItemsDeleted(count: items.count, revision: live.revision)
    return Answer(.delete(reply), on: live)
  }

  /// Takes items away that are on the board, as one change.
  func delete(
    _ items: [ItemID], on live: LiveBoard, force: Bool, by connection: Connection
  ) throws(Refusal) {
    if !force { try desk.requireFree(items, on: live.name, for: connection.client.name, at: now) }
    let edits = try live.change { board throws(BoardError) in
      var edits: [Edit] = []
      for item in items { edits.append(try board.deleteItem(item)) }
      return edits
    }
    conclude(edits, on: live, by: connection)
  }

  private func move(
    _ request: EditRequest.Move, on connection: Connection
  ) throws(Refusal) -> Answer {
    let live = try board(request.board, connection)
    let items = try live.ground.resolve(request.items)
    let path = try move(
      items, to: request.place, on: live, force: request.force, by: connection)
    let reply = ItemsMoved(count: items.count, to: path, revision: live.revision)
    return Answer(.move(reply), on: live)
  }

  /// Moves items that are on the board, as one change or none.
  ///
  /// - Returns: The path of the first one afterwards.
  func move(
    _ items: [ItemID], to place: Place, on live: LiveBoard, force: Bool, by connection: Connection
  ) throws(Refusal) -> IndexPath {
    if !force { try desk.requireFree(items, on: live.name, for: connection.client.name, at: now) }
    let path = try live.ground.path(of: place, without: items)
    let edits = try live.change { board throws(BoardError) in try board.move(items, to: path) }
    conclude(edits, on: live, by: connection)
    return path.carried(over: edits)
  }

  private func edit(
    _ request: EditRequest.Edit, on connection: Connection
  ) throws(Refusal) -> Answer {
    let live = try board(request.board, connection)
    let item = try live.ground.resolve(request.item)
    guard let path = live.ground.board.indexPath(of: item),
      let old = live.ground.board.item(item)?.text
    else {
      throw .itemGone(request.item.description)
    }
    if old != request.text {
      commit(
        [.reloadItem(item, at: path, from: old, to: request.text)], to: live, by: connection)
    }
    return Answer(.edit(ItemPlaced(item, at: path, revision: live.revision)), on: live)
  }

  /// Applies edits as one change, and tells it to the sessions and selections on the board and to
  /// its author.
  func commit(
    _ edits: [Edit], to live: LiveBoard, by connection: Connection,
    origin: RevisionOrigin = .command
  ) {
    live.ground.board.apply(edits)
    conclude(edits, on: live, by: connection, origin: origin)
  }

  /// Makes edits that the board holds already one revision.
  ///
  /// Data first, then notice: the board holds the change before anybody hears of it. The author's
  /// own copy is brought to the new revision in front of the reply.
  ///
  /// - Parameter notices: What the connection did to its session by the change, told in front of
  ///   what the change does to others.
  func conclude(
    _ edits: [Edit], on live: LiveBoard, by connection: Connection,
    origin: RevisionOrigin = .command, outcome: SessionOutcome? = nil,
    telling notices: [DragNotice] = []
  ) {
    guard !edits.isEmpty else { return tell(notices, by: connection) }
    let note = RevisionNote(
      author: connection.client.name, time: keeping.wallTime(at: now), origin: origin)
    let losesPolicies = live.commit(edits, note)
    keep(live, edits, note, outcome)
    if losesPolicies { keepPolicies(of: live) }
    // Before the author is sent anything, as that may be a snapshot.
    let losers = live.selections.follow(edits, on: live.ground.board)
    touch(live)
    catchUp(connection, on: live)
    tell(notices, by: connection)
    tell(desk.boardChanged(live.ground, edits, by: connection.client.name, in: grounds, at: now))
    for client in losers { tellSelection(of: client, on: live) }
  }
}

extension IndexPath {
  /// The path after edits that put the item there, and took away sections that emptied by it.
  fileprivate func carried(over edits: [Edit]) -> IndexPath {
    var path = self
    for case .deleteSection(_, let index) in edits where index < path.section { path.section -= 1 }
    return path
  }
}

extension LiveBoard {
  /// Changes items, and takes away sections that empty by it where their policy says so.
  ///
  /// - Returns: All edits, which the board then holds.
  fileprivate func change(
    _ body: (inout Board) throws(BoardError) -> [Edit]
  ) throws(Refusal) -> [Edit] {
    do throws(BoardError) {
      var edits = try body(&ground.board)
      let emptied = ground.emptied(by: edits)
      ground.board.apply(emptied)
      edits += emptied
      return edits
    } catch {
      preconditionFailure("what was resolved is on the board: \(error)")
    }
  }
}
