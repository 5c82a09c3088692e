import BoardAuthority
import BoardModel
import BoardWire

// What one connection is sent at once, in front of its next reply. Source:
// `protocol/specification.md`, rule 7.6.

extension Delivery {
  /// Brings one connection's copy of a board to the head at once, in front of its next reply. If
  /// the content is the same, it gets a batch without rows.
  ///
  /// Drag events of others stay for the next flush; with a snapshot, which holds the live sessions,
  /// go those of the events that are ends.
  func catchUp(_ connection: ClientConnection, on live: LiveBoard) {
    guard let index = connection.subscription(of: live) else { return }
    let subscriber = live.subscribers[connection.subscriptions[index].position]
    guard subscriber.revision < live.revision else { return }
    if live.data(from: subscriber.revision, drags: drags).isSnapshot {
      catchUpWholly(connection, on: live)
    } else {
      catchUpData(connection, on: live)
    }
  }

  /// The same, without bringing up the other boards that the drag events of a snapshot name.
  func catchUpData(_ connection: ClientConnection, on live: LiveBoard) {
    guard let index = connection.subscription(of: live) else { return }
    let position = connection.subscriptions[index].position
    let subscriber = live.subscribers[position]
    var update = live.dataToHead(from: subscriber.revision, drags: drags)
    if update.isSnapshot {
      update = live.update(for: subscriber, drags: drags)
      live.subscribers[position].knowsEvents(upTo: live.presence.head)
    }
    live.subscribers[position].revision = update.to
    send(update, of: live, to: connection)
  }

  /// Sends one connection all it is owed of a board, at once.
  ///
  /// Boards whose index paths or revisions it names come first.
  func catchUpWholly(_ connection: ClientConnection, on live: LiveBoard) {
    guard let index = connection.subscription(of: live) else { return }
    for name in live.presence.foreignBoards {
      if let other = boards[name] { catchUpData(connection, on: other) }
    }
    let position = connection.subscriptions[index].position
    let update = live.update(for: live.subscribers[position], drags: drags, reachesHead: true)
    live.subscribers[position].revision = update.to
    live.subscribers[position].knowsEvents(upTo: live.presence.head)
    send(update, of: live, to: connection)
  }

  func send(_ update: EncodedUpdate, of live: LiveBoard, to connection: ClientConnection) {
    guard !update.pieces.isEmpty else { return }
    let form = connection.form
    let pieces = live.update(update, in: form)
    write(to: connection) { $0.append(pieces, in: form) }
  }
}
