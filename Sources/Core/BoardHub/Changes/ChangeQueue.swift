import BoardModel

/// The changes that take long, and lines that take long to read, each left to another thread, one at a
/// time in their order. Lines go first.
///
/// Meanwhile the boards of changes do not change, and nothing else of their connections is executed.
final class ChangeQueue {
  private var readings: [LongReading] = []
  private var waiting: [LongChange] = []
  /// What is being done.
  private var present: LongWork?
  /// What was done and is not yet part of the hub.
  private var made: [LongWork] = []
  /// The lines that wait to be read, are being read, or have been.
  private var unexecuted = 0
  /// Changes that are part of their boards, or dropped, and boards that are gone: much memory to release.
  private var old: [AnyObject] = []
  /// The boards that are being changed.
  private(set) var boards: Set<BoardName> = []

  var hasMade: Bool { !made.isEmpty }
  /// Whether a line is read, so that others of its kind stay where their bytes are counted.
  var isReading: Bool { unexecuted > 0 }

  func append(_ change: LongChange) {
    boards.insert(change.live.name)
    change.connection.isWaiting = true
    waiting.append(change)
  }

  func append(_ reading: LongReading) {
    reading.connection.isWaiting = true
    unexecuted += 1
    readings.append(reading)
  }

  /// What is to be done next; nil if there is nothing, or if something is being done.
  func next() -> LongWork? {
    guard present == nil, !readings.isEmpty || !waiting.isEmpty else { return nil }
    let next = readings.isEmpty ? waiting.removeFirst() : readings.removeFirst()
    next.release(old)
    old = []
    present = next
    return next
  }

  /// What is to be released while nothing is being done; nil if there is nothing.
  func nextRelease() -> ReleasedMemory? {
    guard present == nil, !old.isEmpty else { return nil }
    defer { old = [] }
    return ReleasedMemory(old)
  }

  /// Notes that what `next` returned is done.
  func didMake(_ work: LongWork) {
    present = nil
    made.append(work)
  }

  /// What is done and is to become part of the hub; nil if there is nothing.
  func nextMade() -> LongWork? { made.isEmpty ? nil : made.removeFirst() }

  /// Notes that a line that was read is executed, or dropped.
  func finish(_ reading: LongReading) { unexecuted -= 1 }

  /// Notes that the board of a change is changed, or stays as it was.
  func finish(_ change: LongChange) {
    boards.remove(change.live.name)
    old.append(change)
  }

  /// Lets another thread release a board that is gone.
  func release(_ live: LiveBoard) { old.append(live) }
}
