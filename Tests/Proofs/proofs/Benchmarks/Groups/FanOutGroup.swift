import BoardDelivery

extension Group {
  static let fanOut = Group(
    name: "fanout", summary: "drops in a row to large audiences, beside a broadcaster in C"
  ) { scale in
    var table = Table(
      "watchers", "in flight", "server", "drops/s", "deliveries/s", "/ C",
      "deliveries/CPU s", "/ C", "MB/s", "bytes/delivery", "deliveries/write", "CPU µs/write",
      "/ C (goal ≤ 1.25)", "but commands / C")
    let command = try FanOutBench.microsecondsPerDrop()
    for watchers in scale.pick([100, 1_000, 5_000], quick: [100]) {
      for inFlight in [1, 64] {
        let bench = try FanOutBench(watchers: watchers, inFlight: inFlight)
        bench.measure(
          rounds: scale.pick(5, quick: 3),
          of: scale.pick(.milliseconds(250), quick: .milliseconds(100)), command: command,
          into: &table)
      }
    }
    table.show()
    print("  Commands: the \(command.text) µs that a drop takes by itself are not counted.")
  }
}

/// The broadcaster, and our server with two cadences, with the same number of subscribers.
private struct FanOutBench {
  private let watchers: Int
  private let inFlight: Int
  private let contenders: [(name: String, contender: Contender)]

  init(watchers: Int, inFlight: Int) throws {
    self.watchers = watchers
    self.inFlight = inFlight
    let prompt = try Contender.ours(.fixed(.zero), watchers: watchers)
    // The broadcaster sends as many bytes per drop as our server.
    let trial = prompt.dropInARow(inFlight: inFlight, for: .milliseconds(100))
    let bytes = Int(trial.bytes / trial.drops / Double(watchers) + 0.5)
    contenders = [
      ("C", try .floor(payloadBytes: bytes, watchers: watchers)),
      ("window 0", prompt),
      ("window auto", try .ours(.automatic, watchers: watchers)),
    ]
  }

  /// The CPU time of a drop (three commands) with almost no subscribers.
  static func microsecondsPerDrop() throws -> Double {
    let contender = try Contender.ours(.fixed(.zero), watchers: 1)
    _ = contender.dropInARow(inFlight: 64, for: .milliseconds(100))
    let run = contender.dropInARow(inFlight: 64, for: .milliseconds(300))
    return run.processorMicroseconds / run.drops
  }

  /// Interleaved, so that other load on the machine affects all alike.
  func measure(rounds: Int, of time: Duration, command: Double, into table: inout Table) {
    var runs: [[Contender.Run]] = []
    for _ in 0..<rounds {
      runs.append(contenders.map { $0.contender.dropInARow(inFlight: inFlight, for: time) })
    }
    for (index, (name, _)) in contenders.enumerated() {
      add(
        name, runs.map { $0[index] }, floor: runs.map { $0[0] },
        command: index == 0 ? 0 : command, to: &table)
    }
  }

  private func add(
    _ name: String, _ runs: [Contender.Run], floor: [Contender.Run], command: Double,
    to table: inout Table
  ) {
    let sending = zip(runs, floor).map { run, floor in
      (run.processorMicroseconds - run.drops * command) / Double(run.usage.writes)
        / floor.microsecondsPerWrite
    }
    let audience = Double(watchers)
    func median(_ value: (Contender.Run) -> Double) -> String { runs.map(value).median.text }
    func ratio(_ value: (Contender.Run) -> Double) -> String {
      zip(runs, floor).map { value($0) / value($1) }.median.text
    }
    table.add(
      watchers.text, inFlight.text, name, median(\.dropRate), median { $0.dropRate * audience },
      ratio(\.dropRate), median { $0.drops * audience / $0.processorMicroseconds * 1e6 },
      ratio { $0.drops / $0.processorMicroseconds }, median { $0.bytes / $0.seconds / 1e6 },
      median { $0.bytes / $0.drops / audience },
      median { $0.drops * audience / Double($0.usage.writes) }, median(\.microsecondsPerWrite),
      ratio(\.microsecondsPerWrite), sending.median.text)
  }
}
