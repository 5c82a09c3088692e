import BoardModel

/// How much of the past of its boards a hub and its journal hold.
package struct HistoryLimits: Hashable, Sendable {
  /// The most edits in the log of a board.
  package var logEdits: Int
  /// The revisions behind a snapshot after which another one is written.
  package var keptRevisions: Int

  package init(logEdits: Int = Limits.logEdits, keptRevisions: Int = Limits.keptRevisions) {
    self.logEdits = logEdits
    self.keptRevisions = keptRevisions
  }
}
