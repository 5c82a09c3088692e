import BoardModel
import BoardWire

// Who watches which board.

extension Delivery {
  func subscribe(
    _ connection: ClientConnection, to live: LiveBoard, every: Duration?, content: WatchedContent?
  ) {
    let position = live.subscribers.count
    connection.subscriptions.append(.init(board: live, position: position))
    live.subscribers.append(
      Subscriber(connection.id, at: live, isBlocked: connection.isBlocked, content: content))
    live.presence.markServed()
    setInterval(every, of: connection, on: live, at: position)
  }

  func setInterval(
    _ every: Duration?, of connection: ClientConnection, on live: LiveBoard, at position: Int
  ) {
    let interval = every.flatMap {
      $0 > .zero ? MinimumInterval(every: $0, lastSent: clock.now) : nil
    }
    live.intervals[connection.id] = interval
    live.subscribers[position].hasInterval = interval != nil
  }

  /// Takes a connection from all boards: it is sent nothing more of them, nor their new names.
  func unsubscribe(_ connection: ClientConnection) {
    while let subscription = connection.subscriptions.last {
      unsubscribe(connection, from: subscription.board)
    }
    _ = formerNames.remove(connection.id)
  }

  /// Takes a connection from a board's subscribers. The last subscriber takes the free place.
  func unsubscribe(_ connection: ClientConnection, from live: LiveBoard) {
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
  func setBlocked(_ connection: ClientConnection, _ isBlocked: Bool) {
    for subscription in connection.subscriptions {
      subscription.board.subscribers[subscription.position].isBlocked = isBlocked
      if !isBlocked, !PlantedBug.wakeUpForgotten.isPlanted { markBehind(subscription.board) }
    }
  }
}
