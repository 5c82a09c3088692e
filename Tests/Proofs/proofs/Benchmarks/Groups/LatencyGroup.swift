import BoardDelivery

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
        rounds: scale.pick(5, quick: 1),
        of: scale.pick(.milliseconds(500), quick: .milliseconds(300)),
        into: &load)
    }
    rest.show()
    load.show()
    try InterruptionBench.measure(
      watchers: scale.pick(1_000, quick: 100), drops: scale.pick(100, quick: 15))
  }
}

/// The broadcaster, and our server with two cadences, with the same number of subscribers.
private struct LatencyBench {
  private static let dropsPerSecond = 500

  private let watchers: Int
  private let contenders: [(name: String, contender: Contender)]

  init(watchers: Int) throws {
    self.watchers = watchers
    // `batch`, `move` and `drag` lines of the lengths that occur here.
    contenders = [
      ("C", try .floor(payloadBytes: 64, watchers: watchers)),
      ("window 0", try .ours(.fixed(.zero), watchers: watchers)),
      ("window auto", try .ours(.automatic, watchers: watchers)),
    ]
  }

  /// The latencies of the author's reply, and of the first and the last subscriber's batch; in µs.
  private struct Drop {
    var reply = 0.0
    var first = 0.0
    var last = 0.0
  }

  /// Each drop begins when all have received the proposal, and ends when all have the batch.
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
    // A user pauses before the drop. By then the flush window is over and the caches are cold,
    // which costs a single drop more than the server's work.
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

  /// The result of a round of steady drops: quantiles of the delays in µs, and busy cores.
  private struct Steady {
    var deliveries = 0
    var middle = 0.0
    var late = 0.0
    var cores = 0.0
  }

  /// An open loop: a fixed rate of drops, independent of their completion; contenders interleaved.
  func dropSteadily(rounds: Int, of time: Duration, into table: inout Table) throws {
    var results: [[Steady]] = []
    for _ in 0..<rounds {
      results.append(try contenders.map { try dropSteadily($0.contender, for: time) })
    }
    for (index, (name, _)) in contenders.enumerated() {
      let own = results.map { $0[index] }
      func ratio(_ value: (Steady) -> Double) -> String {
        zip(own, results).map { value($0) / value($1[0]) }.median.text
      }
      table.add(
        watchers.text, name, own.reduce(0) { $0 + $1.deliveries }.text,
        own.map(\.middle).median.text,
        ratio(\.middle), own.map(\.late).median.text, ratio(\.late), own.map(\.cores).median.text)
    }
  }

  private func dropSteadily(_ contender: Contender, for time: Duration) throws -> Steady {
    let before = contender.server.usage
    let delays = try delaysOfDrops(of: contender, for: time)
    let usage = contender.server.usage - before
    let quantiles = delays.quantiles([0.5, 0.99])
    return Steady(
      deliveries: delays.count, middle: quantiles[0], late: quantiles[1],
      cores: usage.processor / time)
  }

  /// The delay of each drop to each subscriber, from its due time; in µs.
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
