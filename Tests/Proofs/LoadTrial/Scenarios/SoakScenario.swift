/// A busy board for a long time: memory, disk and delays do not grow.
enum SoakScenario {
  private static let parts = 12

  static func run(_ size: LoadSize, _ site: LoadSite) throws -> LoadReport {
    var report = LoadReport()
    let server = try site.start()
    let crowd = try LoadCrowd(server)
    defer { crowd.close() }
    try crowd.watch(size.watchers, measuring: max(1, size.watchers / 10))
    report.note("watchers", size.watchers)
    report.note("changes", "\(size.rate) a second for \(size.time)")
    var samples: [Sample] = []
    for part in 0..<parts {
      crowd.delays.removeAll()
      let made = try crowd.edit(size.rate, for: size.time / parts)
      let sample = Sample(
        made: made, delay: crowd.delays.percentile(99),
        memory: Double(server.residentBytes) / 1_048_576, disk: Double(site.storedBytes) / 1_048_576
      )
      samples.append(sample)
      report.note("part \(part + 1)", sample)
    }
    try crowd.settle()
    judge(samples, size, &report)
    report.expect("watchers with the last change", crowd.watchers.count, "all", true)
    return report
  }

  private struct Sample: CustomStringConvertible {
    let made: Double
    let delay: Double
    let memory: Double
    let disk: Double

    var description: String {
      "\(made.short) changes a second, p99 \(delay.short) ms, memory \(memory.short) MiB, "
        + "disk \(disk.short) MiB"
    }
  }

  /// Compares the last third with the third before it: caches and logs are full by then.
  private static func judge(_ samples: [Sample], _ size: LoadSize, _ report: inout LoadReport) {
    let third = parts / 3
    let (middle, last) = (samples[third..<2 * third], samples[(2 * third)...])
    let most = { (part: ArraySlice<Sample>, figure: (Sample) -> Double) in
      part.map(figure).max() ?? 0
    }
    report.expect(
      "p99 in the last third", most(last, \.delay), atMost: 1.5 * most(middle, \.delay) + 5, "ms",
      size)
    report.expect(
      "memory in the last third", most(last, \.memory), atMost: 1.1 * most(middle, \.memory) + 4,
      "MiB", size)
    report.expect(
      "disk in the last third", most(last, \.disk), atMost: 1.1 * most(middle, \.disk) + 4, "MiB",
      size)
    let slowest = samples.map(\.made).min() ?? 0
    report.expect(
      "changes a second at least", slowest / Double(max(1, size.rate)) * 100, atLeast: 95,
      "% of those asked for", size)
  }
}
