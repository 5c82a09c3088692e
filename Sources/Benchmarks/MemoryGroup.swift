import BoardHub
import Libuv

extension Group {
  static let memory = Group(
    name: "memory", summary: "what an idle watcher costs, and how fast they come"
  ) { scale in
    var table = Table(
      "idle watchers", "resident KB", "KB/watcher", "arrivals/s", "server CPU µs/arrival")
    // Both ends of a connection are in this process.
    let most = (ProcessSetup.descriptorLimit - 200) / 2
    let steps = scale.pick([1_000, 5_000, 10_000], quick: [1_000]).map { min($0, most) }
    let server = try ServerThread(
      cadence: .automatic, content: SampleBoard.content(items: 20, sections: 2))
    defer { server.stop() }
    var audience = server.arrivals(10)
    let memory = Machine.residentBytes
    for step in steps where step > audience.count {
      let count = step - audience.count
      let before = server.usage
      let time = nanoseconds { audience += server.arrivals(count) }
      let usage = server.usage - before
      table.add(
        step.text, (Machine.residentBytes / 1_024).text,
        (Double(Machine.residentBytes - memory) / 1_024 / Double(step)).text,
        (Double(count) / time * 1e9).text,
        (usage.processor.nanoseconds / 1_000 / Double(count)).text)
    }
    withExtendedLifetime(audience) { table.show() }
  }
}

extension ServerThread {
  /// Opens the board on so many new connections, and returns when all have it.
  fileprivate func arrivals(_ count: Int) -> [PlainSocket] {
    let sockets = (0..<count).map { _ in
      let socket = PlainSocket(port: address.port)
      socket.write("open \(SampleBoard.name)\nping here\n")
      return socket
    }
    for socket in sockets { socket.read(untilEnding: "pong here\n") }
    return sockets
  }
}
