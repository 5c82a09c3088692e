import Glibc
import KillTrial
import LocalNodes

/// A server, and then a client, that is stopped for a while: nobody is lost, and all have the same at last.
enum PauseScenario {
  static func run(_ size: LoadSize, _ site: LoadSite) throws -> LoadReport {
    var report = LoadReport()
    let server = try site.start()
    let crowd = try LoadCrowd(server)
    defer { crowd.close() }
    try crowd.watch(size.watchers)
    try crowd.edit(size.rate, for: size.time / 5)
    server.kill(SIGSTOP)
    try crowd.edit(size.rate, for: size.time)
    server.kill(SIGCONT)
    try crowd.settle()
    report.note("the server stood still", "\(size.time)")
    report.expect("watchers with the last change", crowd.watchers.count, "all", true)

    let tail = try LocalServer(
      [site.program, "tail", "b", "--json"], ["DROPLINE_SERVER=127.0.0.1:\(server.port ?? 0)"])
    // It prints what changes while it is there.
    for _ in 0..<600 where !tail.log(contains: "\"to\":") {
      try crowd.edit(size.rate, for: .milliseconds(100))
    }
    tail.kill(SIGSTOP)
    try crowd.edit(size.rate, for: size.time)
    try crowd.settle()
    tail.kill(SIGCONT)
    var isBack = false
    for _ in 0..<600 where !isBack {
      try crowd.edit(50, for: .milliseconds(100))
      try crowd.settle()
      try crowd.run(for: .milliseconds(50))
      isBack = tail.log(contains: "\"to\":\(crowd.head),")
    }
    report.note("a client stood still", "\(size.time)")
    report.expect("it has the last revision afterwards", isBack, "true", isBack)
    return report
  }
}

extension LocalServer {
  /// Whether the end of its output has these words.
  fileprivate func log(contains words: String) -> Bool {
    listen()
    return log.contains(words)
  }
}
