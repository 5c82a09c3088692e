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
