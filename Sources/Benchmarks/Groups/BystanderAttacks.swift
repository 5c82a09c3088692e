extension BystanderAttack {
  /// The server alone, then each of the attacks.
  static func all(_ scale: Scale) -> [BystanderAttack] {
    [
      BystanderAttack(name: "nothing", lines: []),
      farBehind("open since=2 behind many edits, 10 clients", scale, clients: 10) { _ in
        ["open list since=2"]
      },
      farBehind("the same, 100 clients", scale, clients: 100) { _ in ["open list since=2"] },
      farBehind("show rev=2 behind many edits", scale, clients: 1) { _ in
        Array(repeating: "show list rev=2", count: scale.pick(1_200, quick: 120))
      },
      resumes(scale),
      clearing(scale, isStored: false),
      clearing(scale, isStored: true),
      policies(scale),
      controls(scale),
      drags(scale),
      clearingMost(scale),
      paths(scale),
      replacing(scale),
      snapshot(scale),
      BystanderAttack(
        name: "connections that are made and reset", resets: scale.pick(50_000, quick: 500)),
      hostile(scale),
    ]
  }

  private static func clearingMost(_ scale: Scale) -> BystanderAttack {
    BystanderAttack(
      name: "clear of a million items", items: scale.pick(1_000_000, quick: 10_000), sections: 1,
      lines: [["clear 0 board=list"]])
  }

  /// One object of 3.9 MB.
  private static func paths(_ scale: Scale) -> BystanderAttack {
    let paths = (0..<scale.pick(490_000, quick: 49_000)).map { "\"0.\($0)\"" }
    let items = paths.joined(separator: ",")
    return BystanderAttack(
      name: "an object that deletes 490,000 paths",
      lines: [["{\"kind\":\"delete\",\"board\":\"list\",\"items\":[\(items)]}"]])
  }

  private static func replacing(_ scale: Scale) -> BystanderAttack {
    let count = scale.pick(109_000, quick: 1_090)
    let rows = (0..<count).map { "item y\($0) text" }
    return BystanderAttack(
      name: "replace by 109,000 items, on 5 boards at once",
      setUp: [(0..<5).map { "create b\($0)" }],
      lines: (0..<5).map { ["replace b\($0)", "section A \(count) T"] + rows + ["end"] })
  }

  /// So many edits that the board is written to the journal as a whole.
  private static func snapshot(_ scale: Scale) -> BystanderAttack {
    let items = scale.pick(1_000_000, quick: 10_000)
    return BystanderAttack(
      name: "edits of a board of a million, and its snapshot", items: items, sections: 1,
      isStored: true, lines: [(0..<33_000).map { "edit i\($0 % items) board=list text \($0)" }],
      least: .seconds(4))
  }

  /// Lines that are not understood, refused, or not even text. Never 20 errors in a row.
  private static func hostile(_ scale: Scale) -> BystanderAttack {
    let some = [
      "propose 9.0 drag=d7", "move zz 0.0", "\u{1}bad", "edit", "#t delete 0.9@99999999", "ping",
    ]
    let lines = (0..<scale.pick(10_800, quick: 108)).flatMap { _ in some }
    return BystanderAttack(
      name: "hostile lines", lines: Array(repeating: lines, count: 20))
  }

  /// A batch of 100 rows, undone and redone many times.
  private static func farBehind(
    _ name: String, _ scale: Scale, clients: Int, _ lines: (Int) -> [String]
  ) -> BystanderAttack {
    let rows = (0..<100).map { "insert 0.\($0) - x" }
    let times = scale.pick(320, quick: 32)
    return BystanderAttack(
      name: name, items: 10, sections: 1,
      setUp: [
        ["batch list"] + rows + ["end"]
          + (0..<times).flatMap { _ in ["undo list", "redo list"] }
      ],
      lines: (0..<clients).map(lines))
  }

  private static func resumes(_ scale: Scale) -> BystanderAttack {
    let clients = scale.pick(2_000, quick: 100)
    return BystanderAttack(
      name: "clients that resume, each at its own revision", items: 10_000,
      setUp: [(0..<2 * clients).map { "move i\($0 % 10_000) \($0 % 10).0 board=list" }],
      lines: (0..<clients).map { ["open list since=\(2 * $0)"] })
  }

  private static func clearing(_ scale: Scale, isStored: Bool) -> BystanderAttack {
    BystanderAttack(
      name: "clear of many items, undo, redo\(isStored ? ", on disk" : "")",
      items: scale.pick(60_000, quick: 6_000), sections: 1, isStored: isStored,
      lines: [
        ["clear 0 board=list"] + (0..<10).flatMap { _ in ["undo list", "redo list"] }
      ])
  }

  private static func policies(_ scale: Scale) -> BystanderAttack {
    let sections = scale.pick(9_000, quick: 900)
    return BystanderAttack(
      name: "a policy where every section has its own", items: sections, sections: sections,
      isStored: true,
      setUp: [(0..<sections).map { "policy s\($0) board=list limit=\(10 + $0 % 90)" }],
      lines: [(0..<20).map { "policy board=list max-items=\(1 + $0)" }])
  }

  private static func controls(_ scale: Scale) -> BystanderAttack {
    let text = String(repeating: "\\u{1}", count: 500)
    let count = scale.pick(1_000, quick: 100)
    return BystanderAttack(
      name: "texts of control characters, edited and opened", items: count, sections: 1,
      lines: [(0..<count).map { "edit i\($0) board=list \(text)" } + ["open list"]])
  }

  private static func drags(_ scale: Scale) -> BystanderAttack {
    // Nobody may have more than 16 drags.
    let setUp = (0..<scale.pick(16, quick: 2)).map { client in
      (16 * client..<16 * client + 16).flatMap { drag in
        [
          "begin \((0..<39).map { "i\(drag * 39 + $0)" }.joined(separator: ",")) board=list",
          "propose 9.0 drag=d\(drag + 1) board=list",
        ]
      }
    }
    return BystanderAttack(
      name: "inserts on a board with many drags", items: 10_000, setUp: setUp,
      lines: [(0..<1_000).map { "insert 9.0 board=list new \($0)" }])
  }
}
