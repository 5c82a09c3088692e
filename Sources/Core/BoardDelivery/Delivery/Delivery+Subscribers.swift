import BoardAuthority
import BoardModel
import BoardWire

// Boards that are removed or renamed. Source: `protocol/core.md`, 5.4 to 5.6.

extension Delivery {
  /// The connections that watch a board, including those that are about to be closed.
  package func subscribers(of live: LiveBoard) -> [ClientConnection] {
    live.subscribers.compactMap { roster[$0.connection] }
  }

  /// Sends a subscriber all that it is owed of a board whose name goes.
  ///
  /// That includes the ends of drags of other boards that dropped there: they have the name.
  ///
  /// - Parameter others: Other boards whose drags were over the board.
  package func bringUp(
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
  package func announce(
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

// Who watches which board.

extension Delivery {
  package func subscribe(
    _ connection: ClientConnection, to live: LiveBoard, every: Duration?, content: WatchedContent?
  ) {
    let position = live.subscribers.count
    connection.subscriptions.append(.init(board: live, position: position))
    live.subscribers.append(
      Subscriber(connection.id, at: live, isBlocked: connection.isBlocked, content: content))
    live.presence.markServed()
    setInterval(every, of: connection, on: live, at: position)
  }

  package func setInterval(
    _ every: Duration?, of connection: ClientConnection, on live: LiveBoard, at position: Int
  ) {
    let interval = every.flatMap {
      $0 > .zero ? MinimumInterval(every: $0, lastSent: clock.now) : nil
    }
    live.intervals[connection.id] = interval
    live.subscribers[position].hasInterval = interval != nil
  }

  /// Takes a connection from all boards: it is sent nothing more of them, nor their new names.
  package func unsubscribe(_ connection: ClientConnection) {
    while let subscription = connection.subscriptions.last {
      unsubscribe(connection, from: subscription.board)
    }
    _ = formerNames.remove(connection.id)
  }

  /// Takes a connection from a board's subscribers. The last subscriber takes the free place.
  package func unsubscribe(_ connection: ClientConnection, from live: LiveBoard) {
    guard let index = connection.subscription(of: live) else { return }
    let position = connection.subscriptions.remove(at: index).position
    live.intervals[connection.id] = nil
    let last = live.subscribers.removeLast()
    guard position < live.subscribers.count else { return }
    live.subscribers[position] = last
    guard let moved = roster[last.connection], let index = moved.subscription(of: live) else {
      return
    }
    moved.subscriptions[index].position = position
  }
}

extension Delivery {
  /// Notes on the boards that a connection watches whether it takes what it is sent.
  package func setBlocked(_ connection: ClientConnection, _ isBlocked: Bool) {
    for subscription in connection.subscriptions {
      subscription.board.subscribers[subscription.position].isBlocked = isBlocked
      if !isBlocked, !PlantedBug.wakeUpForgotten.isPlanted { markBehind(subscription.board) }
    }
  }
}
