import BoardCore
import BoardWire

// What watchers are owed, and when they are sent it. Source: `protocol/specification.md`, section 7.

extension Hub {
  /// Brings the watchers of a board to its head if the window since the last flush is over.
  ///
  /// Watchers at one position share one encoding and one broadcast. A watcher that has replies
  /// coming gets them and the batch in one write.
  ///
  /// - Parameter isLast: Whether the server stops, so that nobody is kept waiting.
  func flush(_ live: LiveBoard, isLast: Bool, groups: inout BroadcastGroups) {
    let due = nextFlush(after: live.lastFlush)
    if due > now && !isLast {
      live.nextFlush = due
      return
    }
    // Without news there is only somebody with a slow cadence to wait for.
    if !live.isTouched, let next = live.nextFlush, next > now, !isLast { return }
    live.isTouched = false
    let foreign = live.presence.foreignBoards
    var waiting: Duration?
    var behind = false
    let before = groups.count
    // Thousands may watch, so what each of them needs stands in local variables, which unlike the
    // properties of classes are neither checked nor copied at each use.
    let desk = desk
    var watchers: [Watcher] = []
    swap(&watchers, &live.watchers)
    for position in watchers.indices where !live.isCurrent(watchers[position]) {
      let due = watchers[position].nextDue
      if watchers[position].isBlocked {
        behind = true
      } else if due > now && !isLast {
        waiting = min(due, waiting ?? due)
      } else {
        for name in foreign { bringUp(name, before: watchers[position]) }
        bringUp(&watchers[position], of: live, drags: desk, groups: &groups)
      }
    }
    swap(&watchers, &live.watchers)
    if groups.count > before { live.lastFlush = now }
    if !behind && waiting == nil { live.presence.clear() }
    live.nextFlush = waiting
    live.isDirty = waiting != nil
  }

  /// Brings a watcher's copy of another board up, where the end of a drag is told that dropped there.
  private func bringUp(_ name: BoardName, before watcher: Watcher) {
    guard let other = boards[name], let connection = connection(watcher.connection),
      !connection.isClosing
    else { return }
    catchUpData(connection, on: other)
  }

  private func bringUp(
    _ watcher: inout Watcher, of live: LiveBoard, drags: DragDesk, groups: inout BroadcastGroups
  ) {
    guard let connection = connection(watcher.connection), !connection.isClosing else { return }
    let isOwnView = watcher.presence < watcher.ownPresence
    let passage =
      isOwnView
      ? live.passage(for: watcher, drags: drags)
      : live.passage(from: watcher.revision, presence: watcher.presence, drags: drags)
    watcher.revision = passage.to
    watcher.presence = live.presence.head
    guard passage.encoding.count > 0 else { return }
    watcher.lastSent = now
    groups.count += 1
    // What goes to many goes behind all outboxes, and whatever follows on it must, too.
    if connection.broadcastTurn < turn && (isOwnView || connection.isListed) {
      connection.outbox.append(passage.encoding)
      list(connection)
    } else {
      connection.broadcastTurn = turn
      groups.add(watcher.connection, passage.encoding)
    }
  }

  /// Brings one connection's copy of a board to the head at once, in front of its next reply.
  ///
  /// Drag events of others stay for the next flush; with a snapshot, which holds the live sessions,
  /// go those of the events that are ends.
  func catchUp(_ connection: Connection, on live: LiveBoard) {
    guard let index = connection.watch(of: live) else { return }
    let watcher = live.watchers[connection.watches[index].position]
    if live.data(from: watcher.revision, drags: desk).isSnapshot {
      catchUpWholly(connection, on: live)
    } else {
      catchUpData(connection, on: live)
    }
  }

  /// The same, with none of the boards before it on which drags ended that a snapshot tells.
  private func catchUpData(_ connection: Connection, on live: LiveBoard) {
    guard let index = connection.watch(of: live) else { return }
    let position = connection.watches[index].position
    let watcher = live.watchers[position]
    var passage = live.data(from: watcher.revision, drags: desk)
    if passage.isSnapshot {
      passage = live.passage(for: watcher, drags: desk)
      live.watchers[position].presence = live.presence.head
    }
    live.watchers[position].revision = passage.to
    guard passage.encoding.count > 0 else { return }
    connection.outbox.append(passage.encoding)
    list(connection)
  }

  /// Sends one connection all it is owed of a board, at once.
  ///
  /// Boards on which drags ended that are told with it come first.
  func catchUpWholly(_ connection: Connection, on live: LiveBoard) {
    guard let index = connection.watch(of: live) else { return }
    for name in live.presence.foreignBoards {
      if let other = boards[name] { catchUpData(connection, on: other) }
    }
    let position = connection.watches[index].position
    let passage = live.passage(for: live.watchers[position], drags: desk)
    live.watchers[position].revision = passage.to
    live.watchers[position].presence = live.presence.head
    guard passage.encoding.count > 0 else { return }
    connection.outbox.append(passage.encoding)
    list(connection)
  }
}

/// What is sent to watchers in one turn.
struct BroadcastGroups {
  private var encodings: [Encoding] = []
  private var connections: [[ConnectionID]] = []
  /// The watchers that are sent something, alone or with others.
  var count = 0

  var sentAny: Bool { count > 0 }

  mutating func add(_ connection: ConnectionID, _ encoding: Encoding) {
    // Nearly all watchers are at one position, so the last group is nearly always the right one.
    if let index = encodings.lastIndex(where: { $0 === encoding }) {
      connections[index].append(connection)
    } else {
      encodings.append(encoding)
      connections.append([connection])
    }
  }

  var effects: [Effect] {
    zip(encodings, connections).map { .broadcast($0, to: $1) }
  }
}
