import BoardDelivery
import Glibc

extension Group {
  static let webSocket = Group(
    name: "websocket", summary: "drops in a row to large audiences over WebSockets, beside TCP"
  ) { scale in
    var table = Table(
      "watchers", "in flight", "transport", "drops/s", "deliveries/s", "CPU µs/delivery",
      "/ TCP (goal ≤ 1.1)", "/ peer (goal ≤ 0.5)", "bytes/delivery", "deliveries/write")
    for watchers in scale.pick([100, 1_000, 5_000], quick: [100]) {
      for inFlight in [1, 64] {
        try WebSocketBench(watchers: watchers, inFlight: inFlight).measure(
          rounds: scale.pick(7, quick: 3),
          of: scale.pick(.milliseconds(300), quick: .milliseconds(100)), into: &table)
      }
    }
    table.show()
    try IdleBench.measureWeb(scale)
  }
}

/// Our server with the same number of subscribers over TCP and over WebSockets; and, if the variable PEER
/// has a command such as that of `Peers/uwebsockets.py`, a program that only sends as many bytes to as many
/// WebSockets.
private struct WebSocketBench {
  private let watchers: Int
  private let inFlight: Int
  private let contenders: [(name: String, contender: Contender)]

  init(watchers: Int, inFlight: Int) throws {
    self.watchers = watchers
    self.inFlight = inFlight
    let web = try Contender.oursOnWeb(.fixed(.zero), watchers: watchers)
    var contenders = [
      ("TCP", try Contender.ours(.fixed(.zero), watchers: watchers)), ("WebSocket", web),
    ]
    if let command = getenv("PEER") {
      let trial = web.dropInARow(inFlight: inFlight, for: .milliseconds(100))
      let bytes = Int(trial.bytes / trial.drops / Double(watchers) + 0.5)
      let peer = try Contender.webPeer(
        String(cString: command), payloadBytes: max(8, bytes - 2), watchers: watchers)
      contenders.append(("peer", peer))
    }
    self.contenders = contenders
  }

  /// Interleaved, so that other load on the machine affects both alike.
  func measure(rounds: Int, of time: Duration, into table: inout Table) {
    var runs: [[Contender.Run]] = []
    for _ in 0..<rounds {
      runs.append(contenders.map { $0.contender.dropInARow(inFlight: inFlight, for: time) })
    }
    for (index, (name, _)) in contenders.enumerated() {
      let peer = runs.map { $0.count > 2 ? $0[2] : nil }
      add(name, runs.map { $0[index] }, tcp: runs.map { $0[0] }, peer: peer, to: &table)
    }
  }

  private func add(
    _ name: String, _ runs: [Contender.Run], tcp: [Contender.Run], peer: [Contender.Run?],
    to table: inout Table
  ) {
    let audience = Double(watchers)
    func cost(_ run: Contender.Run) -> Double { run.processorMicroseconds / run.drops / audience }
    func median(_ value: (Contender.Run) -> Double) -> String { runs.map(value).median.text }
    table.add(
      watchers.text, inFlight.text, name, median(\.dropRate), median { $0.dropRate * audience },
      median(cost), zip(runs, tcp).map { cost($0) / cost($1) }.median.text,
      peer[0] == nil
        ? "" : zip(runs, peer.compactMap(\.self)).map { cost($0) / cost($1) }.median.text,
      median { $0.bytes / $0.drops / audience },
      median { $0.drops * audience / Double($0.usage.writes) })
  }
}
