import BoardHub

extension Group {
  static let latency = Group(
    name: "latency", summary: "from a drop to the batch at the watchers, beside a broadcaster in C"
  ) { scale in
    var rest = Table(
      "drops at rest: watchers", "server", "drops", "reply p50 µs", "first p50 µs",
      "last p50 µs", "/ C (goal ≤ 1.15)", "last p99 µs", "/ C")
    var load = Table(
      "500 drops/s: watchers", "server", "deliveries", "p50 µs", "/ C", "p99 µs", "/ C",
      "server cores")
    for watchers in scale.pick([1, 100, 1_000], quick: [1, 100]) {
      let bench = try LatencyBench(watchers: watchers)
      bench.dropAtRest(scale.pick(80, quick: 15), into: &rest)
      try bench.dropSteadily(
        rounds: scale.pick(2, quick: 1), of: scale.pick(.seconds(1), quick: .milliseconds(300)),
        into: &load)
    }
    rest.show()
    load.show()
    try InterruptionBench.measure(
      watchers: scale.pick(1_000, quick: 100), drops: scale.pick(100, quick: 15))
  }
}

/// The broadcaster and our server with two cadences, before audiences of the same size.
private struct LatencyBench {
  private static let dropsPerSecond = 500

  private let watchers: Int
  private let contenders: [(name: String, contender: Contender)]

  init(watchers: Int) throws {
    self.watchers = watchers
    // `batch`, `move` and `drag` lines, as long as the numbers in them make them here.
    contenders = [
      ("C", try .floor(payloadBytes: 60, watchers: watchers)),
      ("window 0", try .ours(.fixed(.zero), watchers: watchers)),
      ("window auto", try .ours(.automatic, watchers: watchers)),
    ]
  }

  /// When the performer had its answer, and the first and the last watcher the batch; in µs.
  private struct Drop {
    var reply = 0.0
    var first = 0.0
    var last = 0.0
  }

  /// Each drop begins when all have seen where the item hovers, and ends when all have the batch.
  func dropAtRest(_ count: Int, into table: inout Table) {
    var drops: [[Drop]] = []
    for _ in 0..<count { drops.append(contenders.map { dropOnce($0.contender) }) }
    let floor = drops.map { $0[0].last }
    for (index, (name, _)) in contenders.enumerated() {
      let own = drops.map { $0[index] }
      let last = own.map(\.last)
      table.add(
        watchers.text, name, count.text, own.map(\.reply).median.text,
        own.map(\.first).median.text, last.median.text, (last.median / floor.median).text,
        last.quantile(0.99).text, (last.quantile(0.99) / floor.quantile(0.99)).text)
    }
  }

  private func dropOnce(_ contender: Contender) -> Drop {
    contender.hover()
    // A hand rests before it lets go. By then the window after the hovering is over, and the
    // caches are cold, which costs a lone drop more than anything the server does.
    contender.room.rest(.milliseconds(20))
    var reply: ContinuousClock.Instant?
    var first: ContinuousClock.Instant?
    contender.room.onUpdate = { _, _ in if first == nil { first = .now } }
    contender.room.driver.onReply = { _ in reply = .now }
    let start = ContinuousClock.now
    contender.drop()
    let last = contender.wait()
    contender.room.onUpdate = nil
    contender.room.driver.onReply = nil
    func since(_ end: ContinuousClock.Instant?) -> Double {
      end.map { ($0 - start).nanoseconds / 1_000 } ?? .nan
    }
    return Drop(reply: since(reply), first: since(first), last: since(last))
  }

  /// So many drops in a second whether or not the last ones have come.
  func dropSteadily(rounds: Int, of time: Duration, into table: inout Table) throws {
    var delays = contenders.map { _ in [Double]() }
    var cores = contenders.map { _ in [Double]() }
    for _ in 0..<rounds {
      for (index, (_, contender)) in contenders.enumerated() {
        let before = contender.server.usage
        delays[index] += try delaysOfDrops(of: contender, for: time)
        let usage = contender.server.usage - before
        cores[index].append(usage.processor / time)
      }
    }
    let middles = delays.map { $0.quantiles([0.5, 0.99]) }
    for (index, (name, _)) in contenders.enumerated() {
      let own = middles[index]
      table.add(
        watchers.text, name, delays[index].count.text, own[0].text,
        (own[0] / middles[0][0]).text, own[1].text, (own[1] / middles[0][1]).text,
        cores[index].median.text)
    }
  }

  /// How long each drop took to each of the audience, from when it was due; in µs.
  private func delaysOfDrops(of contender: Contender, for time: Duration) throws -> [Double] {
    let (first, start) = (contender.goal, ContinuousClock.now)
    let interval = Duration.seconds(1) / Self.dropsPerSecond
    var delays: [Double] = []
    contender.room.onUpdate = { last, next in
      let since = (ContinuousClock.now - start).nanoseconds
      for drop in max(last, first)..<max(next, first) {
        delays.append((since - interval.nanoseconds * Double(drop - first)) / 1_000)
      }
    }
    try contender.room.tick(for: time) {
      let due = Int((ContinuousClock.now - start) / interval) + 1
      if due > contender.goal - first { contender.ask(due - (contender.goal - first)) }
    }
    contender.wait()
    contender.room.onUpdate = nil
    return delays
  }
}

/// A command of somebody who has nothing to do with the board, while a batch goes out.
private enum InterruptionBench {
  static func measure(watchers: Int, drops: Int) throws {
    let contender = try Contender.ours(.automatic, watchers: watchers)
    let stranger = try contender.room.stranger()
    var flushes: [Double] = []
    var replies: [Double] = []
    for _ in 0..<drops {
      let result = interrupt(contender, stranger)
      flushes.append(result.flush)
      replies.append(result.reply)
    }
    var table = Table(
      "a ping while a batch goes out: watchers", "drops", "flush p50 µs", "reply p50 µs",
      "/ flush (goal ≤ 1)", "reply p99 µs", "/ flush p99", "longest reply / its flush")
    table.add(
      watchers.text, drops.text, flushes.median.text, replies.median.text,
      (replies.median / flushes.median).text, replies.quantile(0.99).text,
      (replies.quantile(0.99) / flushes.quantile(0.99)).text,
      (zip(replies, flushes).map { $0 / $1 }.max() ?? 0).text)
    table.show()
  }

  /// Drops, and asks as soon as the first watcher has the batch; in µs.
  private static func interrupt(
    _ contender: Contender, _ stranger: Guest
  ) -> (flush: Double, reply: Double) {
    contender.hover()
    contender.room.rest(.milliseconds(20))
    var asked: ContinuousClock.Instant?
    var answered: ContinuousClock.Instant?
    contender.room.onUpdate = { _, _ in
      if asked != nil { return }
      asked = .now
      stranger.send(Array("ping here\n".utf8))
    }
    stranger.onReply = { _ in answered = .now }
    let start = ContinuousClock.now
    contender.drop()
    let end = contender.wait()
    contender.room.onUpdate = nil
    while answered == nil { contender.room.rest(.milliseconds(1)) }
    stranger.onReply = nil
    let reply = asked.flatMap { asked in answered.map { $0 - asked } } ?? .zero
    return ((end - start).nanoseconds / 1_000, reply.nanoseconds / 1_000)
  }
}
