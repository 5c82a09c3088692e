import BoardModel

/// Reads the boards of an acquired journal beside its holder, which may commit meanwhile.
///
/// So a board can be loaded when it is first asked for, on a thread of its own. `replay` and `check`
/// may run on two threads at the same time, but each of them on one thread at a time.
public protocol BoardSource: AnyObject, Sendable {
  /// Visits the steps of a board to its head, as `Journal.replay` does.
  ///
  /// - Precondition: No group has changed the board since the journal was acquired.
  func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault)

  /// Checks the whole file, if that was not done when it was opened.
  ///
  /// - Throws: `JournalFault.damaged`.
  /// - Complexity: O(stored bytes).
  func check() throws(JournalFault)

  /// Lets a check that runs on another thread end soon, by a fault.
  func stopCheck()
}
