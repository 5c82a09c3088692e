import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// Edits of sections: insert, delete, move, rename, clear.
struct SectionCommands {
  let boards: BoardDirectory
  let commit: Commit

  func insert(
    _ request: EditRequest.InsertSection, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let live = try boards.board(request.board, connection)
    let index = try live.versions.resolve(request.index)
    var id: SectionID?
    try commit.change(live, by: connection) { transaction in
      let section = Section(id: transaction.newSectionID(), title: request.text)
      transaction.apply(.insertSection(section, at: index))
      id = section.id
    }
    let reply = InsertSectionReply(id!, index: index, revision: live.revision)
    return Answer(.insertSection(reply), on: live)
  }

  func delete(
    _ request: EditRequest.DeleteSection, for command: PendingCommand,
    on connection: ClientConnection
  ) throws(Refusal) -> Answer? {
    let live = try boards.board(request.board, connection)
    let index = try live.versions.resolve(request.section)
    let section = (index: index, force: request.force)
    return try commit.change(live, for: command, as: section, on: connection) {
      change, place throws(Refusal) in
      let section = try change.section(at: place.index, force: place.force)
      let revision = try change.transact { $0.apply(.deleteSection(section, at: place.index)) }
      let reply = DeleteSectionReply(section.id, revision: change.versions.revision)
      return (.deleteSection(reply), revision)
    }
  }

  func move(
    _ request: EditRequest.MoveSection, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let live = try boards.board(request.board, connection)
    let source = try live.versions.resolve(request.section)
    let destination = try live.versions.resolve(request.index, moving: source)
    let section = live.versions.board.sectionID(at: source)
    if source != destination {
      try commit.change(live, by: connection) { transaction in
        transaction.apply(.moveSection(section, from: source, to: destination))
      }
    }
    let reply = InsertSectionReply(section, index: destination, revision: live.revision)
    return Answer(.moveSection(reply), on: live)
  }

  func rename(
    _ request: EditRequest.RenameSection, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let live = try boards.board(request.board, connection)
    let index = try live.versions.resolve(request.section)
    let section = live.versions.board.sectionID(at: index)
    let (old, title) = (live.versions.board.title(at: index), request.text)
    if old != title {
      try commit.change(live, by: connection) { transaction in
        transaction.apply(.reloadSection(section, at: index, from: old, to: title))
      }
    }
    let reply = InsertSectionReply(section, index: index, revision: live.revision)
    return Answer(.renameSection(reply), on: live)
  }

  func clear(
    _ request: EditRequest.DeleteSection, for command: PendingCommand,
    on connection: ClientConnection
  ) throws(Refusal) -> Answer? {
    let live = try boards.board(request.board, connection)
    let index = try live.versions.resolve(request.section)
    let section = (index: index, force: request.force)
    return try commit.change(live, for: command, as: section, on: connection) {
      change, place throws(Refusal) in
      let section = try change.section(at: place.index, force: place.force)
      let edits = section.items.enumerated().reversed().map { position, item in
        Edit.deleteItem(item, at: IndexPath(section: place.index, item: position))
      }
      try change.room.requireRoom(for: edits)
      let revision = try change.transact { $0.apply(edits) }
      let reply = ClearReply(
        section.id, count: edits.count, revision: change.versions.revision)
      return (.clear(reply), revision)
    }
  }
}

extension ChangeContext {
  /// The section that loses its items. Unless it is forced, nobody else drags one of them.
  fileprivate func section(at index: Int, force: Bool) throws(Refusal) -> Section {
    let section = versions.board.sectionContent(at: index)
    if !force { try requireFree(section.items.lazy.map(\.id)) }
    return section
  }
}
