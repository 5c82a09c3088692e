import BoardModel
import Terminal

/// A menu of boards.
public struct BoardChoice {
  /// The outcome of a key.
  public enum Outcome: Hashable, Sendable {
    case chosen(BoardName)
    case quit
    case suspend
    case none
  }

  private let boards: [(name: BoardName, about: String)]
  private var index = 0

  /// - Parameter boards: At least one board, each with a description.
  public init(of boards: [(name: BoardName, about: String)]) { self.boards = boards }

  public mutating func receive(_ event: InputEvent) -> Outcome {
    guard case .key(let key) = event else { return receiveMouse(event) }
    switch (key.code, key.modifiers) {
    case (.character("c"), .control), (.character("q"), []), (.escape, _): return .quit
    case (.character("z"), .control): return .suspend
    case (.up, _), (.character("k"), []): index = max(0, index - 1)
    case (.down, _), (.character("j"), []): index = min(boards.count - 1, index + 1)
    case (.enter, _), (.character(" "), _): return .chosen(boards[index].name)
    default: break
    }
    return .none
  }

  private mutating func receiveMouse(_ event: InputEvent) -> Outcome {
    guard case .mouse(let mouse) = event, mouse.kind == .press else { return .none }
    let row = mouse.point.y - 2 + top(height: height)
    guard boards.indices.contains(row), mouse.point.y >= 2 else { return .none }
    return .chosen(boards[row].name)
  }

  private var height = 24

  /// The first visible board.
  private func top(height: Int) -> Int { max(0, index - max(1, height - 4) + 1) }

  public mutating func drawn(width: Int, height: Int, isASCII: Bool = false) -> Canvas {
    self.height = height
    var canvas = Canvas(width: width, height: height, isASCII: isASCII)
    canvas.fill(x: 0, y: 0, width: width, Theme.bar)
    canvas.put("dropline | which board?", x: 1, y: 0, Theme.bar)
    let top = top(height: height)
    for (row, board) in boards.dropFirst(top).prefix(max(0, height - 3)).enumerated() {
      let style = row + top == index ? Theme.cursor : .plain
      canvas.put("\(board.name)  \(board.about)", x: 2, y: row + 2, width: width - 2, style)
    }
    canvas.put("arrows move  enter opens  q quits", x: 0, y: height - 1, Theme.hint)
    return canvas
  }
}
