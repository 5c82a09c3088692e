import BoardModel
import Simulation

// Commands that are not large, and are many.

extension BystanderAttack {
  static func manyCommands(_ scale: Scale) -> [BystanderAttack] {
    let items = scale.pick(100, quick: 10)
    func many(_ count: Int, _ lines: [String]) -> [String] {
      (0..<scale.pick(count, quick: max(1, count / 50))).flatMap { _ in lines }
    }
    return [
      lines(
        "inserts in front of many drags", items: 10_000, sections: 1, setUp: drags(scale),
        many(1_000, ["insert 0.0 board=list new"])),
      lines("history", setUp: [edited(scale)], many(200, ["history list"])),
      farBehind("open since=2 behind many edits, 10 clients", scale, clients: 10) {
        ["open list since=2"]
      },
      farBehind("the same, 100 clients", scale, clients: items) { ["open list since=2"] },
      farBehind("show rev=2 behind many edits", scale, clients: 1) {
        many(1_200, ["show list rev=2"])
      },
      resumes(scale),
      lines(
        "texts of control characters, edited and opened", sections: 1,
        (0..<scale.pick(1_000, quick: 100)).map { "edit i\($0) board=list \(controls)" }
          + ["open list"]),
      lines(
        "tagged inserts",
        (0..<scale.pick(50_000, quick: 500)).map {
          "#\($0) insert 0.0 board=list x"
        }),
      lines("dryrun", many(500, ["dryrun 5.0 items=\(Self.items(0..<200)) board=list"])),
      lines(
        "drags begun and dropped",
        many(10_000, ["begin i1 board=list", "propose 9.0 board=list", "perform"])),
      lines("drags", items: 10_000, sections: 1, setUp: drags(scale), many(200, ["drags list"])),
      lines(
        "200 items selected", setUp: [.lines(["policy board=list selection=multiple"])],
        many(2_500, ["select \(Self.items(0..<200)) board=list", "deselect board=list"])),
      lines(
        "boards", setUp: [.lines((0..<999).map { "create b\($0)" })], many(500, ["boards"])),
      BystanderAttack(
        name: "who among many",
        others: Array(
          repeating: Other(before: .greeting, Burst(end: .endless)),
          count: scale.pick(3_000, quick: 30)) + [Other(many(300, ["who"]))]),
      lines("stats", many(2_000, ["stats"])), lines("help", many(5_000, ["help"])),
    ]
  }

  /// 64,000 edits: a batch of 100 rows, undone and redone many times.
  private static func edited(_ scale: Scale) -> Burst {
    let rows = (0..<100).map { "insert 0.\($0) - x" }
    return .lines(
      ["batch list"] + rows + ["end"]
        + (0..<scale.pick(320, quick: 32)).flatMap { _ in ["undo list", "redo list"] })
  }

  private static func farBehind(
    _ name: String, _ scale: Scale, clients: Int, _ lines: () -> [String]
  ) -> BystanderAttack {
    BystanderAttack(
      name: name, items: 10, sections: 1, setUp: [edited(scale)],
      others: Array(repeating: Other(lines()), count: clients))
  }

  private static func resumes(_ scale: Scale) -> BystanderAttack {
    let clients = scale.pick(2_000, quick: 100)
    return BystanderAttack(
      name: "clients that resume, each at its own revision", items: 10_000,
      setUp: [.lines((0..<2 * clients).map { "move i\($0 % 10_000) \($0 % 10).0 board=list" })],
      others: (0..<clients).map { Other(["open list since=\(2 * $0)"]) })
  }
}

// What may come to much work at once.

extension BystanderAttack {
  static func atOnce(_ scale: Scale) -> [BystanderAttack] {
    opens(scale) + policyListings(scale) + batches(scale) + fanOut(scale)
  }

  /// Clients that open all of a board at once.
  static func openings(_ clients: Int, items: Int) -> BystanderAttack {
    BystanderAttack(
      name: "open of many items on \(clients) connections", items: items, sections: 1,
      others: Array(repeating: Other(["open list"]), count: clients))
  }

  private static func opens(_ scale: Scale) -> [BystanderAttack] {
    let items = scale.pick(1_000_000, quick: 10_000)
    let texts = scale.pick(2_000, quick: 20)
    return [
      lines(
        "open of many items in JSON", items: items, sections: 1, ["hello form=json", "open list"]),
      lines(
        "1,000 rows of many items, 500 times", items: items, sections: 1,
        (0..<500).map { "rows 0.\($0) 1000 board=list" }),
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
        ["replace list force=yes", "section s0 \(items) Section 0"] + shuffled + ["end"]
      ),
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
