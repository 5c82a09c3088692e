import BoardDelivery
import BoardHub
import BoardModel
import BoardWire

extension Group {
  static let counts = Group(
    name: "counts",
    summary:
      "`open BOARD content=counts` and the first 60 rows, against the whole of a board; the copy of such a client"
  ) { scale in
    let items = scale.pick(1_000_000, quick: 10_000)
    try CountsBench.measureOpenings(items: items)
    try CountsBench.measureBystander(items: items)
    try CountsBench.measureFanOut(watchers: scale.pick(1_000, quick: 100))
    CountingReplicaBench.measure(items: items, scrolls: scale.pick(1_000_000, quick: 10_000))
  }
}

/// Watchers of a board in an in-memory hub, of which some count.
private final class CountsBench {
  private let hub: PlayedHub
  private let author: ConnectionID
  private var time = 0

  init(items: Int, sections: Int) throws {
    hub = try PlayedHub(content: SampleBoard.content(items: items, sections: sections))
    author = hub.connect()
  }

  private static func open(_ content: WatchedContent?) -> Request {
    .board(.open(.init(SampleBoard.name, content: content)))
  }

  /// Changes a board, so that nothing that was encoded is used again.
  private func change() {
    time += 1
    // Not an insert: the board may have as many items as there may be.
    let request = Request.edit(
      .edit(.init(.path([0, 0], revision: nil), text: Text("\(time)"), on: SampleBoard.name)))
    hub.play([request].bytes, from: author)
  }

  /// The bytes that a new client is sent for these commands, and the milliseconds that the server takes for them.
  private func measure(_ requests: [Request]) -> (bytes: Int, time: Double) {
    var times: [Double] = []
    var bytes = 0
    for _ in 0..<5 {
      change()
      let client = hub.connect()
      hub.sent = PlayedHub.Tally()
      times.append(nanoseconds { hub.play(requests.bytes, from: client) } / 1e6)
      bytes = hub.sent.bytesToSpeaker
      hub.disconnect(client)
    }
    return (bytes, times.median)
  }

  static func measureOpenings(items: Int) throws {
    var table = Table("items", "sections", "what", "bytes", "ms", "goal")
    let rows = Request.board(
      .rows(.init(.index([0, 0], revision: nil), count: 60, on: SampleBoard.name)))
    for sections in [1, 10, 100] {
      let bench = try CountsBench(items: items, sections: sections)
      let counts = bench.measure([open(.counts), rows])
      let whole = bench.measure([open(nil)])
      table.add(
        items.text, sections.text, "counts, 60 rows", counts.bytes.text, counts.time.text,
        "≤ 8,192 B, ≤ 0.3 ms")
      table.add(items.text, sections.text, "all", whole.bytes.text, whole.time.text, "-")
    }
    table.show()
  }

  /// The longest work in front of a ping while clients open all of a board.
  static func measureBystander(items: Int) throws {
    var table = Table("items", "opened whole on connections", "pings", "work ms", "goal")
    let attack = BystanderAttack.openings(8, items: items)
    let result = try BystanderBench(attack, least: 1).measure()
    table.add(
      items.text, attack.others.count.text, result.waits.count.text, result.loop.text, "≤ 10 ms")
    table.show()
  }

  /// Sends batches to watchers of whom none, half or all count.
  static func measureFanOut(watchers: Int) throws {
    var table = Table("watchers", "that count", "ns/batch/watcher", "bytes/batch/watcher")
    for counting in [0, watchers / 2, watchers] {
      let bench = try CountsBench(items: 1_000, sections: 2)
      for index in 0..<watchers {
        let client = bench.hub.connect()
        // Every other one, as long as there are any: at each watcher it is another one than before.
        let counts = counting == watchers || index % 2 == 1 && index / 2 < counting
        bench.hub.play([open(counts ? .counts : nil)].bytes, from: client)
      }
      let (time, bytes) = bench.measureBatches(100)
      table.add(
        watchers.text, counting.text, (time / Double(watchers)).text,
        (bytes / Double(watchers)).text)
    }
    table.show()
  }

  /// The nanoseconds and bytes of a batch.
  private func measureBatches(_ count: Int) -> (time: Double, bytes: Double) {
    for _ in 0..<10 { change() }
    var times: [Double] = []
    hub.sent = PlayedHub.Tally()
    for _ in 0..<5 {
      times.append(nanoseconds { for _ in 0..<count { change() } } / Double(count))
    }
    let bytes = hub.sent.bytes - hub.sent.bytesToSpeaker
    return (times.median, Double(bytes) / Double(5 * count))
  }
}
