import BoardHub
import BoardModel
import BoardWire
import Libuv
import Net
import Simulation

extension Group {
  static let moves = Group(
    name: "moves", summary: "thousands of random moves a second: board, hub in memory, socket"
  ) { scale in
    var table = Table(
      "items", "sections", "board (goal ≥ 500)", "array splice", "board / array", "hub alone",
      "hub, a watcher", "socket, 64 in flight", "one by one")
    for (items, layouts) in scale.pick(MovesBench.sizes, quick: Array(MovesBench.sizes[..<2])) {
      for sections in layouts {
        let count = scale.pick(10_000, quick: 2_000)
        var bench = try BoardBench(items: items, sections: sections)
        let (board, array) = (try bench.move().move, bench.arrayMove())
        let moves = try MovesBench(bench.board, count: count)
        let socket = try moves.socket()
        table.add(
          items.text, sections.text, (1e6 / board).text, (1e6 / array).text,
          (array / board).text, (1e6 / (try moves.hub(watchers: 0))).text,
          (1e6 / (try moves.hub(watchers: 1))).text, (1e6 / socket.pipelined).text,
          (1e6 / socket.single).text)
      }
    }
    table.show()
  }
}

/// Moves as commands, on a sample board; all results are in ns per move.
private struct MovesBench {
  static let sizes = [
    (1_000, [1, 100]), (10_000, [1, 100]), (100_000, [1, 100]), (1_000_000, [1, 100, 10_000]),
  ]

  private let content: Content
  private let lines: [[UInt8]]

  init(_ board: Board, count: Int) throws {
    var board = board
    var random = SeededRandom(seed: SampleBoard.seed)
    content = board.content
    lines = try SampleBoard.moves(count, on: &board, using: &random)
  }

  /// Each move in its own turn, by a subscribed author, with other subscribers.
  func hub(watchers: Int) throws -> Double {
    let hub = try PlayedHub(content: content)
    let author = hub.watch()
    for _ in 0..<watchers { _ = hub.watch() }
    let rounds = lines[...].evenSlices(5)
    let times = rounds.map { round in
      nanoseconds { for line in round { hub.play(line, from: author) } } / Double(round.count)
    }
    return times.median
  }

  /// A subscribed blocking client, with up to 64 moves in flight and with one.
  func socket() throws -> (pipelined: Double, single: Double) {
    let server = try ServerProcess(
      .board(
        .init(items: content.reduce(0) { $0 + $1.items.count }, sections: content.count)))
    let client = PlainSocket(port: server.address.port)
    client.exchange([Request.open(since: 0).bytes], inFlight: 1)
    let single = lines.count / 5
    let one = nanoseconds { client.exchange(lines[..<single], inFlight: 1) }
    let many = nanoseconds { client.exchange(lines[single...], inFlight: 64) }
    return (many / Double(lines.count - single), one / Double(single))
  }
}
