import BoardModel
import Terminal

/// What a client that may only view the board can do.
extension BoardView {
  var isViewOnly: Bool { snapshot.role == .viewer }

  mutating func sayViewOnly() -> [Action] {
    remark("you can only view this board")
    return []
  }

  /// Whether a key without a drag changes the board, or begins to.
  func changesBoard(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.enter, _), (.up, .shift), (.down, .shift), (.left, .shift), (.right, .shift): true
    case (.character("r"), .control): true
    case (.character(let letter), []): " mvVsrARX<>uUeaD".unicodeScalars.contains(letter)
    case (.character(let letter), .shift): "VARXUD<>".unicodeScalars.contains(letter)
    default: false
    }
  }
}
