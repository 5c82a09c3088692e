/// Clients that do not read cost constant memory, harm nobody, and get one batch or one snapshot for what they missed.
enum BlockedScenario {
  static func run(_ size: LoadSize, _ site: LoadSite) throws -> LoadReport {
    var report = LoadReport()
    let server = try site.start()
    let crowd = try LoadCrowd(server)
    defer { crowd.close() }
    let sleeperCount = max(1, size.watchers / 10)
    try crowd.watch(size.watchers - sleeperCount, measuring: max(1, size.watchers / 20))
    try crowd.watch(sleeperCount, receiveBuffer: 4_096)
    let sleepers = Array(crowd.watchers.suffix(sleeperCount))
    report.note("watchers", "\(size.watchers), of which \(sleeperCount) stop reading")
    report.note("changes", "\(size.rate) a second for \(size.time)")

    try crowd.edit(size.rate, for: size.time / 6)
    try crowd.settle()
    crowd.delays.removeAll()
    try crowd.edit(size.rate, for: size.time / 3)
    let calm = crowd.delays
    try crowd.settle()
    let memory = server.residentBytes

    for sleeper in sleepers { sleeper.stopReading() }
    crowd.delays.removeAll()
    try crowd.edit(size.rate, for: size.time / 2)
    let busy = crowd.delays
    try crowd.settle(Array(crowd.watchers.dropLast(sleeperCount)))
    let growth = Double(server.residentBytes - memory) / 1_048_576
    report.expect(
      "more memory while they do not read", growth, atMost: Double(sleeperCount) / 16, "MiB", size)
    report.note("p99 of all others before", "\(calm.percentile(99).short) ms")
    report.expect(
      "p99 of all others meanwhile", busy.percentile(99),
      atMost: 1.2 * calm.percentile(99) + 5, "ms", size)
    try wake(sleepers, crowd, &report)
    return report
  }

  private static func wake(
    _ sleepers: [LoadClient], _ crowd: LoadCrowd, _ report: inout LoadReport
  ) throws {
    let missed = sleepers.map { crowd.head - $0.revision }
    for sleeper in sleepers {
      sleeper.restartCounting()
      sleeper.goOnReading()
    }
    try crowd.settle()
    report.note("revisions that they missed", missed.max() ?? 0)
    report.note("batches that they get then", sleepers.map(\.updates).max() ?? 0)
    let steps = zip(sleepers, missed).map { Double($0.longestStep) / Double(max(1, $1)) }
    report.note(
      "of what they missed, in one batch", "\((100 * (steps.min() ?? 0)).short) % or more")
    report.expect(
      "snapshots that they get then", sleepers.map { $0.snapshots - 1 }.max() ?? 0,
      "one if it is shorter than the batch", sleepers.allSatisfy { $0.snapshots <= 2 })
  }
}
