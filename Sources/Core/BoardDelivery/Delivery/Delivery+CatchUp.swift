import BoardAuthority
import BoardModel
import BoardWire

// What one connection is sent at once, in front of its next reply. Source:
// `protocol/core.md`, rules 7.6 and 7.8.

extension Delivery {
  /// Brings one connection's copy of a board to the head at once, in front of its next reply. If
  /// the content is the same, it gets a batch without rows.
  ///
  /// Drag events of others stay for the next flush; with a snapshot, which holds the live sessions,
  /// go those of the events that it does not hold.
  package func catchUp(_ connection: ClientConnection, on live: LiveBoard) {
    guard let subscriber = subscriber(connection, of: live), subscriber.revision < live.revision
    else { return }
    if PlantedBug.batchLost.isPlanted {
      return move(connection, on: live, to: live.revision, knowingEvents: false)
    }
    sendNow(takeData(of: live, for: connection), of: live, to: connection)
  }

  /// Sends one connection all it is owed of a board, at once.
  ///
  /// - Parameter reachesHead: Whether it gets a batch without rows if the content is the same.
  package func catchUpWholly(
    _ connection: ClientConnection, on live: LiveBoard, reachesHead: Bool = true
  ) {
    guard let subscriber = subscriber(connection, of: live) else { return }
    let update = live.owed(
      to: subscriber, of: connection.client.name, reachesHead: reachesHead, drags: drags)
    move(connection, on: live, to: update.data.to, knowingEvents: true)
    sendNow(update, of: live, to: connection)
  }

  /// Sends a connection that begins to watch a board its first update.
  package func sendNow(_ update: OwedUpdate, of live: LiveBoard, to connection: ClientConnection) {
    deliver(update, of: live, to: connection) { update, live in
      self.send(update, of: live, to: connection)
    }
  }

  /// Delivers what a connection is owed of a board: first all data, of that board and of the others
  /// that events name, then all events. So whatever an event names is on the reader's copies.
  ///
  /// - Parameter send: Sends an update of a board, behind those before it.
  func deliver(
    _ update: OwedUpdate, of live: LiveBoard?, to connection: ClientConnection,
    _ send: (EncodedUpdate, LiveBoard?) -> Void
  ) {
    if PlantedBug.eventsBeforeData.isPlanted, let lines = update.lines {
      send(EncodedUpdate(lines: lines), live)
      return send(update.data, live)
    }
    send(update.data, live)
    guard !update.boards.isEmpty else {
      if let lines = update.lines { send(EncodedUpdate(lines: lines), live) }
      return
    }
    var lines = [(update.lines, live)]
    var names = update.boards
    var seen = Set(live.map { [$0.name] } ?? [])
    while let name = names.popFirst() {
      guard seen.insert(name).inserted, let other = boards[name],
        let subscriber = subscriber(connection, of: other), subscriber.revision < other.revision
      else { continue }
      let data = takeData(of: other, for: connection)
      send(data.data, other)
      lines.append((data.lines, other))
      names.formUnion(data.boards)
    }
    for case (let encoding?, let live) in lines { send(EncodedUpdate(lines: encoding), live) }
  }

  /// Whether a connection lags behind on one of these boards.
  func isBehind(_ connection: ClientConnection, on names: Set<BoardName>) -> Bool {
    names.contains { name in
      guard let other = boards[name], let subscriber = subscriber(connection, of: other) else {
        return false
      }
      return subscriber.revision < other.revision
    }
  }

  /// What brings a connection's copy of a board to the head, which it then is at.
  private func takeData(of live: LiveBoard, for connection: ClientConnection) -> OwedUpdate {
    guard let subscriber = subscriber(connection, of: live) else {
      preconditionFailure("the connection watches the board")
    }
    let update = live.owedData(to: subscriber, of: connection.client.name, drags: drags)
    if PlantedBug.batchSentTwice.isPlanted { return update }
    move(connection, on: live, to: update.data.to, knowingEvents: update.data.isSnapshot)
    return update
  }

  package func subscriber(_ connection: ClientConnection, of live: LiveBoard) -> Subscriber? {
    connection.subscription(of: live).map {
      live.subscribers[connection.subscriptions[$0].position]
    }
  }

  private func move(
    _ connection: ClientConnection, on live: LiveBoard, to revision: Int, knowingEvents: Bool
  ) {
    guard let index = connection.subscription(of: live) else { return }
    let position = connection.subscriptions[index].position
    live.subscribers[position].revision = revision
    guard knowingEvents else { return }
    live.subscribers[position].knowsEvents(upTo: live.presence.head)
    live.presence.markServed()
  }

  /// Writes an update to a connection. Without a board it is lines alone.
  func send(_ update: EncodedUpdate, of live: LiveBoard?, to connection: ClientConnection) {
    guard !update.pieces.isEmpty else { return }
    let pieces = update.written(for: connection, of: live)
    // Whoever has encoded them, each reader is sent them.
    budget.spend(bytes: pieces.count)
    write(to: connection) { $0.append(pieces, in: connection.form) }
  }
}
