import BoardAuthority
import BoardModel

/// The connections that want to hear something at least every so often, and when each is due.
struct Heartbeats {
  private struct Beat {
    let every: Duration
    /// When the connection is looked at next.
    var next: Duration
  }

  private var beats: [ConnectionID: Beat] = [:]
  /// Each connection at its `next`, and entries that are no longer true.
  private var deadlines = Deadlines<ConnectionID>()

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
