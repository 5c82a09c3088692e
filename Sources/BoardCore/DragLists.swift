/// Live sessions by something they have in common, in the order they began.
struct SessionLists<Key: Hashable & Sendable>: Sendable {
  private var lists: [Key: [SessionID]] = [:]

  subscript(key: Key) -> [SessionID] { lists[key] ?? [] }

  mutating func insert(_ id: SessionID, for key: Key) {
    let list = lists[key] ?? []
    lists[key, default: []].insert(id, at: list.lastIndex { $0 < id }.map { $0 + 1 } ?? 0)
  }

  mutating func remove(_ id: SessionID, for key: Key) {
    lists[key]?.removeAll { $0 == id }
    if lists[key]?.isEmpty == true { lists[key] = nil }
  }
}

/// When sessions ended, the earliest first, as long as their outcomes are kept.
struct EndedSessions: Sendable {
  private var times: [SessionID: Duration] = [:]
  private var order: [SessionID] = []
  /// How many at the start of `order` are forgotten already.
  private var forgotten = 0

  /// Whether a session that is known has not ended, or ended lately.
  func remembers(_ id: SessionID, at now: Duration) -> Bool {
    times[id].map { now < $0 + Limits.outcomeMemory } ?? true
  }

  mutating func add(_ id: SessionID, at now: Duration) {
    times[id] = now
    order.append(id)
  }

  /// Forgets the earliest if it is old or one too many, and returns it.
  mutating func removeFirst(keeping most: Int, at now: Duration) -> SessionID? {
    guard forgotten < order.count else { return nil }
    let first = order[forgotten]
    guard times.count > most || !remembers(first, at: now) else { return nil }
    times[first] = nil
    forgotten += 1
    if forgotten > most {
      order.removeFirst(forgotten)
      forgotten = 0
    }
    return first
  }
}
