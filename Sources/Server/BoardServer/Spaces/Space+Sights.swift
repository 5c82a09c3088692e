import BoardHub
import BoardModel

// Boards as others in this process see them: between turns, when everything that they show is stored.

extension Space {
  /// Promises a board as it is now, or that there is none of the name. It is loaded for that.
  func see(_ board: BoardName, _ promise: Promise<ServedBoard?>) {
    guard !hasEnded else { return }
    sights.append((board, promise))
    _ = hub.service.load(board)
    markActive()
  }

  /// Keeps the promises of loaded boards.
  func showSights() {
    sights.removeAll { board, promise in
      let sight = hub.sight(of: board)
      if sight == nil, hub.service.load(board) { return false }
      promise.keep(.some(sight))
      return true
    }
  }
}
