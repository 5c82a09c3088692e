import BoardAuthority
import BoardModel
import BoardWire

// Selecting and choosing, and telling who has selected what. Source: `protocol/specification.md`,
// section 14.

extension Hub {
  func perform(_ request: SelectionRequest, on connection: Connection) throws(Refusal) -> Answer {
    switch request {
    case .select(let select): try self.select(select, on: connection)
    case .deselect(let deselect): try self.deselect(deselect, on: connection)
    case .choose(let choose): try self.choose(choose, on: connection)
    }
  }

  private func select(
    _ request: SelectionRequest.Select, on connection: Connection
  ) throws(Refusal) -> Answer {
    let client = connection.client.name
    let live = try board(request.board, connection)
    let items = try live.versions.resolve(request.items)
    try live.selections.select(items, by: client, on: live.versions)
    tellSelection(on: live, by: connection)
    return Answer(.select(SelectionReply(live.name, live.selections[client])), on: live)
  }

  private func deselect(
    _ request: SelectionRequest.Deselect, on connection: Connection
  ) throws(Refusal) -> Answer {
    let client = connection.client.name
    let live = try board(request.board, connection)
    let count = live.selections[client].count
    if let references = request.items {
      let items = try live.versions.resolve(references)
      try live.selections.deselect(items, by: client, on: live.versions)
    } else {
      live.selections.deselectAll(by: client, on: live.versions)
    }
    if live.selections[client].count < count { tellSelection(on: live, by: connection) }
    return Answer(.deselect(SelectionReply(live.name, live.selections[client])), on: live)
  }

  private func choose(
    _ request: SelectionRequest.Choose, on connection: Connection
  ) throws(Refusal) -> Answer {
    let live = try board(request.board, connection)
    let item = try live.versions.resolve(request.item)
    let choice = try choose(item, on: live, by: connection)
    return Answer(.choose(Chosen(item, choice)), on: live)
  }

  /// Does what a tap does: the action of the item's section, or selects or deselects.
  private func choose(
    _ item: ItemID, on live: LiveBoard, by connection: Connection
  ) throws(Refusal) -> Choice {
    try live.versions.requireHighlight(item)
    let action = live.versions.policy(at: item).onChoose
    if action != .none && keeping.isFull { throw .diskFull }
    switch action {
    case .none:
      let isSelected = try live.selections.toggle(
        item, by: connection.client.name, on: live.versions)
      tellSelection(on: live, by: connection, inFrontOfReply: true)
      return isSelected ? .selected : .deselected
    case .move(let section):
      _ = try live.versions.resolve(section)
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
    _ = live.tell(live.selectionEvent(of: client), origin: nil)
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
    let event = live.selectionEvent(of: client)
    if inFrontOfReply, connection.watch(of: live) != nil {
      write(to: connection) { $0.buffer.append(event) }
    }
    let number = live.tell(event, origin: connection.id)
    touch(live)
    live.skip(number, for: connection)
  }

  /// Takes note whether a client has selected anything on a board.
  private func note(selectionOf client: ClientName, on live: LiveBoard) {
    if live.selections[client].isEmpty {
      forgetSelection(of: client, on: live.name)
    } else {
      selecting[client, default: []].insert(live.name)
    }
  }

  /// Takes note that a client has selected nothing any more on a board.
  func forgetSelection(of client: ClientName, on board: BoardName) {
    selecting[client]?.remove(board)
    if selecting[client]?.isEmpty == true { selecting[client] = nil }
  }
}

extension LiveBoard {
  /// The event that says what a client has selected.
  func selectionEvent(of client: ClientName) -> Event {
    .selected(Event.Selected(name, by: client, selections[client]))
  }
}
