// Commands that are large by themselves.

extension BystanderAttack {
  static func largeCommands(_ scale: Scale) -> [BystanderAttack] {
    let items = scale.pick(1_000_000, quick: 10_000)
    let values = scale.pick(500_000, quick: 5_000)
    return [
      lines(
        "delete-section of many items", items: items, sections: 1,
        ["delete-section 0 board=list"]),
      lines(
        "clear of many items, and undo", items: items, sections: 1,
        ["clear 0 board=list", "undo list"]),
      lines(
        "clear of fewer, undo, redo", items: scale.pick(60_000, quick: 6_000), sections: 1,
        clearing),
      lines("JSON of many values", [object(Array(repeating: "1", count: values - 10))]),
      lines("JSON of many paths", [object((0..<values - 10).map { "\"0.\($0)\"" })]),
      lines(
        "JSON of one key, many times",
        ["{" + Array(repeating: "\"a\":0", count: values * 4 / 5).joined(separator: ",") + "}"]),
      replacing(scale),
      lines("find in many items", items: items, sections: 1, ["find board=list nowhere"]),
      lines(
        "batch of 10,000 moves", items: 10_000, sections: 1,
        ["batch list"] + (0..<10_000).map { "move 0.\($0) 0.\(9_999 - $0) i\($0)" } + ["end"]),
      lines(
        "batch of 10,000 wrong rows",
        ["batch list"] + Array(repeating: "move 0.0 0.1 i7", count: 10_000) + ["end"]),
    ]
  }

  private static func object(_ values: [String]) -> String {
    "{\"kind\":\"delete\",\"board\":\"list\",\"items\":[\(values.joined(separator: ","))]}"
  }

  private static func replacing(_ scale: Scale) -> BystanderAttack {
    let count = scale.pick(109_000, quick: 1_090)
    let rows = (0..<count).map { "item y\($0) text" }
    return BystanderAttack(
      name: "replace by 109,000 items, on 5 boards at once",
      setUp: [.lines((0..<5).map { "create b\($0)" })],
      others: (0..<5).map { Other(["replace b\($0)", "section A \(count) T"] + rows + ["end"]) })
  }
}
