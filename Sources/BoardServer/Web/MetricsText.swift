/// Metrics in the text format of Prometheus, version 0.0.4.
struct MetricsText {
  enum Kind: String {
    case counter, gauge, histogram
  }

  private(set) var text = ""

  /// Appends a metric with one value for each set of labels.
  mutating func append(
    _ name: String, _ kind: Kind, _ help: String, _ samples: [(labels: String, value: Int)]
  ) {
    begin(name, kind, help)
    for (labels, value) in samples {
      text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
    }
  }

  mutating func append(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
    append(name, kind, help, [("", value)])
  }

  mutating func append(_ name: String, _ help: String, _ ratio: Double) {
    begin(name, .gauge, help)
    text += "\(name) \(ratio)\n"
  }

  mutating func append(_ name: String, _ help: String, _ histogram: Histogram) {
    begin(name, .histogram, help)
    var count = 0
    for (bound, bucket) in zip(Histogram.bounds, histogram.counts) {
      count += bucket
      text += "\(name)_bucket{le=\"\(bound)\"} \(count)\n"
    }
    count += histogram.counts.last ?? 0
    text += "\(name)_bucket{le=\"+Inf\"} \(count)\n"
    text += "\(name)_sum \(histogram.sum)\n\(name)_count \(count)\n"
  }

  private mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }
}
