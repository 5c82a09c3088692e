import BoardModel

/// The last drawing of a past revision, for those who ask for the same one.
final class DrawingCache {
  private struct Key: Equatable {
    let board: BoardName
    let revision: Int
    /// The revision of the board when it was drawn. A drawing is the same at any; but a removed board
    /// may have a successor of its name.
    let head: Int
  }

  private var last: (key: Key, lines: [String])?

  /// The drawing of a board at a revision, from the cache or drawn now.
  func lines(
    of live: LiveBoard, at revision: Int, _ draw: () -> [String]
  ) -> [String] {
    let key = Key(board: live.name, revision: revision, head: live.revision)
    if let last, last.key == key { return last.lines }
    let lines = draw()
    last = (key, lines)
    return lines
  }

  /// Whether a drawing is in the cache.
  func holds(_ live: LiveBoard, at revision: Int) -> Bool {
    last?.key == Key(board: live.name, revision: revision, head: live.revision)
  }
}
