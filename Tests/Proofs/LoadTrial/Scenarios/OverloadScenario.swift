/// More changes than the server can make: it makes as many as it can, and is as fast as before when they
/// become fewer.
enum OverloadScenario {
  static func run(_ size: LoadSize, _ site: LoadSite) throws -> LoadReport {
    var report = LoadReport()
    let server = try site.start()
    let crowd = try LoadCrowd(server)
    defer { crowd.close() }
    try crowd.watch(size.watchers, measuring: max(1, size.watchers / 10))
    report.note("watchers", size.watchers)
    let peak = try capacity(crowd, size)
    report.note("the most changes a second", Int(peak))

    let base = max(1, Int(peak / 5))
    let before = try delay(at: base, size, crowd)
    let made = try crowd.edit(5 * Int(peak), for: size.time)
    report.expect(
      "changes a second of \(5 * Int(peak)) that are asked for", made / peak * 100, atLeast: 80,
      "% of the most", size)
    report.note("memory then", "\(server.residentBytes >> 20) MiB")
    try crowd.settle()
    _ = try delay(at: base, size, crowd)
    let after = try delay(at: base, size, crowd)
    report.note("p99 with \(base) changes a second before", "\(before.short) ms")
    report.expect("p99 with as many afterwards", after, atMost: 1.2 * before + 5, "ms", size)
    return report
  }

  /// The changes a second up to which the server keeps up.
  private static func capacity(_ crowd: LoadCrowd, _ size: LoadSize) throws -> Double {
    var (rate, peak) = (1_000, 0.0)
    while true {
      let made = try crowd.edit(rate, for: size.time / 10)
      try crowd.settle()
      peak = max(peak, made)
      if made < 0.9 * Double(rate) { return peak }
      rate *= 2
    }
  }

  private static func delay(
    at rate: Int, _ size: LoadSize, _ crowd: LoadCrowd
  ) throws -> Double {
    crowd.delays.removeAll()
    try crowd.edit(rate, for: size.time / 4)
    let delay = crowd.delays.percentile(99)
    try crowd.settle()
    return delay
  }
}
