import Glibc
import KillTrial
import LocalNodes
import Net

/// A server that was killed, and all its watchers at once afterwards: each gets what it has missed.
enum StampedeScenario {
  static func run(_ size: LoadSize, _ site: LoadSite) throws -> LoadReport {
    var report = LoadReport()
    let server = try site.start()
    let crowd = try LoadCrowd(server)
    defer { crowd.close() }
    try crowd.watch(size.watchers)
    try crowd.edit(size.rate, for: size.time / 2)
    try crowd.settle()
    let memory = server.residentBytes
    let epoch = crowd.watchers[0].epoch
    for watcher in crowd.watchers { watcher.reset() }
    try crowd.edit(size.rate, for: size.time / 2)
    try crowd.settle([])
    let head = crowd.head
    server.kill()
    server.wait()
    report.note("watchers", size.watchers)
    report.note("revisions that each has missed", head - crowd.watchers[0].revision)

    let next = try site.start(port: server.port ?? 0)
    crowd.follow(next)
    let begun = MonotonicClock.now
    for watcher in crowd.watchers {
      let opening = "open b since=\(watcher.revision) epoch=\(epoch)\n"
      try crowd.connect(watcher, saying: opening)
    }
    var peak = 0
    try crowd.run("what it has missed") {
      peak = max(peak, next.residentBytes)
      return crowd.watchers.allSatisfy { $0.revision == head || $0.isClosed }
    }
    let seconds = (MonotonicClock.now - begun) / .seconds(1)
    report.expect("until all have it", seconds, atMost: 15, "s", size)
    report.expect(
      "memory at most", Double(peak) / 1_048_576, atMost: 2 * Double(memory) / 1_048_576, "MiB",
      size)
    let lost = crowd.watchers.count(where: \.isClosed)
    report.expect("connections lost", lost, "none", lost == 0)
    let snapshots = crowd.watchers.reduce(0) { $0 + $1.snapshots }
    report.expect("snapshots", snapshots, "none", snapshots == 0)
    return report
  }
}
