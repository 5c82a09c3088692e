/// When live sessions are to be looked at again, the earliest first.
///
/// For each live session there is an entry at its deadline or before. As a session that hears from
/// its owner only puts its deadline off, its entry may stay; it is put right when it comes up.
struct Deadlines: Sendable {
  private struct Entry {
    let time: Duration
    let id: SessionID
  }

  /// A binary heap: no entry is later than the two that hang below it, at 2·i + 1 and 2·i + 2.
  private var entries: [Entry] = []

  var count: Int { entries.count }

  /// The time of the first entry.
  var first: Duration? { entries.first?.time }

  /// - Complexity: O(log entries).
  mutating func insert(_ id: SessionID, at time: Duration) {
    entries.append(Entry(time: time, id: id))
    var place = entries.count - 1
    while place > 0, entries[place].time < entries[(place - 1) / 2].time {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Takes the first entry out if its time has come.
  ///
  /// - Complexity: O(log entries).
  mutating func removeFirst(until now: Duration) -> SessionID? {
    guard let first = entries.first, first.time <= now else { return nil }
    let last = entries.removeLast()
    guard !entries.isEmpty else { return first.id }
    entries[0] = last
    sink()
    return first.id
  }

  /// Lets the first entry sink to where it belongs.
  private mutating func sink() {
    var place = 0
    while true {
      let (left, right) = (2 * place + 1, 2 * place + 2)
      guard left < entries.count else { return }
      let isRight = right < entries.count && entries[right].time < entries[left].time
      let earliest = isRight ? right : left
      guard entries[earliest].time < entries[place].time else { return }
      entries.swapAt(place, earliest)
      place = earliest
    }
  }
}
