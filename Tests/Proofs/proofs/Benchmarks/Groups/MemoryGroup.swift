import BoardHub
import BoardModel
import BoardWire
import Net

extension Group {
  static let memory = Group(
    name: "memory", summary: "what items and idle watchers cost, and how fast watchers come"
  ) { scale in
    try StateBench.measure(scale)
    try IdleBench.measure(scale)
  }
}

/// Idle subscribers of a small board, and idle connections to the broadcaster.
final class IdleBench {
  private static let payloadBytes = 60

  static func measure(_ scale: Scale) throws {
    var table = Table(
      "idle watchers", "server", "resident MB (goal ≤ 24)", "KB/watcher",
      "over C KB (goal ≤ 1)", "arrivals/s", "server CPU µs/arrival")
    // The broadcaster's connections close first: there are not enough descriptors for both.
    let floor = try IdleBench(.floor(payloadBytes: payloadBytes)).measure(steps(scale))
    let ours = try IdleBench(.board(.init(items: 20, sections: 2)))
      .measure(steps(scale))
    for (own, least) in zip(ours, floor) {
      least.add(to: &table, name: "C", over: least)
      own.add(to: &table, name: "ours", over: least)
    }
    table.show()
  }

  /// The same over WebSockets, beside TCP.
  static func measureWeb(_ scale: Scale) throws {
    var table = Table(
      "idle watchers", "transport", "resident MB", "KB/watcher (goal ≤ 8)", "over TCP KB",
      "arrivals/s", "server CPU µs/arrival")
    let tcp = try IdleBench(.board(.init(items: 20, sections: 2)))
      .measure(steps(scale))
    let web = try IdleBench(.board(.init(items: 20, sections: 2, isOnWeb: true)))
      .measure(steps(scale))
    for (own, least) in zip(web, tcp) {
      least.add(to: &table, name: "TCP", over: least)
      own.add(to: &table, name: "WebSocket", over: least)
    }
    table.show()
  }

  private static func steps(_ scale: Scale) -> [Int] {
    let most = ProcessSetup.descriptorLimit - 200
    return scale.pick([1_000, 5_000, 10_000], quick: [1_000]).map { min($0, most) }
  }

  private let server: ServerProcess
  private let opening: [UInt8]
  private let answer: String
  private var audience: [PlainSocket] = []

  init(_ role: ServerProcess.Role) throws {
    server = try ServerProcess(role)
    if case .floor = role {
      (opening, answer) = ([], "x\n")
    } else {
      let lines = [Request.open(), .connection(.ping(.init("here")))].bytes
      opening =
        server.isFramed
        ? ClientFrames.handshake(port: server.address.port) + ClientFrames.message(lines) : lines
      answer = "pong here\n"
    }
  }

  private struct Step {
    let watchers: Int
    let residentBytes: Int
    let kilobytes: Double
    let rate: Double
    let processor: Double

    func add(to table: inout Table, name: String, over least: Step) {
      table.add(
        watchers.text, name, (Double(residentBytes) / 1_048_576).text, kilobytes.text,
        max(0, kilobytes - least.kilobytes).text, rate.text, processor.text)
    }
  }

  private func measure(_ steps: [Int]) -> [Step] {
    admit(10)
    let memory = server.residentBytes
    return steps.map { step in
      let count = step - audience.count
      let before = server.usage
      let time = nanoseconds { admit(count) }
      let usage = server.usage - before
      let resident = server.residentBytes
      return Step(
        watchers: step, residentBytes: resident,
        kilobytes: Double(resident - memory) / 1_024 / Double(step - 10),
        rate: Double(count) / time * 1e9,
        processor: usage.processor.nanoseconds / 1_000 / Double(count))
    }
  }

  /// Adds connections, and returns when all have their snapshot.
  private func admit(_ count: Int) {
    // Few connections at a time may be no WebSockets.
    let most = server.isFramed ? 50 : count
    for first in stride(from: 0, to: count, by: most) { admitAtOnce(min(most, count - first)) }
  }

  private func admitAtOnce(_ count: Int) {
    let sockets = (0..<count).map { _ in
      let socket = PlainSocket(port: server.address.port)
      if !opening.isEmpty { socket.write(opening) }
      return socket
    }
    for socket in sockets { socket.read(untilEnding: answer) }
    audience += sockets
  }
}
