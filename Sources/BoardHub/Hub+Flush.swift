import BoardCore
import BoardWire

// What watchers are owed, and when they are sent it. Source: `protocol/specification.md`, section 7.

extension Hub {
  /// Brings the watchers of a board to its head if the window since the last flush is over.
  ///
  /// Watchers at one position share one encoding and one broadcast. A watcher that has replies
  /// coming gets them and the batch in one write.
  func flush(_ live: LiveBoard, window: Duration, into effects: inout [Effect]) {
    if let last = live.lastFlush, now < last + window {
      live.nextFlush = last + window
      return
    }
    var groups = BroadcastGroups()
    var waiting: Duration?
    var behind = false
    // Thousands may watch, so what each of them needs stands in local variables, which unlike the
    // properties of classes are neither checked nor copied at each use.
    let desk = desk
    var watchers: [Watcher] = []
    swap(&watchers, &live.watchers)
    for position in watchers.indices where !live.isCurrent(watchers[position]) {
      let due = watchers[position].nextDue
      if watchers[position].isBlocked {
        behind = true
      } else if due > now {
        waiting = min(due, waiting ?? due)
      } else {
        bringUp(&watchers[position], of: live, drags: desk, groups: &groups)
      }
    }
    swap(&watchers, &live.watchers)
    if groups.sentAny { live.lastFlush = now }
    if !behind && waiting == nil { live.presence.clear() }
    live.nextFlush = waiting
    live.isDirty = waiting != nil
    groups.finish(into: &effects)
  }

  private func bringUp(
    _ watcher: inout Watcher, of live: LiveBoard, drags: DragDesk,
    groups: inout BroadcastGroups
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
    if isOwnView || connection.isListed {
      connection.outbox.append(passage.encoding)
      list(connection)
    } else {
      groups.add(watcher.connection, passage.encoding)
    }
    groups.sentAny = true
  }

  /// Brings one connection's copy of a board to the head at once, in front of its next reply.
  ///
  /// Drag events of others stay for the next flush; a snapshot holds them already.
  func catchUp(_ connection: Connection, on live: LiveBoard) {
    guard let index = connection.watch(of: live) else { return }
    let position = connection.watches[index].position
    let passage = live.data(from: live.watchers[position].revision, drags: desk)
    guard passage.encoding.count > 0 else { return }
    connection.outbox.append(passage.encoding)
    list(connection)
    live.watchers[position].revision = passage.to
    if passage.isSnapshot { live.watchers[position].presence = live.presence.head }
  }
}

/// The connections that are sent the same bytes in one flush.
private struct BroadcastGroups {
  private var encodings: [Encoding] = []
  private var connections: [[ConnectionID]] = []
  var sentAny = false

  mutating func add(_ connection: ConnectionID, _ encoding: Encoding) {
    guard encoding.count > 0 else { return }
    // Nearly all watchers are at one position, so the last group is nearly always the right one.
    if let index = encodings.lastIndex(where: { $0 === encoding }) {
      connections[index].append(connection)
    } else {
      encodings.append(encoding)
      connections.append([connection])
    }
  }

  func finish(into effects: inout [Effect]) {
    for (encoding, connections) in zip(encodings, connections) {
      effects.append(.broadcast(encoding, to: connections))
    }
  }
}
