import BoardModel

extension Metric: WireWord {}

/// The part of a metric that a number is of: 1 to 64 of `a–z 0–9 -`.
struct MetricLabel: WireValue {
  let string: String

  init(_ string: String) { self.string = string }

  init(_ word: Word) throws(LineError) {
    let isLabel =
      word.count <= Limits.nameBytes
      && word.allSatisfy { $0 >= 0x61 && $0 <= 0x7A || $0.isDigit || $0 == 0x2D }
    guard isLabel, let string = word.string else { throw .argument(word) }
    self.string = string
  }

  func write(to buffer: inout WireBuffer) { buffer.append(plain: string) }
}

extension StatsRow {
  public init(_ metric: Metric, count: Int, label: String? = nil) {
    self.init(metric.rawValue, count: count, label: label)
  }
}
