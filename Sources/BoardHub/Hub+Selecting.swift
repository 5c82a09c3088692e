import BoardCore
import BoardWire

// Selecting and choosing, and telling who has selected what. Source: `protocol/specification.md`,
// section 14.

extension Hub {
  func select(_ request: Request, on connection: Connection) throws(Refusal) -> Reply {
    let client = connection.client.name
    switch request {
    case .select(let references, let name):
      let live = try board(name, connection)
      let items = try live.ground.resolve(references)
      try live.selections.select(items, by: client, on: live.ground)
      tellSelection(on: live, by: connection)
      return .select(live.name, live.selections[client])
    case .selectNone(let name):
      let live = try board(name, connection)
      let count = live.selections[client].count
      live.selections.deselectAll(by: client, on: live.ground)
      if live.selections[client].count < count {
        tellSelection(on: live, by: connection)
      } else {
        catchUp(connection, on: live)
      }
      return .select(live.name, live.selections[client])
    case .deselect(let references, let name):
      let live = try board(name, connection)
      let items = try live.ground.resolve(references)
      try live.selections.deselect(items, by: client, on: live.ground)
      tellSelection(on: live, by: connection)
      return .deselect(live.name, live.selections[client])
    case .choose(let reference, let name):
      let live = try board(name, connection)
      let item = try live.ground.resolve(reference)
      return .choose(item, try choose(item, on: live, by: connection))
    default:
      preconditionFailure("a selection is asked for")
    }
  }

  /// Does what a tap does: the action of the item's section, or selects or deselects.
  private func choose(
    _ item: ItemID, on live: LiveBoard, by connection: Connection
  ) throws(Refusal) -> Choice {
    try live.ground.requireHighlight(item)
    let action = live.ground.policy(at: item).onChoose
    if action != .none && keeping.isFull { throw .diskFull }
    switch action {
    case .none:
      let isSelected = try live.selections.toggle(
        item, by: connection.client.name, on: live.ground)
      tellSelection(on: live, by: connection, inFrontOfReply: true)
      return isSelected ? .selected : .deselected
    case .move(let section):
      _ = try live.ground.resolve(section)
      let path = try move(
        [item], to: .end(section), on: live, force: false, by: connection)
      return .moved(revision: live.revision, path)
    case .delete:
      try delete([item], on: live, force: false, by: connection)
      return .deleted(revision: live.revision)
    }
  }

  /// Lets the selections of a guest go over to the name that it gave itself.
  func giveSelections(of guest: ClientName, to client: ClientName) {
    for live in boardsSelected(by: guest) {
      let before = live.selections[client]
      live.selections.give(guest, to: client)
      tellSelection(of: guest, on: live)
      if live.selections[client] != before { tellSelection(of: client, on: live) }
    }
  }

  /// Lets the selections of a client go whose last connection closed.
  func dropSelections(of client: ClientName) {
    for live in boardsSelected(by: client) {
      live.selections.set([], for: client)
      tellSelection(of: client, on: live)
    }
  }

  private func boardsSelected(by client: ClientName) -> [LiveBoard] {
    selecting[client, default: []].compactMap { boards[$0] }.sorted()
  }
}

// Telling.

extension Hub {
  /// Tells everybody what a client has selected now by no command of its own.
  func tellSelection(of client: ClientName, on live: LiveBoard) {
    note(selectionOf: client, on: live)
    _ = live.tell(.selected(live.name, client, live.selections[client]), origin: nil)
    touch(live)
  }

  /// Tells the others what the client of a connection has selected now by its command.
  ///
  /// What it names is on the board that the connection knows by then.
  /// - Parameter inFrontOfReply: Whether the reply does not tell it.
  private func tellSelection(
    on live: LiveBoard, by connection: Connection, inFrontOfReply: Bool = false
  ) {
    let client = connection.client.name
    note(selectionOf: client, on: live)
    catchUp(connection, on: live)
    let event = Event.selected(live.name, client, live.selections[client])
    if inFrontOfReply, connection.watch(of: live) != nil {
      connection.outbox.buffer.append(event)
    }
    let number = live.tell(event, origin: connection.id)
    touch(live)
    live.skip(number, for: connection)
  }

  /// Takes note whether a client has selected anything on a board.
  private func note(selectionOf client: ClientName, on live: LiveBoard) {
    if live.selections[client].isEmpty {
      selecting[client]?.remove(live.name)
      if selecting[client]?.isEmpty == true { selecting[client] = nil }
    } else {
      selecting[client, default: []].insert(live.name)
    }
  }
}
