import BoardModel

/// Live sessions by something they have in common, in the order they began.
struct SessionLists<Key: Hashable & Sendable>: Sendable {
  private var lists: [Key: [SessionID]] = [:]
  /// The sessions in all lists.
  private(set) var sessionCount = 0

  subscript(key: Key) -> [SessionID] { lists[key] ?? [] }

  /// The sessions of all lists, in no order.
  var all: some Sequence<SessionID> { lists.values.joined() }

  mutating func insert(_ id: SessionID, for key: Key) {
    sessionCount += 1
    lists[key, default: []].insert(inOrder: id)
  }

  mutating func remove(_ id: SessionID, for key: Key) {
    guard let index = lists.index(forKey: key) else { return }
    guard let place = lists.values[index].firstIndex(of: id) else { return }
    sessionCount -= 1
    lists.values[index].remove(at: place)
    if lists.values[index].isEmpty { lists.remove(at: index) }
  }

  /// Gives the list of a key to another key, which has none.
  mutating func rename(_ old: Key, to new: Key) {
    guard let list = lists.removeValue(forKey: old) else { return }
    let replaced = lists.updateValue(list, forKey: new)
    precondition(replaced == nil, "the new key has no list yet")
  }
}

extension [SessionID] {
  fileprivate mutating func insert(inOrder id: SessionID) {
    insert(id, at: lastIndex { $0 < id }.map { $0 + 1 } ?? 0)
  }
}

/// When sessions ended, the earliest first, as long as their outcomes are kept.
struct EndedSessions: Sendable {
  private var order: [(id: SessionID, time: Duration)] = []
  /// How many at the start of `order` are forgotten already.
  private var forgotten = 0

  mutating func add(_ id: SessionID, at now: Duration) { order.append((id, now)) }

  /// Forgets the earliest if it is old or one too many, and returns it.
  mutating func removeFirst(keeping most: Int, at now: Duration) -> SessionID? {
    guard forgotten < order.count else { return nil }
    let (first, time) = order[forgotten]
    guard order.count - forgotten > most || now >= time + Limits.outcomeMemory else { return nil }
    forgotten += 1
    if forgotten > most {
      order.removeFirst(forgotten)
      forgotten = 0
    }
    return first
  }
}
