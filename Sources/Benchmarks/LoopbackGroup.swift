import BoardCore
import BoardHub

extension Group {
  static let loopback = Group(
    name: "loopback", summary: "a real server and real sockets: from a drop to the last watcher"
  ) { scale in
    var closed = Table(
      "one drop at a time", "watchers", "drops", "reply p50 µs", "reply p99 µs", "last p50 µs",
      "last p99 µs", "bytes/watcher", "writes/watcher", "server CPU µs/batch")
    var pipelined = Table(
      "\(LoopbackBench.inFlight) drops in flight", "watchers", "drops", "drops/s",
      "drops×watchers/s", "bytes/drop/watcher", "drops/batch", "drops×watchers/write",
      "server CPU ns/drop/watcher", "server CPU µs/write")
    for (name, cadence) in [("window 0", Cadence.fixed(.zero)), ("window auto", .automatic)] {
      for watchers in scale.pick([1, 100, 1_000], quick: [1, 100]) {
        let bench = try LoopbackBench(watchers: watchers, cadence: cadence)
        defer { bench.stop() }
        bench.dropOneByOne(scale.pick(70, quick: 20), into: &closed, name: name)
        bench.dropInARow(
          for: scale.pick(.seconds(1), quick: .milliseconds(300)), into: &pipelined, name: name)
      }
    }
    closed.show()
    pipelined.show()
  }
}

/// A server, a driver that drops items, and an audience.
private final class LoopbackBench {
  /// The drops that a driver in a hurry has asked for and not yet heard of.
  static let inFlight = 64

  private let watchers: Int
  private let server: ServerThread
  private let room: Room
  private var drops = 0

  init(watchers: Int, cadence: Cadence) throws {
    self.watchers = watchers
    server = try ServerThread(
      cadence: cadence, content: SampleBoard.content(items: 400, sections: 2))
    room = try Room(audience: watchers, at: server.address)
  }

  func stop() {
    room.close()
    server.stop()
  }

  /// Each drop begins when all have seen where the item hovers, and ends when all have the batch.
  func dropOneByOne(_ count: Int, into table: inout Table, name: String) {
    var replies: [Double] = []
    var arrivals: [Double] = []
    var usage = ServerThread.Usage()
    var tally = Room.Tally()
    for _ in 0..<count {
      hover()
      let before = server.usage
      room.tally = Room.Tally()
      let times = drop()
      usage += server.usage - before
      tally.bytes += room.tally.bytes
      tally.batches += room.tally.batches
      replies.append(times.reply)
      arrivals.append(times.last)
    }
    let deliveries = Double(tally.batches)
    // The driver gets its batch and its reply in one write.
    let writes = Double(usage.writes - count)
    table.add(
      name, watchers.text, count.text, replies.median.text, replies.quantile(0.99).text,
      arrivals.median.text, arrivals.quantile(0.99).text, (Double(tally.bytes) / deliveries).text,
      (writes / deliveries).text,
      (usage.processor.nanoseconds / 1_000 / Double(tally.batches + count)).text)
  }

  private func hover() {
    let lines = Gesture.drag.lines(drops)[..<2].map { $0 + "\n" }.joined()
    let overs = drops + 1
    room.wait(sending: Array(lines.utf8)) { $0.overs >= overs }
    // A hand rests before it lets go. By then the window after the hovering is over, and the
    // caches are cold, which costs a lone drop more than anything the server does.
    room.rest(.milliseconds(20))
  }

  /// Drops and returns when the driver had its reply and the last watcher the batch, in µs.
  private func drop() -> (reply: Double, last: Double) {
    drops += 1
    let revision = drops
    var reply: ContinuousClock.Instant?
    room.driver.onReply = { _ in reply = .now }
    let start = ContinuousClock.now
    let last = room.wait(sending: Array("perform\n".utf8)) { $0.revision >= revision }
    room.driver.onReply = nil
    let answered = reply ?? last
    return ((answered - start).nanoseconds / 1_000, (last - start).nanoseconds / 1_000)
  }

  /// A driver that never waits, for a while, and then all who wait for the last batch.
  func dropInARow(for time: Duration, into table: inout Table, name: String) {
    let before = server.usage
    room.tally = Room.Tally()
    let first = drops
    let start = ContinuousClock.now
    drive(until: start + time)
    let total = drops
    let end = max(.now, room.wait { $0.revision >= total })
    let usage = server.usage - before
    let count = Double(drops - first)
    let deliveries = count * Double(watchers)
    let seconds = (end - start).nanoseconds / 1e9
    table.add(
      name, watchers.text, (drops - first).text, (count / seconds).text,
      (deliveries / seconds).text, (Double(room.tally.bytes) / deliveries).text,
      (deliveries / Double(room.tally.batches)).text, (deliveries / Double(usage.writes)).text,
      (usage.processor.nanoseconds / deliveries).text,
      (usage.processor.nanoseconds / 1_000 / Double(usage.writes)).text)
  }

  /// Keeps so many drops in flight until the time is over, and waits for the last reply.
  private func drive(until end: ContinuousClock.Instant) {
    var open = 0
    room.driver.onReply = { [self] line in
      guard line.begins(with: "ok perform ") else { return }
      open -= 1
      if open <= Self.inFlight / 2, .now < end {
        send(Self.inFlight - open)
        open = Self.inFlight
      }
      if open == 0 { room.stop() }
    }
    open = Self.inFlight
    send(open)
    room.run()
    room.driver.onReply = nil
  }

  private func send(_ count: Int) {
    room.driver.send(Gesture.drag.bytes(drops..<drops + count))
    drops += count
  }
}
