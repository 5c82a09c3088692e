/// The commands that are long by themselves, and wait for a turn that has steps left for them.
///
/// Meanwhile nothing else of their connections is executed.
final class LongCommandQueue {
  private struct Entry {
    let connection: ClientConnection
    let run: () -> Void
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Whether some command could run now. A connection that takes nothing of its answers waits.
  var isReady: Bool { entries.contains { !$0.connection.isBlocked } }

  func append(of connection: ClientConnection, _ run: @escaping () -> Void) {
    connection.isWaiting = true
    entries.append(Entry(connection: connection, run: run))
  }

  /// Removes the command of a connection that is gone.
  func remove(_ connection: ClientConnection) {
    guard connection.isWaiting else { return }
    entries.removeAll { $0.connection === connection }
  }

  /// Runs commands in order. Those of closing connections are dropped.
  ///
  /// - Parameter body: Runs a command, or returns false to let it wait.
  func run(_ body: (ClientConnection, () -> Void) -> Bool) {
    var waiting: [Entry] = []
    let ready = entries
    entries = []
    for entry in ready where !entry.connection.isClosing {
      if entry.connection.isBlocked || !body(entry.connection, entry.run) { waiting.append(entry) }
    }
    entries = waiting + entries
  }
}
