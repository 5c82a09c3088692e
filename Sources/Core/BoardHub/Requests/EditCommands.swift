import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// Edits: each command is one change, or none.
struct EditCommands {
  let clock: HubClock
  let boards: BoardDirectory
  let drags: DragSessions
  let commit: Commit
  let sections: SectionCommands

  /// - Returns: Nil if the reply comes later.
  func perform(
    _ request: EditRequest, for command: PendingCommand, on connection: ClientConnection
  ) throws(Refusal) -> Answer? {
    switch request {
    case .insert(let insert): try self.insert(insert, on: connection)
    case .delete(let delete): try self.delete(delete, for: command, on: connection)
    case .move(let move): try self.move(move, for: command, on: connection)
    case .edit(let edit): try self.edit(edit, on: connection)
    case .set(let set): try self.set(set, for: command, on: connection)
    case .insertSection(let insert): try sections.insert(insert, on: connection)
    case .deleteSection(let delete): try sections.delete(delete, for: command, on: connection)
    case .moveSection(let move): try sections.move(move, on: connection)
    case .renameSection(let rename): try sections.rename(rename, on: connection)
    case .clear(let clear): try sections.clear(clear, for: command, on: connection)
    }
  }

  private func insert(
    _ request: EditRequest.Insert, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let live = try boards.board(request.board, connection)
    let path = try live.versions.path(of: request.place)
    try live.versions.fieldTypes.require(request.fields)
    var id: ItemID?
    try commit.change(live, by: connection) { transaction in
      let item = Item(
        id: transaction.newItemID(), text: request.text, fields: request.fields)
      transaction.apply(.insertItem(item, at: path))
      id = item.id
    }
    return Answer(.insert(InsertReply(id!, path: path, revision: live.revision)), on: live)
  }

  private func delete(
    _ request: EditRequest.Delete, for command: PendingCommand, on connection: ClientConnection
  ) throws(Refusal) -> Answer? {
    let live = try boards.board(request.board, connection)
    return try commit.change(live, for: command, as: request, on: connection) {
      change, request throws(Refusal) in
      let items = try change.versions.resolve(request.items)
      if !request.force { try change.requireFree(items) }
      let revision = try change.transact { transaction in
        transaction.delete(items)
        transaction.deleteEmptiedSections()
      }
      let reply = DeleteReply(count: items.count, revision: change.versions.revision)
      return (.delete(reply), revision)
    }
  }

  /// Takes items away that are on the board, as one change.
  func delete(
    _ items: [ItemID], on live: LiveBoard, force: Bool, by connection: ClientConnection
  ) throws(Refusal) {
    if !force {
      try drags.coordinator.requireFree(
        items, on: live.name, for: connection.client.name, at: clock.now)
    }
    try commit.change(live, by: connection) { transaction in
      transaction.delete(items)
      transaction.deleteEmptiedSections()
    }
  }

  private func move(
    _ request: EditRequest.Move, for command: PendingCommand, on connection: ClientConnection
  ) throws(Refusal) -> Answer? {
    let live = try boards.board(request.board, connection)
    return try commit.change(live, for: command, as: request, on: connection) {
      change, request throws(Refusal) in
      let items = try change.versions.resolve(request.items)
      let (path, revision) = try change.move(items, to: request.place, force: request.force)
      let reply = MoveReply(count: items.count, path: path, revision: change.versions.revision)
      return (.move(reply), revision)
    }
  }

  /// Moves an item that is on the board, as one change or none.
  ///
  /// - Returns: Its path afterwards.
  func move(
    _ item: ItemID, to place: Place, on live: LiveBoard, by connection: ClientConnection
  ) throws(Refusal) -> IndexPath {
    var path = IndexPath(section: 0, item: 0)
    try commit.change(live, by: connection) { change throws(Refusal) in
      let (end, revision) = try change.move([item], to: place, force: false)
      path = end
      return revision
    }
    return path
  }

  private func edit(
    _ request: EditRequest.Edit, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let live = try boards.board(request.board, connection)
    let item = try live.versions.resolve(request.item)
    try commit.change(live, by: connection) { $0.setText(of: item, to: request.text) }
    guard let path = live.versions.board.indexPath(of: item) else {
      preconditionFailure("what was resolved is on the board")
    }
    return Answer(.edit(InsertReply(item, path: path, revision: live.revision)), on: live)
  }

  private func set(
    _ request: EditRequest.Set, for command: PendingCommand, on connection: ClientConnection
  ) throws(Refusal) -> Answer? {
    let live = try boards.board(request.board, connection)
    return try commit.change(live, for: command, as: request, on: connection) {
      change, request throws(Refusal) in
      let items = try change.versions.resolveUnseen(request.items)
      try change.requireTypes(of: request)
      let revision = try change.transact { transaction throws(Refusal) in
        if let gone = transaction.setFields(of: items, request.changes) {
          throw .itemGone(gone.string)
        }
        try change.room.requireRoom(for: transaction.edits)
      }
      return (.set(SetReply(count: items.count, revision: change.versions.revision)), revision)
    }
  }
}

extension ChangeContext {
  /// Makes sure that values are of the types of their fields, if all items are on the board.
  fileprivate func requireTypes(of request: EditRequest.Set) throws(Refusal) {
    do throws(Refusal) {
      try versions.fieldTypes.require(request.changes)
    } catch {
      // That an item is gone is said first.
      _ = try versions.resolve(request.items)
      throw error
    }
  }

  /// Moves items that are on the board, as one revision or none.
  ///
  /// - Returns: The path of the first one afterwards, and the revision.
  fileprivate func move(
    _ items: [ItemID], to place: Place, force: Bool
  ) throws(Refusal) -> (path: IndexPath, revision: Revision?) {
    if !force { try requireFree(items) }
    let path = try versions.path(of: place, without: items)
    let revision = try transact { transaction in
      transaction.move(items, to: path)
      transaction.deleteEmptiedSections()
    }
    return (path.carried(over: revision?.edits ?? []), revision)
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
