/// The connections that want to hear something at least every so often, and when each is due.
struct Heartbeats {
  private struct Beat {
    let every: Duration
    /// When the connection is looked at next.
    var next: Duration
  }

  private var beats: [ConnectionID: Beat] = [:]
  /// Each connection at its `next`, and entries that are no longer true.
  private var deadlines = Deadlines()

  var isEmpty: Bool { beats.isEmpty }
  /// When the first connection is to be looked at; nil if none is. It may be a little early.
  var nextDeadline: Duration? { beats.isEmpty ? nil : deadlines.first?.time }

  /// The entries that are held, true or not.
  var entryCount: Int { deadlines.count }

  /// Lets a connection be looked at so often from now on, or never if the time is nil.
  mutating func set(_ every: Duration?, for id: ConnectionID, at now: Duration) {
    beats[id] = every.map { Beat(every: $0, next: now + $0) }
    if let every { expect(id, at: now + every) }
  }

  /// Takes out the next connection that is due. It is looked at again after its time, from `now` or
  /// from when it was sent something last.
  ///
  /// - Parameter silence: How long ago a connection was last sent something.
  /// - Returns: A connection that has been sent nothing for so long; nil if there is none.
  mutating func removeFirst(
    until now: Duration, silence: (ConnectionID) -> Duration
  ) -> ConnectionID? {
    while let (time, id) = deadlines.removeFirst(until: now) {
      guard let beat = beats[id], beat.next == time else { continue }
      let due = now - silence(id) + beat.every
      expect(id, at: due > now ? due : now + beat.every)
      if due <= now { return id }
    }
    return nil
  }

  private mutating func expect(_ id: ConnectionID, at time: Duration) {
    beats[id]?.next = time
    if deadlines.count > 2 * beats.count + 64 {
      deadlines = Deadlines()
      for (other, beat) in beats where other != id { deadlines.insert(other, at: beat.next) }
    }
    deadlines.insert(id, at: time)
  }
}

/// Connections by a time, the earliest first.
private struct Deadlines {
  /// A binary heap: no entry is later than the two below it, at 2·i + 1 and 2·i + 2.
  private var entries: [(time: Duration, id: ConnectionID)] = []

  var count: Int { entries.count }
  var first: (time: Duration, id: ConnectionID)? { entries.first }

  /// - Complexity: O(log entries).
  mutating func insert(_ id: ConnectionID, at time: Duration) {
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
  mutating func removeFirst(until now: Duration) -> (time: Duration, id: ConnectionID)? {
    guard let first = entries.first, first.time <= now else { return nil }
    let last = entries.removeLast()
    guard !entries.isEmpty else { return first }
    entries[0] = last
    sink()
    return first
  }

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
