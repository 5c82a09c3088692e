import Glibc

extension Group {
  /// `ATTACK=TEXT` measures only those with TEXT in their names.
  static let bystander = Group(
    name: "bystander", summary: "the server's work in front of the pings of one client"
  ) { scale in
    var table = Table(
      "what others send", "connections", "bytes", "pings", "work ms", "goal", "without hub ms",
      "of all threads ms",
      "wait p99 ms", "longest ms", "others answered after ms", "server grew KB")
    let filter = getenv("ATTACK").map { String(cString: $0) } ?? ""
    var missed: [String] = []
    for attack in BystanderAttack.all(scale) where attack.name.contains(filter) || filter.isEmpty {
      let bench = try BystanderBench(attack, least: scale.pick(1, quick: 0.05))
      let result = try bench.measure()
      let isMet = attack.isMet(by: result)
      if !isMet { missed.append(attack.name) }
      table.add(
        attack.name, bench.connections.text, bench.bytes.text, result.waits.count.text,
        result.loop.text, isMet ? "met" : "MISSED", try attack.floor(scale),
        attack.isStored ? result.all.text : "-",
        result.waits.quantile(0.99).text, (result.waits.max() ?? 0).text,
        (result.answered.nanoseconds / 1e6).text, (result.grown / 1_024).text)
    }
    table.show()
    guard !missed.isEmpty else { return }
    print(
      "\n  above the goal of \(BystanderAttack.most.text) ms: \(missed.joined(separator: "; "))")
    exit(1)
  }
}

extension BystanderAttack {
  /// The goal in ms.
  fileprivate static let most = 10.0

  /// The same work of a server that only sends back what it reads.
  fileprivate func floor(_ scale: Scale) throws -> String {
    guard hasFloor else { return "-" }
    let bench = try BystanderBench(self, least: scale.pick(1, quick: 0.05), isFloor: true)
    return try bench.measure().loop.text
  }

  fileprivate func isMet(by result: BystanderBench.Measurement) -> Bool {
    switch goal {
    case .ofLoop: result.loop <= Self.most
    case .ofAllThreads: result.all <= Self.most
    }
  }
}
