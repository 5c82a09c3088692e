extension BystanderAttack {
  /// The server alone, then all attacks.
  static func all(_ scale: Scale) -> [BystanderAttack] {
    [BystanderAttack(name: "nothing")]
      + strangers(scale) + storedBoards(scale) + largeCommands(scale) + manyCommands(scale)
      + onePiece(scale)
  }

  /// One client sends lines to the sample board.
  static func lines(
    _ name: String, items: Int = 1_000, sections: Int = 10, setUp: [Burst] = [], _ lines: [String]
  ) -> BystanderAttack {
    BystanderAttack(
      name: name, items: items, sections: sections, setUp: setUp, others: [Other(lines)])
  }

  /// It has no goal yet.
  var withoutGoal: BystanderAttack {
    var attack = self
    attack.goal = .none
    return attack
  }

  /// Clients that drag items of the sample board: 16 drags each, which nobody may exceed, of 39 items.
  static func drags(_ scale: Scale) -> [Burst] {
    (0..<scale.pick(16, quick: 2)).map { client in
      .lines(
        (16 * client..<16 * client + 16).flatMap { drag in
          [
            "begin \(items(39 * drag..<39 * drag + 39)) board=list",
            "propose 0.9 drag=d\(drag + 1) board=list",
          ]
        })
    }
  }

  static func items(_ numbers: Range<Int>) -> String {
    numbers.map { "i\($0)" }.joined(separator: ",")
  }

  /// A text that is escaped in every character.
  static let controls = String(repeating: "\\u{1}", count: 500)
}
