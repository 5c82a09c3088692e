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
    for position in live.watchers.indices where !live.isCurrent(live.watchers[position]) {
      let due = live.watchers[position].nextDue
      if live.watchers[position].isBlocked {
        behind = true
      } else if due > now {
        waiting = min(due, waiting ?? due)
      } else {
        bringUp(position, of: live, groups: &groups)
      }
    }
    if groups.sentAny { live.lastFlush = now }
    if !behind && waiting == nil { live.presence.clear() }
    live.nextFlush = waiting
    live.isDirty = waiting != nil
    groups.finish(into: &effects)
  }

  private func bringUp(_ position: Int, of live: LiveBoard, groups: inout BroadcastGroups) {
    let watcher = live.watchers[position]
    live.watchers[position].catchUp(with: live, at: now)
    groups.sentAny = true
    guard let connection = connection(watcher.connection) else { return }
    if watcher.presence < watcher.ownPresence {
      list(connection)
      connection.outbox.append(live.encoding(for: watcher, drags: desk))
    } else {
      let encoding = live.encoding(
        since: watcher.revision, presence: watcher.presence, drags: desk)
      if connection.isListed {
        connection.outbox.append(encoding)
      } else {
        groups.add(watcher.connection, encoding)
      }
    }
  }

  /// Brings one connection's copy of a board to the head at once, in front of its next reply.
  ///
  /// Drag events of others stay for the next flush; a snapshot holds them already.
  func catchUp(_ connection: Connection, on live: LiveBoard) {
    guard let index = connection.watch(of: live) else { return }
    let position = connection.watches[index].position
    guard live.watchers[position].revision < live.revision else { return }
    let part = live.part(since: live.watchers[position].revision, drags: desk)
    connection.outbox.append(part.encoding)
    list(connection)
    live.watchers[position].revision = live.revision
    if part.isSnapshot { live.watchers[position].presence = live.presence.head }
  }
}

extension Watcher {
  /// Takes note that it is sent everything there is.
  fileprivate mutating func catchUp(with live: LiveBoard, at now: Duration) {
    revision = live.revision
    presence = live.presence.head
    lastSent = now
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
