import BoardModel

/// The commands that wait until boards are loaded.
///
/// Meanwhile nothing else of their connections is executed.
final class LoadQueue {
  private struct Entry {
    let connection: ClientConnection
    var missing: Set<BoardName>
    let run: () -> Void
  }

  private var entries: [Entry] = []
  private var isLoading = false

  /// Whether some command could run now. A connection that takes nothing of its answers waits.
  var isReady: Bool { entries.contains { $0.missing.isEmpty && !$0.connection.isBlocked } }

  /// - Parameter missing: The boards that the command needs.
  func append(
    of connection: ClientConnection, for missing: [BoardName], _ run: @escaping () -> Void
  ) {
    connection.isWaiting = true
    entries.append(Entry(connection: connection, missing: Set(missing), run: run))
  }

  /// Removes the command of a connection that is gone.
  func remove(_ connection: ClientConnection) {
    guard connection.isWaiting else { return }
    entries.removeAll { $0.connection === connection }
  }

  /// The board to be loaded next; nil if there is none, or if one is being loaded. Commands that need
  /// one board go before those that need many.
  ///
  /// - Complexity: O(entries).
  func next() -> BoardName? {
    guard !isLoading else { return nil }
    let waiting = entries.lazy.filter { !$0.missing.isEmpty }
    let entry = waiting.first { $0.missing.count == 1 } ?? waiting.first
    isLoading = entry != nil
    return entry?.missing.min()
  }

  /// Notes that a board was loaded, or cannot be.
  func finish(_ board: BoardName) {
    isLoading = false
    for index in entries.indices { entries[index].missing.remove(board) }
  }

  /// Runs the commands whose boards are loaded, in order. Those of closing connections are dropped.
  ///
  /// - Parameter body: Runs a command, or returns false to let it wait.
  func run(_ body: (ClientConnection, () -> Void) -> Bool) {
    var waiting: [Entry] = []
    let all = entries
    entries = []
    for entry in all where !entry.connection.isClosing {
      let isReady = entry.missing.isEmpty && !entry.connection.isBlocked
      if !isReady || !body(entry.connection, entry.run) { waiting.append(entry) }
    }
    entries = waiting + entries
  }
}
