import Terminal

/// A question before an action: `y` performs it, any other key does not.
struct Confirmation: Hashable {
  var question: String
  var action: BoardView.Action
}

extension BoardView {
  /// - Returns: Nil if there is no question.
  mutating func pressConfirming(_ key: Key) -> [Action]? {
    guard let asked = confirmation else { return nil }
    confirmation = nil
    if key == .character("y") || key == .character("Y") { return [asked.action] }
    remark = Remark(text: "not removed", style: Theme.hint)
    return []
  }

  func draw(_ confirmation: Confirmation, on canvas: inout Canvas) {
    let keys = "  y removes, esc keeps"
    let question = confirmation.question.cut(to: max(width / 2, width - keys.count))
    canvas.put(question + keys, x: 0, y: height - 1, Theme.refusal)
  }
}
