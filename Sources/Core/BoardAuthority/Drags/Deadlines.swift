import BoardModel

/// A priority queue of deadlines of sessions, connections or anything else with an id.
///
/// An entry cannot be removed or changed. To postpone a deadline, leave the entry, and insert another
/// one now or when the entry is removed as the first.
///
/// Its functions are inlinable because other modules ask at each turn what is due.
public struct Deadlines<ID: Sendable>: Sendable {
  /// An id and its time.
  public typealias Entry = (time: Duration, id: ID)

  /// A binary heap: no entry is later than its two children, at 2·i + 1 and 2·i + 2.
  @usableFromInline var entries: [Entry] = []

  @inlinable public init() {}

  @inlinable public var count: Int { entries.count }

  /// The entry with the earliest time.
  @inlinable public var first: Entry? { entries.first }

  /// - Complexity: O(log entries).
  @inlinable public mutating func insert(_ id: ID, at time: Duration) {
    entries.append((time, id))
    var place = entries.count - 1
    while place > 0, entries[place].time < entries[(place - 1) / 2].time {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
    assert(entries[0].time <= time, "the first entry is the earliest")
  }

  /// Removes and returns the first entry if its time has come.
  ///
  /// - Complexity: O(log entries).
  @inlinable public mutating func removeFirst(until now: Duration) -> Entry? {
    guard let first = entries.first, first.time <= now else { return nil }
    let last = entries.removeLast()
    guard !entries.isEmpty else { return first }
    entries[0] = last
    sink()
    assert(first.time <= entries[0].time, "entries are removed in the order of their times")
    return first
  }

  /// Sifts the first entry down.
  @inlinable mutating func sink() {
    var place = 0
    while 2 * place + 1 < entries.count {
      let (left, right) = (2 * place + 1, 2 * place + 2)
      let isRight = right < entries.count && entries[right].time < entries[left].time
      let earliest = isRight ? right : left
      guard entries[earliest].time < entries[place].time else { return }
      entries.swapAt(place, earliest)
      place = earliest
    }
  }
}
