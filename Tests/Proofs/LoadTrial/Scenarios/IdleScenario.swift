/// Watchers of a board on which nothing happens cost little memory and no time.
enum IdleScenario {
  static func run(_ size: LoadSize, _ site: LoadSite) throws -> LoadReport {
    var report = LoadReport()
    let server = try site.start()
    let crowd = try LoadCrowd(server)
    defer { crowd.close() }
    try crowd.watch(1)
    let memory = server.residentBytes
    try crowd.watch(size.watchers)
    report.note("watchers", size.watchers)
    let more = Double(server.residentBytes - memory) / Double(size.watchers) / 1_024
    report.expect("memory of a watcher", more, atMost: 16, "KiB", size)
    let begun = server.processorTime
    try crowd.run(for: size.time)
    let share = 100 * ((server.processorTime - begun) / size.time)
    report.expect("time of one core while idle", share, atMost: 2, "%", size)
    try crowd.edit(20, for: min(size.time, .seconds(2)))
    try crowd.settle()
    report.expect("watchers with the last change", crowd.watchers.count, "all", true)
    return report
  }
}
