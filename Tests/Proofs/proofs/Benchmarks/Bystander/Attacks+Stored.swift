// Boards that are stored.

extension BystanderAttack {
  static func storedBoards(_ scale: Scale) -> [BystanderAttack] {
    let items = scale.pick(1_000_000, quick: 10_000)
    let edits = scale.pick(45_000, quick: 450)
    return [
      stored(
        "create, beside a large board with a snapshot", items, goal: .ofAllThreads, edits: edits,
        (0..<scale.pick(500, quick: 50)).map { "create b\($0)" }),
      stored(
        "rename-board of a large board with a snapshot", items, goal: .ofAllThreads, edits: edits,
        (0..<20).flatMap { _ in ["rename-board list other", "rename-board other list"] }),
      stored("remove-board of a large board", items, ["remove-board list force=yes"]),
      stored(
        "edits of a large board, and its snapshot", items,
        (0..<33_000).map { "edit i\($0 % items) board=list text \($0)" }, least: .seconds(4)),
      stored("clear of many items, undo, redo, on disk", items * 6 / 100, clearing),
      policies(scale),
    ]
  }

  /// Commands on a board with one section.
  private static func stored(
    _ name: String, _ items: Int, goal: Goal = .ofLoop, edits: Int = 0, _ lines: [String],
    least: Duration = .seconds(1)
  ) -> BystanderAttack {
    let edits = (0..<edits).map { "edit i\($0 % items) board=list text \($0)" }
    return BystanderAttack(
      name: name, goal: goal, items: items, sections: 1, isStored: true,
      setUp: edits.isEmpty ? [] : [.lines(edits)], others: [Other(lines)], least: least)
  }

  static let clearing =
    ["clear 0 board=list"] + (0..<10).flatMap { _ in ["undo list", "redo list"] }

  private static func policies(_ scale: Scale) -> BystanderAttack {
    let sections = scale.pick(9_000, quick: 900)
    return BystanderAttack(
      name: "a policy where every section has its own", items: sections, sections: sections,
      isStored: true,
      setUp: [.lines((0..<sections).map { "policy s\($0) board=list limit=\(10 + $0 % 90)" })],
      others: [Other((0..<20).map { "policy board=list max-items=\(1 + $0)" })])
  }
}
