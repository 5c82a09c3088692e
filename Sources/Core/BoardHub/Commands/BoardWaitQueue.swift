import BoardModel

/// The commands that wait for boards: until they are loaded, or until a long change of them is made.
///
/// Meanwhile nothing else of their connections is executed.
final class BoardWaitQueue {
  private struct Entry {
    let connection: ClientConnection
    let boards: [BoardName]
    /// Those that are not ready.
    var missing: Set<BoardName>
    let run: () -> Void
  }

  private var entries: [Entry] = []
  /// The number of entries for each board.
  private var counts: [BoardName: Int] = [:]
  private var isLoading = false

  var isEmpty: Bool { entries.isEmpty }

  /// Whether some command could run now. A connection that takes nothing of its answers waits.
  var isReady: Bool { entries.contains { $0.missing.isEmpty && !$0.connection.isBlocked } }

  /// Whether some command waits for a board, so that later ones wait behind it.
  func isAwaited(_ board: BoardName) -> Bool { counts[board] != nil }

  /// - Parameters:
  ///   - boards: The boards that the command needs.
  ///   - missing: Those of them that are not ready.
  func append(
    of connection: ClientConnection, for boards: [BoardName], missing: [BoardName],
    _ run: @escaping () -> Void
  ) {
    connection.isWaiting = true
    for board in boards { counts[board, default: 0] += 1 }
    entries.append(
      Entry(connection: connection, boards: boards, missing: Set(missing), run: run))
  }

  /// Removes the command of a connection that is gone.
  func remove(_ connection: ClientConnection) {
    guard connection.isWaiting else { return }
    for entry in entries where entry.connection === connection { uncount(entry) }
    entries.removeAll { $0.connection === connection }
  }

  private func uncount(_ entry: Entry) {
    for board in entry.boards {
      let count = counts[board, default: 0] - 1
      assert(count >= 0, "an entry is counted once")
      counts[board] = count > 0 ? count : nil
    }
  }

  /// The board to be loaded next; nil if there is none, or if one is being loaded. Commands that need
  /// one board go before those that need many.
  ///
  /// - Parameter changing: The boards that are loaded, and being changed.
  /// - Complexity: O(entries).
  func nextLoad(except changing: Set<BoardName>) -> BoardName? {
    guard !isLoading else { return nil }
    let waiting = entries.lazy.filter { !$0.missing.isSubset(of: changing) }
    let entry = waiting.first { $0.missing.count == 1 } ?? waiting.first
    isLoading = entry != nil
    return entry?.missing.subtracting(changing).min()
  }

  /// Notes that a board was loaded, or cannot be.
  func didLoad(_ board: BoardName) {
    isLoading = false
    didChange(board)
  }

  /// Notes that a long change of a board is over.
  func didChange(_ board: BoardName) {
    for index in entries.indices { entries[index].missing.remove(board) }
  }

  /// Runs the commands whose boards are ready, in order. Those of closing connections are dropped.
  ///
  /// - Parameter body: Runs a command, or returns false to let it wait.
  func run(_ body: (ClientConnection, () -> Void) -> Bool) {
    var waiting: [Entry] = []
    let all = entries
    entries = []
    for entry in all {
      let isReady = entry.missing.isEmpty && !entry.connection.isBlocked
      if !entry.connection.isClosing, !isReady || !body(entry.connection, entry.run) {
        waiting.append(entry)
      } else {
        uncount(entry)
      }
    }
    entries = waiting + entries
  }
}
