import BoardModel

/// When sessions, connections or anything else with an id are to be looked at, the earliest first.
///
/// An entry cannot be taken back: whoever puts a deadline off lets the entry stay, and inserts
/// another one or puts it right when it comes up.
public struct Deadlines<ID: Sendable>: Sendable {
  /// An id and its time.
  public typealias Entry = (time: Duration, id: ID)

  /// A binary heap: no entry is later than the two that hang below it, at 2·i + 1 and 2·i + 2.
  private var entries: [Entry] = []

  public init() {}

  public var count: Int { entries.count }

  /// The entry with the earliest time.
  public var first: Entry? { entries.first }

  /// - Complexity: O(log entries).
  public mutating func insert(_ id: ID, at time: Duration) {
    entries.append((time, id))
    var place = entries.count - 1
    while place > 0, entries[place].time < entries[(place - 1) / 2].time {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Takes the first entry out if its time has come.
  ///
  /// - Complexity: O(log entries).
  public mutating func removeFirst(until now: Duration) -> Entry? {
    guard let first = entries.first, first.time <= now else { return nil }
    let last = entries.removeLast()
    guard !entries.isEmpty else { return first }
    entries[0] = last
    sink()
    return first
  }

  /// Lets the first entry sink to where it belongs.
  private mutating func sink() {
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
