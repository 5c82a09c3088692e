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

  /// In the order of their changes; never empty.
  private var entries: [Entry]

  init(_ value: Value, _ change: PresenceLog.Change) {
    entries = [Entry(change: change, value: value)]
  }

  /// What it is; nil if that is forgotten, which it is not.
  var last: Value? { entries[entries.count - 1].value }

  /// Whether it is or was so, as far as that is kept.
  func contains(where holds: (Value) -> Bool) -> Bool {
    entries.contains { $0.value.map(holds) ?? true }
  }

  /// Notes another value.
  ///
  /// - Parameter served: The number up to which somebody may have been sent what was noted.
  mutating func note(_ value: Value, _ change: PresenceLog.Change, served: Int) {
    if entries[entries.count - 1].change.number > served {
      entries.removeAll { old in
        old.change.number > served
          && (old.change.origin == nil || old.change.origin == change.origin)
      }
    }
    entries.append(Entry(change: change, value: value))
  }

  /// Whether somebody at a number is to be told what it is now.
  ///
  /// - Parameter reader: The connection, if it made some of the changes itself.
  func isOwed(since number: Int, to reader: ConnectionID?) -> Bool {
    let last = entries[entries.count - 1]
    guard last.change.isOwed(since: number, to: reader) else { return false }
    guard !PlantedBug.knownStateSent.isPlanted, let value = last.value,
      let known = entries.last(where: { $0.change.isKnown(at: number, to: reader) })?.value
    else { return true }
    return known != value
  }

  /// Forgets all values but the last: everybody knows it.
  mutating func clear() {
    if entries.count > 1 { entries.removeSubrange(..<(entries.count - 1)) }
  }

  /// Forgets values in the middle, so that no more than so many are left. Who knows one of them is told
  /// the present one in any case.
  mutating func limit(to count: Int) {
    guard entries.count > count else { return }
    entries[1].value = nil
    entries.removeSubrange(2..<(entries.count - count + 2))
  }
}
