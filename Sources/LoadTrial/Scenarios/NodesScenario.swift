import KillTrial

/// The same board and watchers with one server and with several: what each of them does for a delivered batch.
enum NodesScenario {
  static func run(_ size: LoadSize, _ site: LoadSite, store: String?) throws -> LoadReport {
    guard let store else { throw LoadFault("DROPLINE_STORE names no database") }
    var report = LoadReport()
    report.note("watchers", "\(size.watchers), all at the last node")
    report.note("changes", "\(size.rate) a second for \(size.time), by a client of the owner")
    let server = try site.start()
    let direct = try measure([server], "a directory", size, &report)
    for count in 1...3 {
      let nodes = try site.startNodes(count, store: store)
      let figures = try measure(
        nodes.map(\.server), "a database, \(count) node\(count == 1 ? "" : "s")", size, &report)
      guard count > 1 else { continue }
      report.expect(
        "p99 with \(count) nodes", figures.delay, atMost: 2 * direct.delay + 10, "ms", size)
      report.expect(
        "memory of a watcher at its node", figures.memory, atMost: 16, "KiB", size)
    }
    return report
  }

  private struct Figures {
    /// p99 in milliseconds.
    var delay = 0.0
    /// At the node of the watchers, in KiB.
    var memory = 0.0
  }

  /// - Parameter servers: The owner, and the nodes that follow.
  private static func measure(
    _ servers: [TrialServer], _ name: String, _ size: LoadSize, _ report: inout LoadReport
  ) throws -> Figures {
    let (owner, last) = (servers[0], servers[servers.count - 1])
    let crowd = try LoadCrowd(last, author: owner)
    defer { crowd.close() }
    let memory = last.residentBytes
    try crowd.watch(size.watchers, measuring: max(1, size.watchers / 20))
    var figures = Figures()
    figures.memory = Double(last.residentBytes - memory) / Double(size.watchers) / 1_024
    try crowd.edit(size.rate, for: size.time / 4)
    try crowd.settle()
    crowd.delays.removeAll()
    let before = servers.map(\.processorTime)
    for watcher in crowd.watchers { watcher.restartCounting() }
    try crowd.edit(size.rate, for: size.time)
    try crowd.settle()
    let times = zip(servers, before).map { ($0.processorTime - $1) / .microseconds(1) }
    let batches = Double(max(1, crowd.watchers.reduce(0) { $0 + $1.updates }))
    figures.delay = crowd.delays.percentile(99)
    let most = try crowd.edit(100 * size.rate, for: size.time / 4)
    try crowd.settle()
    report.note(
      name,
      "p50 \(crowd.delays.percentile(50).short) ms, p99 \(figures.delay.short) ms, "
        + "owner \((times[0] / batches).short) µs a batch, "
        + (servers.count > 1 ? "last node \((times[times.count - 1] / batches).short) µs, " : "")
        + "\(figures.memory.short) KiB a watcher, at most \(Int(most)) changes a second")
    return figures
  }
}
