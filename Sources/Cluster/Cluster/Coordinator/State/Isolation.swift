import BoardJournal
import BoardModel

/// Whether too few nodes reach this one.
struct Isolation {
  private var since: Duration?
  private(set) var isIsolated = false

  /// - Parameters:
  ///   - isUnreached: Whether too few nodes reach this one now.
  ///   - gaplessSince: Since when this process has seen all changes of that.
  mutating func update(isUnreached: Bool, gaplessSince: Duration?, at now: Duration) {
    guard isUnreached else {
      self = Isolation()
      return
    }
    let first = since ?? now
    since = first
    if now - max(first, gaplessSince ?? now) >= ClusterTimes.isolation { isIsolated = true }
  }

  /// The links of the nodes that fewer than half of the living nodes reach. Each one reaches itself.
  static func unreached(in nodes: [NodeRow]) -> Set<String> {
    var newest: [String: NodeRow] = [:]
    for node in nodes.sorted(by: { $0.id < $1.id }) where node.isAlive {
      if let link = node.address?.link { newest[link] = node }
    }
    var reports: [String: Int] = [:]
    for (link, node) in newest {
      for other in node.unreached where other != link { reports[other, default: 0] += 1 }
    }
    let isolated = reports.filter { 2 * (newest.count - $0.value) < newest.count }
    return Set(isolated.keys)
  }
}

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
