import BoardCore
import BoardWire

// Edits of sections: insert, delete, move, rename, clear.

extension Hub {
  func editSections(_ request: Request, on connection: Connection) throws(Refusal) -> Reply {
    switch request {
    case .insertSection(let title, let place, let name):
      try insertSection(title, at: place, on: board(name, connection), by: connection)
    case .deleteSection(let section, let name, let force):
      try deleteSection(section, on: board(name, connection), force: force, by: connection)
    case .moveSection(let section, let place, let name):
      try moveSection(section, to: place, on: board(name, connection), by: connection)
    case .renameSection(let section, let title, let name):
      try renameSection(section, to: title, on: board(name, connection), by: connection)
    case .clear(let section, let name, let force):
      try clear(section, on: board(name, connection), force: force, by: connection)
    default:
      preconditionFailure("an edit of sections is asked for")
    }
  }

  private func insertSection(
    _ title: Text, at place: SectionPlace, on live: LiveBoard, by connection: Connection
  ) throws(Refusal) -> Reply {
    guard live.ground.board.sectionCount < Limits.sections else {
      throw .limit("sections", Limits.sections)
    }
    let index = try live.ground.resolve(place)
    let section = Section(id: live.ground.board.newSectionID(), title: title)
    commit([.insertSection(section, at: index)], to: live, by: connection)
    return .insertSection(section.id, index: index, revision: live.revision)
  }

  private func deleteSection(
    _ reference: SectionReference, on live: LiveBoard, force: Bool, by connection: Connection
  ) throws(Refusal) -> Reply {
    let index = try live.ground.resolve(reference)
    let section = live.ground.board.sectionContent(at: index)
    if !force { try requireFree(section, on: live, by: connection) }
    commit([.deleteSection(section, at: index)], to: live, by: connection)
    return .deleteSection(section.id, revision: live.revision)
  }

  private func moveSection(
    _ reference: SectionReference, to place: SectionPlace, on live: LiveBoard,
    by connection: Connection
  ) throws(Refusal) -> Reply {
    let source = try live.ground.resolve(reference)
    let destination = try live.ground.resolve(place, moving: source)
    let section = live.ground.board.sectionID(at: source)
    if source != destination {
      commit([.moveSection(section, from: source, to: destination)], to: live, by: connection)
    }
    return .moveSection(section, index: destination, revision: live.revision)
  }

  private func renameSection(
    _ reference: SectionReference, to title: Text, on live: LiveBoard, by connection: Connection
  ) throws(Refusal) -> Reply {
    let index = try live.ground.resolve(reference)
    let section = live.ground.board.sectionID(at: index)
    let old = live.ground.board.title(at: index)
    if old != title {
      commit([.reloadSection(section, at: index, from: old, to: title)], to: live, by: connection)
    }
    return .renameSection(section, index: index, revision: live.revision)
  }

  private func clear(
    _ reference: SectionReference, on live: LiveBoard, force: Bool, by connection: Connection
  ) throws(Refusal) -> Reply {
    let index = try live.ground.resolve(reference)
    let section = live.ground.board.sectionContent(at: index)
    if !force { try requireFree(section, on: live, by: connection) }
    let edits = section.items.enumerated().reversed().map { position, item in
      Edit.deleteItem(item, at: IndexPath(section: index, item: position))
    }
    try keeping.requireRoom(for: edits)
    commit(edits, to: live, by: connection)
    return .clear(section.id, count: edits.count, revision: live.revision)
  }

  /// Makes sure that nobody else drags an item of the section.
  private func requireFree(
    _ section: Section, on live: LiveBoard, by connection: Connection
  ) throws(Refusal) {
    try desk.requireFree(
      section.items.lazy.map(\.id), on: live.name, for: connection.client.name, at: now)
  }
}
