import BoardAuthority

/// The searches that were not answered in their first turn, and how far all searches go in a turn.
final class SearchQueue {
  private(set) var searches: [RunningSearch] = []
  /// How far all searches together go in a turn.
  var stepsPerTurn = BoardSearch.turnSteps { didSet { steps = stepsPerTurn } }
  /// How far searches may still go in this turn.
  private var steps = BoardSearch.turnSteps

  var isEmpty: Bool { searches.isEmpty }

  func append(_ search: RunningSearch) {
    search.connection.isWaiting = true
    searches.append(search)
  }

  /// Removes the search of a connection that is gone.
  func remove(_ connection: ClientConnection) {
    guard connection.isWaiting else { return }
    searches.removeAll { $0.connection === connection }
  }

  func beginTurn() { steps = stepsPerTurn }

  /// Continues a search.
  ///
  /// - Returns: Whether it is finished.
  func advance(_ search: RunningSearch, on boards: BoardDirectory) -> Bool {
    search.advance(upTo: &steps, on: boards)
  }

  /// Continues the searches in order, as far as this turn allows.
  ///
  /// - Returns: The searches that are finished, which are removed.
  func advance(on boards: BoardDirectory) -> [RunningSearch] {
    var finished: [RunningSearch] = []
    var unfinished: [RunningSearch] = []
    var stopped: [RunningSearch] = []
    for search in searches where !search.connection.isClosing {
      if steps == 0 {
        unfinished.append(search)
      } else if advance(search, on: boards) {
        finished.append(search)
      } else {
        // The others have their turn first.
        stopped.append(search)
      }
    }
    searches = unfinished + stopped
    return finished
  }
}
