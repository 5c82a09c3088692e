import BoardModel

/// What a part of a drag session was, as far as somebody may know it: the items, the state, or whether
/// it is suspended.
///
/// It is short. Of the values that nobody was sent only the last is kept, and the last that each
/// connection knows from its own replies.
struct PresenceHistory<Value: Hashable> {
  private struct Entry {
    let change: PresenceLog.Change
    /// Nil for values that are forgotten.
    var value: Value?
  }

  /// What it is.
  private(set) var last: Value
  private var lastChange: PresenceLog.Change
  /// What it was, in the order of the changes. Most sessions have none.
  private var earlier: [Entry] = []

  init(_ value: Value, _ change: PresenceLog.Change) {
    last = value
    lastChange = change
  }

  /// Whether it is or was so, as far as that is kept.
  func contains(where holds: (Value) -> Bool) -> Bool {
    holds(last) || earlier.contains { $0.value.map(holds) ?? true }
  }

  /// Notes another value.
  ///
  /// - Parameter served: The number up to which somebody may have been sent what was noted.
  mutating func note(_ value: Value, _ change: PresenceLog.Change, served: Int) {
    func isForgotten(_ old: PresenceLog.Change) -> Bool {
      old.number > served && (old.origin == nil || old.origin == change.origin)
    }
    if lastChange.number > served, !earlier.isEmpty {
      earlier.removeAll { isForgotten($0.change) }
    }
    if !isForgotten(lastChange) { earlier.append(Entry(change: lastChange, value: last)) }
    (last, lastChange) = (value, change)
  }

  /// Whether somebody at a number is to be told what it is now.
  ///
  /// - Parameter reader: The connection, if it made some of the changes itself.
  func isOwed(since number: Int, to reader: ConnectionID?) -> Bool {
    guard lastChange.isOwed(since: number, to: reader) else { return false }
    guard !PlantedBug.knownStateSent.isPlanted,
      let known = earlier.last(where: { $0.change.isKnown(at: number, to: reader) })?.value
    else { return true }
    return known != last
  }

  /// Forgets all values but the last: everybody knows it.
  mutating func clear() {
    if !earlier.isEmpty { earlier = [] }
  }

  /// Forgets values in the middle, so that no more than so many are left. Who knows one of them is told
  /// the present one in any case.
  mutating func limit(to count: Int) {
    guard earlier.count >= count else { return }
    earlier[1].value = nil
    earlier.removeSubrange(2..<(earlier.count - count + 3))
  }
}
