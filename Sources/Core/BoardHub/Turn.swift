import BoardDelivery
import BoardJournal

/// What a turn came to, in the order in which it is to be done: first made durable, then sent.
public struct Turn: Sendable {
  /// What must be committed before any of the effects is performed. Empty if nothing is to be
  /// persisted.
  public let journal: JournalGroup
  /// What is to be sent, in order.
  public let effects: [Effect]
  /// What other threads are to do, at once and each on the thread of its lane. `Hub.finished` follows.
  public let jobs: [Job]
  /// What may be committed when nothing else is, in place of what the turn before had; nil if there is nothing.
  /// `Persistence.didCommit` follows.
  public let snapshot: SnapshotPart?
  /// When `Hub.endTurn` is wanted again even if nothing arrives; nil if never.
  public let nextDeadline: Duration?
  /// Whether everyone has been sent `bye`, by these effects or earlier ones.
  public let isLast: Bool

  /// Whether there is nothing to be made durable or sent.
  public var isEmpty: Bool { journal.isEmpty && effects.isEmpty }
}
