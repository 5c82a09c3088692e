import BoardAuthority
import BoardModel
import BoardWire

// Who has selected what: from a change of a selection to those who watch. Source:
// `protocol/profiles.md`, section 14.

extension Delivery {
  /// Sends everybody what a client has selected now, if no command of its own changed it.
  func sendSelection(of client: ClientName, on live: LiveBoard) {
    boards.updateSelection(of: client, on: live)
    if PlantedBug.selectionNotSent.isPlanted { return }
    _ = live.note(.selection(client), by: nil)
    markBehind(live)
  }

  /// Sends the others what the client of a connection has selected now by its command.
  ///
  /// What it names is on the board that the connection knows by then.
  /// - Parameter inFrontOfReply: Whether the reply does not tell it.
  func sendSelection(
    on live: LiveBoard, by connection: ClientConnection, inFrontOfReply: Bool = false
  ) {
    let client = connection.client.name
    boards.updateSelection(of: client, on: live)
    catchUp(connection, on: live)
    let event = live.selectionEvent(of: client)
    if inFrontOfReply, connection.subscription(of: live) != nil {
      write(to: connection) { $0.buffer.append(event) }
    }
    let number = live.note(.selection(client), by: connection.id)
    markBehind(live)
    live.skip(number, for: connection)
  }
}

extension LiveBoard {
  /// The event that says what a client has selected.
  func selectionEvent(of client: ClientName) -> Event {
    .selected(SelectedEvent(name, client: client, items: selections[client]))
  }
}

extension Delivery {
  /// Lets the selections of a guest go over to the name that it gave itself.
  func giveSelections(of guest: ClientName, to client: ClientName) {
    for live in boards.boards(selectedBy: guest) {
      let before = live.selections[client]
      live.selections.transfer(from: guest, to: client)
      sendSelection(of: guest, on: live)
      if live.selections[client] != before { sendSelection(of: client, on: live) }
    }
  }

  /// Lets the selections of a client go whose last connection closed.
  func dropSelections(of client: ClientName) {
    for live in boards.boards(selectedBy: client) {
      live.selections.set([], for: client)
      sendSelection(of: client, on: live)
    }
  }
}
