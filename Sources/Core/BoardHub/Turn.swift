import BoardJournal

/// What a turn came to, in the order in which it is to be done: first made durable, then sent.
public struct Turn: Sendable {
  /// What must be committed before any of the effects is performed. Empty if nothing is to be
  /// persisted.
  public let journal: JournalGroup
  /// What is to be sent, in order.
  public let effects: [Effect]
  /// When `Hub.endTurn` is wanted again even if nothing arrives; nil if never.
  public let nextDeadline: Duration?

  /// Whether there is nothing to be done.
  public var isEmpty: Bool { journal.isEmpty && effects.isEmpty }
}
