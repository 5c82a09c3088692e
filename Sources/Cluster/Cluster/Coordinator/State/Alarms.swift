import BoardModel

/// When spaces are to be looked at again: at most one time for each.
struct Alarms {
  private var times: [SpaceName: Duration] = [:]
  /// No alarm is earlier; nil if there is none.
  private(set) var earliest: Duration?

  mutating func set(_ space: SpaceName, at time: Duration) {
    times[space] = time
    earliest = min(earliest ?? time, time)
  }

  mutating func remove(_ space: SpaceName) {
    guard times.removeValue(forKey: space) != nil, times.isEmpty else { return }
    earliest = nil
  }

  mutating func removeAll() { self = Alarms() }

  /// Removes and returns the first spaces whose time has come, in the order of their times.
  mutating func removeFirst(_ count: Int = .max, until now: Duration) -> [SpaceName] {
    guard let earliest, earliest <= now else { return [] }
    let due = times.filter { $0.value <= now }
      .sorted { ($0.value, $0.key.string) < ($1.value, $1.key.string) }
      .prefix(count).map(\.key)
    for space in due { times[space] = nil }
    self.earliest = times.values.min()
    return due
  }
}
