/// Events in the order of their times; those of the same time in the order in which they were scheduled.
struct EventQueue {
  typealias Work = () throws -> Void

  /// The next one is the last.
  private var events: [(time: Duration, work: Work)] = []

  var nextTime: Duration? { events.last?.time }

  mutating func schedule(at time: Duration, _ work: @escaping Work) {
    var (low, high) = (0, events.count)
    while low < high {
      let middle = (low + high) / 2
      if events[middle].time > time { low = middle + 1 } else { high = middle }
    }
    events.insert((time, work), at: low)
  }

  mutating func removeFirst() -> Work? { events.popLast()?.work }
}
