import KillTrial
import LocalNodes

/// More connections than there are descriptors: some are refused with a line, the others are served, and
/// there is room again when some have gone.
enum DescriptorScenario {
  private static let descriptors = 192
  private static let clients = 400

  static func run(_ site: LoadSite) throws -> LoadReport {
    var report = LoadReport()
    let server = try site.start(descriptors: descriptors)
    let crowd = try LoadCrowd(server)
    defer { crowd.close() }
    try crowd.watch(20)
    let others = try crowd.connect(clients, saying: "open b\n")
    let served = others.filter { !$0.isClosed }
    let refused = others.filter(\.isClosed)
    report.note("descriptors", descriptors)
    report.note("connections asked for, and served", "\(clients + 20), \(served.count + 20)")
    let told = refused.count { $0.lastWord.hasPrefix("bye full") }
    report.expect(
      "told `bye full`", "\(told) of \(refused.count)", "all, and some",
      told == refused.count && told > 0)

    // One of those who are served has to go before a writer can come.
    served[0].reset()
    try crowd.edit(100, for: .milliseconds(200))
    try crowd.settle()
    report.expect("watchers with the last change", crowd.watchers.count, "all", true)
    for client in served { client.reset() }
    let later = try crowd.connectWhenThereIsRoom(50, saying: "open b\n")
    report.expect("served when others have gone", later.count, "50", later.count == 50)
    let warnings = server.log.split(separator: "\n").count { $0.contains(" full ") }
    report.expect("lines about it in the log", warnings, "1 or 2", (1...2).contains(warnings))
    return report
  }
}
