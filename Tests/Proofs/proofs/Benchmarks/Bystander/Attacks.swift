import Net
import TLS

extension BystanderAttack {
  /// The server alone, then all attacks.
  static func all(_ scale: Scale) -> [BystanderAttack] {
    [BystanderAttack(name: "nothing")]
      + strangers(scale) + storedBoards(scale) + largeCommands(scale) + manyCommands(scale)
      + atOnce(scale)
  }

  /// One client sends lines to the sample board.
  static func lines(
    _ name: String, items: Int = 1_000, sections: Int = 10, setUp: [Burst] = [], _ lines: [String]
  ) -> BystanderAttack {
    BystanderAttack(
      name: name, items: items, sections: sections, setUp: setUp, others: [Other(lines)])
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

// Nobody of these has said a token.

extension BystanderAttack {
  static func strangers(_ scale: Scale) -> [BystanderAttack] {
    let crowd = scale.pick(5_000, quick: 50)
    return [
      hellos(scale.pick(1_000, quick: 10), .rsa2048), hellos(scale.pick(1_000, quick: 10), .p256),
      hellos(scale.pick(100, quick: 5), .rsa2048), hellos(scale.pick(100, quick: 5), .p256),
      frames("pings", scale, [0x89, 0x80, 0, 0, 0, 0]),
      frames("pongs", scale, [0x8A, 0x80, 0, 0, 0, 0]),
      frames("empty frames", scale, [0x81, 0x80, 0, 0, 0, 0]),
      arriving("ping", crowd) { _ in [] },
      arriving("open", crowd) { _ in ["open list"] },
      arriving("hello", crowd) { ["hello u\($0)"] },
      BystanderAttack(
        name: "connections leave at once",
        others: Array(repeating: Other(before: .greeting, nil), count: crowd), hasFloor: true,
        least: .seconds(1)),
      BystanderAttack(
        name: "connections leave in the middle of a line",
        others: Array(
          repeating: Other(before: Burst(bytes: Array("insert 0.0 board=list x".utf8)), nil),
          count: 2 * crowd),
        hasFloor: true, least: .seconds(1)),
      BystanderAttack(
        name: "connections that are made and reset", resets: scale.pick(50_000, quick: 500)),
      hostile(scale),
      BystanderAttack(
        name: "13,107 pings each",
        others: Array(
          repeating: Other(Array(repeating: "ping", count: scale.pick(13_107, quick: 131))),
          count: scale.pick(200, quick: 20))),
      lines("empty lines", Array(repeating: "", count: scale.pick(8_000_000, quick: 80_000))),
    ]
  }

  /// The first message of a handshake, whose last byte is sent on all connections at once.
  private static func hellos(_ count: Int, _ key: BenchmarkCertificate.Key) -> BystanderAttack {
    let hello = firstMessage()
    let before = Burst(bytes: hello.dropLast())
    let last = Burst(bytes: [hello[hello.count - 1]], end: .anything)
    return BystanderAttack(
      name: "last byte of \(count.text) TLS hellos, \(key)", key: key,
      others: Array(repeating: Other(before: before, last), count: count), least: .seconds(1))
  }

  private static func firstMessage() -> [UInt8] {
    var bytes: [UInt8] = []
    guard let layer = try? ServerTrust.anybody.makeLayer(to: "localhost") else {
      preconditionFailure("a client can be had")
    }
    layer.withOutput { bytes += $0 }
    return bytes
  }

  private static func frames(_ kind: String, _ scale: Scale, _ frame: [UInt8]) -> BystanderAttack {
    let count = scale.pick(400_000, quick: 4_000)
    return BystanderAttack(
      name: "WebSocket \(kind)", isOnWeb: true,
      others: [Other(.frames(Array(Array(repeating: frame, count: count).joined())))])
  }

  private static func arriving(
    _ verb: String, _ count: Int, _ lines: (Int) -> [String]
  ) -> BystanderAttack {
    BystanderAttack(
      name: "connections say \(verb) at once",
      others: (0..<count).map { Other(before: .greeting, .lines(lines($0))) }, hasFloor: true)
  }

  /// Lines that are not understood, refused, or not even text. Never 20 errors in a row.
  private static func hostile(_ scale: Scale) -> BystanderAttack {
    let some = [
      "propose 9.0 drag=d7", "move zz 0.0", "\u{1}bad", "edit", "#t delete 0.9@99999999", "ping",
    ]
    let lines = (0..<scale.pick(10_800, quick: 108)).flatMap { _ in some }
    return BystanderAttack(
      name: "hostile lines", others: Array(repeating: Other(lines), count: 20))
  }
}

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
