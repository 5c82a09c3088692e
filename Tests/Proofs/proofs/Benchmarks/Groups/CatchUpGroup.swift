import BoardDelivery
import BoardHub
import BoardModel
import BoardWire
import Simulation

extension Group {
  static let catchUp = Group(
    name: "catchup", summary: "`open BOARD since=REV` after random moves: what comes, and how soon"
  ) { scale in
    var table = Table(
      "items", "sections", "names", "moves", "bytes", "snapshot bytes", "bytes / snapshot",
      "bytes/item", "ms", "snapshot ms", "goal bytes")
    let count = scale.pick(10_000, quick: 2_000)
    for (items, goal) in scale.pick(CatchUpBench.goals, quick: [CatchUpBench.goals[0]]) {
      for sections in [1, 100] {
        for (name, naming) in [("i123", SampleBoard.Naming.counted), ("4 chars", .short)] {
          var bench = try CatchUpBench(items: items, sections: sections, naming: naming)
          let result = try bench.measure(moves: count)
          table.add(
            items.text, sections.text, name, count.text, result.way.bytes.text,
            result.snapshot.bytes.text,
            (Double(result.way.bytes) / Double(result.snapshot.bytes)).text,
            (Double(result.way.bytes) / Double(items)).text, result.way.time.text,
            result.snapshot.time.text, count == 10_000 ? "≤ \(goal.text)" : "-")
        }
      }
    }
    table.show()
  }
}

/// Catch-up of a client after many moves, on an in-memory hub.
private struct CatchUpBench {
  /// The limits for 10,000 moves on boards of these sizes.
  static let goals = [(1_000, 24_000), (10_000, 150_000), (100_000, 230_000)]

  private let hub: PlayedHub
  private let author: ConnectionID
  private var board: Board
  private var revision = 0
  private var random = SeededRandom(seed: SampleBoard.seed)

  init(items: Int, sections: Int, naming: SampleBoard.Naming) throws {
    let content = SampleBoard.content(items: items, sections: sections, naming: naming)
    board = Board(content)
    hub = try PlayedHub(content: content)
    author = hub.watch()
  }

  /// The data after the reply to `open`, and the milliseconds to compose it.
  struct Opening {
    var bytes = 0
    var time = 0.0
  }

  /// Opens at an earlier revision, and without one, several times, with nothing precomposed.
  mutating func measure(moves count: Int) throws -> (way: Opening, snapshot: Opening) {
    try move(count)
    var ways: [Opening] = []
    var snapshots: [Opening] = []
    for _ in 0..<5 {
      // A new head, so that no cached encoding is reused.
      try move(1)
      ways.append(open(since: revision - count))
      snapshots.append(open(since: nil))
    }
    return (ways.median, snapshots.median)
  }

  private mutating func move(_ count: Int) throws {
    for line in try SampleBoard.moves(count, on: &board, using: &random) {
      hub.play(line, from: author)
    }
    revision += count
  }

  private func open(since revision: Int?) -> Opening {
    let guest = hub.connect()
    defer { hub.disconnect(guest) }
    let line = Request.open(since: revision).bytes
    hub.sent = PlayedHub.Tally()
    let time = nanoseconds { hub.play(line, from: guest) } / 1_000_000
    var reply = WireBuffer()
    reply.append(.open(.init(SampleBoard.name, revision: self.revision)))
    return Opening(bytes: hub.sent.bytesToSpeaker - reply.count, time: time)
  }
}

extension [CatchUpBench.Opening] {
  fileprivate var median: CatchUpBench.Opening {
    .init(
      bytes: Int(map { Double($0.bytes) }.median), time: map(\.time).median)
  }
}
