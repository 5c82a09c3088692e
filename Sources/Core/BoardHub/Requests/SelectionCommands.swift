import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// Selecting and choosing. Source: `protocol/profiles.md`, section 14.
struct SelectionCommands {
  let boards: BoardDirectory
  let delivery: Delivery
  let persistence: Persistence
  let edits: EditCommands

  func perform(_ request: SelectionRequest, on connection: ClientConnection) throws(Refusal)
    -> Answer
  {
    switch request {
    case .select(let select): try self.select(select, on: connection)
    case .deselect(let deselect): try self.deselect(deselect, on: connection)
    case .choose(let choose): try self.choose(choose, on: connection)
    }
  }

  private func select(
    _ request: SelectionRequest.Select, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let client = connection.client.name
    let live = try boards.board(request.board, connection)
    let items = try live.versions.resolve(request.items)
    try live.selections.select(items, by: client, on: live.versions)
    delivery.sendSelection(on: live, by: connection)
    return Answer(.select(SelectReply(live.name, items: live.selections[client])), on: live)
  }

  private func deselect(
    _ request: SelectionRequest.Deselect, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let client = connection.client.name
    let live = try boards.board(request.board, connection)
    let count = live.selections[client].count
    if let references = request.items {
      let items = try live.versions.resolve(references)
      try live.selections.deselect(items, by: client, on: live.versions)
    } else {
      live.selections.deselectAll(by: client, on: live.versions)
    }
    if live.selections[client].count < count { delivery.sendSelection(on: live, by: connection) }
    return Answer(.deselect(SelectReply(live.name, items: live.selections[client])), on: live)
  }

  private func choose(
    _ request: SelectionRequest.Choose, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let live = try boards.board(request.board, connection)
    let item = try live.versions.resolve(request.item)
    let choice = try choose(item, on: live, by: connection)
    return Answer(.choose(ChooseReply(item, choice: choice)), on: live)
  }

  /// Does what a tap does: the action of the item's section, or selects or deselects.
  private func choose(
    _ item: ItemID, on live: LiveBoard, by connection: ClientConnection
  ) throws(Refusal) -> Choice {
    try live.versions.requireHighlight(item)
    let action = live.versions.policy(at: item).onChoose
    if action != .none { try persistence.room.requireRoom() }
    switch action {
    case .none:
      let isSelected = try live.selections.toggle(
        item, by: connection.client.name, on: live.versions)
      delivery.sendSelection(on: live, by: connection, inFrontOfReply: true)
      return isSelected ? .selected : .deselected
    case .move(let section):
      _ = try live.versions.resolve(section)
      let path = try edits.move(item, to: .end(section), on: live, by: connection)
      return .moved(revision: live.revision, path: path)
    case .delete:
      try edits.delete([item], on: live, force: false, by: connection)
      return .deleted(revision: live.revision)
    }
  }
}
