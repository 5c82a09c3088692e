import BoardModel
import Simulation

// What the server does in one piece, however large it is. None of these has a goal yet.

extension BystanderAttack {
  static func onePiece(_ scale: Scale) -> [BystanderAttack] {
    (opens(scale) + policyListings(scale) + batches(scale) + fanOut(scale)).map(\.withoutGoal)
  }

  private static func opens(_ scale: Scale) -> [BystanderAttack] {
    let items = scale.pick(1_000_000, quick: 10_000)
    let texts = scale.pick(2_000, quick: 20)
    return [
      lines(
        "open of many items in JSON", items: items, sections: 1, ["hello form=json", "open list"]),
      lines(
        "open of many items after an edit", items: items, sections: 1,
        ["edit i0 board=list x", "open list"]),
      BystanderAttack(
        name: "the same on 20 connections", items: items, sections: 1,
        others: Array(repeating: Other(["edit i0 board=list x", "open list"]), count: 20)),
      lines(
        "open of texts of escapes after an edit, 50 times", items: texts, sections: 1,
        setUp: [.lines((0..<texts).map { "edit i\($0) board=list \(controls)" })],
        (0..<50).flatMap { _ in ["edit i0 board=list x", "open list", "close list"] }),
    ]
  }

  /// Every section has a policy of 3,500 bytes.
  private static func policyListings(_ scale: Scale) -> [BystanderAttack] {
    let sections = scale.pick(10_000, quick: 100)
    let types = (0..<70).map { "\($0 + 10)\(String(repeating: "t", count: 47))" }
    let setUp = (0..<sections).map {
      "policy s\($0) board=list types=\(types.joined(separator: ","))"
    }
    func listing(_ name: String, _ others: [Other]) -> BystanderAttack {
      BystanderAttack(
        name: name, items: 0, sections: sections, setUp: [.lines(setUp)], others: others,
        least: .seconds(others.count > 1 ? 10 : 1))
    }
    let policies = Array(repeating: "policy board=list", count: 20)
    return [
      listing("policy of long types", [Other(["policy board=list"])]),
      listing("the same 10 times", [Other(Array(policies.prefix(10)))]),
      listing("open with these policies", [Other(["open list"])]),
      listing(
        "policy 20 times on many connections, not read",
        Array(
          repeating: Other(before: .greeting, Burst.lines(policies).unread),
          count: scale.pick(400, quick: 4))),
    ]
  }

  private static func batches(_ scale: Scale) -> [BystanderAttack] {
    let (items, rows) = (scale.pick(100_000, quick: 1_000), 10_000)
    var random = SeededRandom(seed: SampleBoard.seed)
    let shuffled = (0..<items).shuffled(using: &random).map { "item i\($0) text" }
    let inserts = ["batch list"] + (0..<rows).map { "insert 0.\($0) - x" } + ["end"]
    let objects = (0..<rows).map {
      "{\"kind\":\"insert\",\"path\":\"0.\($0)\",\"item\":\"-\",\"text\":\"x\"}"
    }
    let sections = scale.pick(10_000, quick: 100)
    let reversed = (0..<sections).reversed().map { "section s\($0) 0" }
    return [
      lines(
        "replace of shuffled rows under many drags", items: items, sections: 1,
        setUp: drags(scale),
        ["replace list force=yes", "section s0 \(items) Section 0"] + shuffled + ["end"]),
      lines("batch of 10,000 inserts", items: 0, sections: 1, inserts),
      lines(
        "the same in many items", items: scale.pick(700_000, quick: 7_000), sections: 1, inserts),
      lines(
        "JSON batch of 10,000 inserts", items: 0, sections: 1,
        ["{\"kind\":\"batch\",\"board\":\"list\",\"rows\":[\(objects.joined(separator: ","))]}"]),
      lines(
        "replace of sections reversed", items: 0, sections: sections,
        ["replace list"] + reversed + ["end"]),
    ]
  }

  private static func fanOut(_ scale: Scale) -> [BystanderAttack] {
    func watched(_ name: String, _ lines: [String]) -> BystanderAttack {
      BystanderAttack(
        name: "\(name), with many watchers",
        others: Array(repeating: .watching(["open list"]), count: scale.pick(2_000, quick: 20))
          + [Other(lines)], least: .seconds(1))
    }
    let (inserts, rows) = (scale.pick(50_000, quick: 500), scale.pick(20_000, quick: 200))
    return [
      watched("one edit", ["edit i0 board=list x"]),
      watched("inserts", Array(repeating: "insert 0.0 board=list x", count: inserts)),
      watched(
        "batch of 10,000", ["batch list"] + (0..<10_000).map { "insert 0.\($0) - x" } + ["end"]),
      watched(
        "replace of 20,000 rows",
        ["replace list", "section A \(rows) T"] + (0..<rows).map { "item y\($0) text" } + ["end"]),
      timers(scale),
    ]
  }

  /// Each watches as many boards as it may, with windows of 1 to 50 ms.
  private static func timers(_ scale: Scale) -> BystanderAttack {
    let boards = 0..<63
    let watcher = Other.watching(boards.map { "open b\($0) every=\(1 + $0 % 50)ms" })
    return BystanderAttack(
      name: "edits of 63 boards, each with watchers of its own window",
      setUp: [
        .lines(boards.flatMap { ["create b\($0)", "insert-section 0 board=b\($0) T"] })
      ],
      others: Array(repeating: watcher, count: scale.pick(200, quick: 2))
        + [
          Other((0..<20).flatMap { _ in boards.map { "insert 0.0 board=b\($0) x" } })
        ], least: .seconds(1))
  }
}
