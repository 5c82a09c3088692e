/// The commands that are long by themselves, and wait for turns that have steps left for them,
/// or that have long answers, and wait until fewer answers are unread.
///
/// Meanwhile nothing else of their connections is executed.
final class LongCommandQueue {
  private struct Entry {
    let connection: ClientConnection
    /// Whether it waits until fewer answers are unread.
    let answersMuch: Bool
    let run: () -> Bool
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Whether some command could run now. A connection that takes nothing of its answers waits.
  ///
  /// - Parameter mayAnswerMuch: Whether commands with long answers may run.
  func isReady(mayAnswerMuch: Bool) -> Bool {
    entries.contains { !$0.connection.isBlocked && (mayAnswerMuch || !$0.answersMuch) }
  }

  /// Appends a command, whose connection executes nothing else before it.
  ///
  /// - Parameters:
  ///   - answersMuch: Whether its answer may be long.
  ///   - run: Executes it, or as much of it as a turn allows. It returns whether that was all.
  func append(
    of connection: ClientConnection, answersMuch: Bool, _ run: @escaping () -> Bool
  ) {
    connection.isWaiting = true
    entries.append(Entry(connection: connection, answersMuch: answersMuch, run: run))
  }

  /// Removes the command of a connection that is gone.
  func remove(_ connection: ClientConnection) {
    guard connection.isWaiting else { return }
    entries.removeAll { $0.connection === connection }
  }

  /// Runs commands in order. Those of closing connections are dropped.
  ///
  /// - Parameter body: Runs a command, or returns false to let it wait. It is told whether the answer
  ///   may be long.
  func run(_ body: (ClientConnection, _ answersMuch: Bool, () -> Bool) -> Bool) {
    var waiting: [Entry] = []
    let ready = entries
    entries = []
    for entry in ready where !entry.connection.isClosing {
      if entry.connection.isBlocked || !body(entry.connection, entry.answersMuch, entry.run) {
        waiting.append(entry)
      }
    }
    entries = waiting + entries
  }
}
