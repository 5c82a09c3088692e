import BoardModel

/// Live sessions by a key they have in common, in the order they began.
struct SessionLists<Key: Hashable & Sendable>: Sendable {
  /// Most commands are about the key of the command before.
  private var lists = LastKeyDictionary<Key, [SessionID]>()
  /// The number of sessions in all lists.
  private(set) var sessionCount = 0

  subscript(key: Key) -> [SessionID] { lists[key] }

  /// The sessions of all lists, in no order.
  var all: some Sequence<SessionID> { lists.all.values.joined() }

  mutating func insert(_ id: SessionID, for key: Key) {
    sessionCount += 1
    lists[key].insert(inOrder: id)
  }

  mutating func remove(_ id: SessionID, for key: Key) {
    guard let index = lists[key].firstIndex(of: id) else { return }
    sessionCount -= 1
    lists[key].remove(at: index)
  }

  /// Gives the list of a key to another key, which has none.
  mutating func rename(_ old: Key, to new: Key) { lists.rename(old, to: new) }
}

extension [SessionID] {
  fileprivate mutating func insert(inOrder id: SessionID) {
    let index = lastIndex { $0 < id }.map { $0 + 1 } ?? 0
    assert(index == count || self[index] != id, "a session is in a list once")
    insert(id, at: index)
  }
}

/// The ended sessions whose outcomes are remembered, the earliest first.
struct EndedSessions: Sendable {
  private var order: [(id: SessionID, time: Duration)] = []
  /// The number of entries at the start of `order` that are removed already.
  private var forgotten = 0

  mutating func add(_ id: SessionID, at now: Duration) {
    assert(order.last.map { $0.time <= now } ?? true, "time does not go back")
    order.append((id, now))
  }

  /// Removes and returns the earliest if it is old or one too many.
  mutating func removeFirst(keeping most: Int, at now: Duration) -> SessionID? {
    guard forgotten < order.count else { return nil }
    let (first, time) = order[forgotten]
    guard order.count - forgotten > most || now >= time + Limits.outcomeMemory else { return nil }
    forgotten += 1
    assert(forgotten <= order.count, "only what is in the list is forgotten")
    if forgotten > most {
      order.removeFirst(forgotten)
      forgotten = 0
    }
    return first
  }
}
