import KillTrial
import LocalNodes

/// The same board and watchers with one server and with several: what each of them does for a delivered batch.
enum NodesScenario {
  static func run(_ size: LoadSize, _ site: LoadSite, store: String?) throws -> LoadReport {
    guard let store else { throw LoadFault("DROPLINE_STORE names no database") }
    var report = LoadReport()
    report.note("watchers", "\(size.watchers)")
    report.note("changes", "\(size.rate) a second for \(size.time), by a client of the owner")
    let server = try site.start()
    let direct = try measure([server], "a directory", size, &report)
    for count in 1...3 {
      for crowd in count == 1 ? [Crowd.atTheLast] : [.atTheLast, .everywhere] {
        let nodes = try site.startNodes(count, store: store)
        let name = "a database, \(count) node\(count == 1 ? "" : "s"), \(crowd.rawValue)"
        let figures = try measure(nodes.map(\.server), name, at: crowd, size, &report)
        guard count > 1 else { continue }
        report.expect(
          "p99 with \(count) nodes, \(crowd.rawValue)", figures.delay,
          atMost: 2 * direct.delay + 10, "ms", size)
        report.expect(
          "memory of a watcher, \(crowd.rawValue)", figures.memory, atMost: 16, "KiB", size)
      }
    }
    return report
  }

  /// Where the watchers are.
  private enum Crowd: String {
    case atTheLast = "all at the last"
    case everywhere = "at all nodes"
  }

  private struct Figures {
    /// p99 in milliseconds, at watchers of the last node.
    var delay = 0.0
    /// Of all nodes together, for a watcher, in KiB.
    var memory = 0.0
  }

  /// - Parameter servers: The owner, and the nodes that follow.
  private static func measure(
    _ servers: [LocalServer], _ name: String, at place: Crowd = .atTheLast, _ size: LoadSize,
    _ report: inout LoadReport
  ) throws -> Figures {
    let last = servers[servers.count - 1]
    let crowd = try LoadCrowd(last, author: servers[0])
    defer { crowd.close() }
    let memory = servers.map(\.residentBytes)
    let counts = try watch(crowd, size.watchers, servers, place)
    let growth = zip(servers, memory).map { Double($0.residentBytes - $1) / 1_024 }
    try crowd.edit(size.rate, for: size.time / 4)
    try crowd.settle()
    crowd.delays.removeAll()
    let before = servers.map(\.processorTime)
    for watcher in crowd.watchers { watcher.restartCounting() }
    try crowd.edit(size.rate, for: size.time)
    try crowd.settle()
    let times = zip(servers, before).map { ($0.processorTime - $1) / .microseconds(1) }
    let batches = Double(max(1, crowd.watchers.reduce(0) { $0 + $1.updates }))
    let delays = (crowd.delays.percentile(50), crowd.delays.percentile(99))
    let most = try crowd.edit(100 * size.rate, for: size.time / 4)
    try crowd.settle()
    let nodes = zip(counts, zip(times, growth)).map { count, figures in
      let time = (figures.0 / batches).short
      return "\(time) µs and \((figures.1 / Double(size.watchers)).short) KiB (\(count) watchers)"
    }
    report.note(
      name,
      "p50 \(delays.0.short) ms, p99 \(delays.1.short) ms, at most \(Int(most)) changes a second; "
        + "for a batch and for a watcher of all: " + nodes.joined(separator: ", "))
    return Figures(delay: delays.1, memory: growth.reduce(0, +) / Double(size.watchers))
  }

  /// Connects the watchers, and measures a twentieth of them, at the last node.
  ///
  /// - Returns: The number at each node.
  private static func watch(
    _ crowd: LoadCrowd, _ count: Int, _ servers: [LocalServer], _ place: Crowd
  ) throws -> [Int] {
    let share = place == .everywhere ? count / servers.count : 0
    let counts = servers.indices.map { index in
      index < servers.count - 1 ? share : count - share * (servers.count - 1)
    }
    for (server, count) in zip(servers, counts) where count > 0 {
      try crowd.watch(
        count, at: server, measuring: server === servers.last ? max(1, count / 20) : 0)
    }
    return counts
  }
}
