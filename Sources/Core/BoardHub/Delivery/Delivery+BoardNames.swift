import BoardAuthority
import BoardModel
import BoardWire

// Boards that are removed or renamed. Source: `protocol/core.md`, 5.4 to 5.6.

extension Delivery {
  /// The connections that watch a board, including those that are about to be closed.
  func subscribers(of live: LiveBoard) -> [ClientConnection] {
    live.subscribers.compactMap { roster[$0.connection] }
  }

  /// Sends a subscriber all that it is owed of a board whose name goes.
  ///
  /// That includes the ends of drags of other boards that dropped there: they have the name.
  ///
  /// - Parameter others: Other boards whose drags were over the board.
  func bringUp(
    _ connection: ClientConnection, of live: LiveBoard, and others: Set<BoardName> = []
  ) {
    catchUpWholly(connection, on: live)
    if PlantedBug.removedBeforeLost.isPlanted { return }
    for subscription in connection.subscriptions
    where others.contains(subscription.board.name)
      || isOwed(subscription.board, at: subscription.position, naming: live.name, connection)
    {
      catchUpWholly(connection, on: subscription.board, reachesHead: false)
    }
    sendOwnerEvents(to: connection.id)
  }

  /// Whether a subscriber of a board is owed events that have the name of another, or may be owed
  /// that a session is not over that one any more.
  private func isOwed(
    _ live: LiveBoard, at position: Int, naming other: BoardName, _ connection: ClientConnection
  ) -> Bool {
    let subscriber = live.subscribers[position]
    guard subscriber.presence < live.presence.head else { return false }
    if live.presence.hasSession(over: other) { return true }
    let reader = EventReader(client: connection.client.name)
    return live.events(
      since: subscriber.presence, for: reader, behind: .batch, drags: drags
    ).boards.contains(other)
  }

  /// Sends a subscriber the new name of a board: at once, or if it does not take what it was sent, in
  /// front of what it is sent next.
  ///
  /// - Parameter first: The lowest revision that the board may have under the name.
  func announce(
    _ name: BoardName, of live: LiveBoard, from first: Int, to connection: ClientConnection
  ) {
    guard !connection.isBlocked else { return sendNewNameLater(of: live, to: connection) }
    bringUp(connection, of: live)
    if live.revision < first { advance(connection, to: first, on: live) }
    if PlantedBug.renameNotSent.isPlanted { return }
    sendNewName(name, instead: live.name, to: connection)
  }

  /// Sends the new name of a board and, with access rules, the role that the client has by it.
  func sendNewName(_ name: BoardName, instead old: BoardName, to connection: ClientConnection) {
    write(to: connection) { outbox in
      outbox.buffer.append(Event.renamed(.init(old, to: name)))
      if let role = role(connection.client, name) {
        outbox.buffer.append(.role(.init(name, role: role)))
      }
    }
  }

  /// Brings a subscriber to a revision that the board is about to have, with the same content.
  private func advance(_ connection: ClientConnection, to revision: Int, on live: LiveBoard) {
    guard let index = connection.subscription(of: live) else { return }
    let position = connection.subscriptions[index].position
    let former = live.subscribers[position].revision
    write(to: connection) {
      $0.buffer.append(batch: BatchUpdate(), board: live.name, from: former, to: revision)
    }
    live.subscribers[position].revision = revision
  }
}
