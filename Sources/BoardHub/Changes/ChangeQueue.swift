import BoardModel

/// The changes that take long, each made by another thread, one at a time in their order.
///
/// Meanwhile their boards do not change, and nothing else of their connections is executed.
final class ChangeQueue {
  private var waiting: [LongChange] = []
  /// The change that is being made.
  private var present: LongChange?
  /// What was made and is not yet part of its board.
  private var made: [LongChange] = []
  /// Changes that are part of their boards, or dropped, and boards that are gone: much memory to release.
  private var old: [AnyObject] = []
  /// The boards that are being changed.
  private(set) var boards: Set<BoardName> = []

  var hasMade: Bool { !made.isEmpty }

  func append(_ change: LongChange) {
    boards.insert(change.live.name)
    change.connection.isWaiting = true
    waiting.append(change)
  }

  /// The change to be made next; nil if there is none, or if one is being made.
  func next() -> LongChange? {
    guard present == nil, !waiting.isEmpty else { return nil }
    let next = waiting.removeFirst()
    next.release(old)
    old = []
    present = next
    return next
  }

  /// What is to be released while no change is being made; nil if there is nothing.
  func nextRelease() -> ReleasedMemory? {
    guard present == nil, !old.isEmpty else { return nil }
    defer { old = [] }
    return ReleasedMemory(old)
  }

  /// Notes that the change that `next` returned is made.
  func didMake(_ change: LongChange) {
    present = nil
    made.append(change)
  }

  /// A change that is made and is to become part of its board; nil if there is none.
  func nextMade() -> LongChange? { made.isEmpty ? nil : made.removeFirst() }

  /// Notes that the board of a change is changed, or stays as it was.
  func finish(_ change: LongChange) {
    boards.remove(change.live.name)
    old.append(change)
  }

  /// Lets another thread release a board that is gone.
  func release(_ live: LiveBoard) { old.append(live) }
}
