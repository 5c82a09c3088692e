/// The statistics of a trial.
public struct TrialStatistics: Sendable {
  public let seed: Int
  /// The kills, and other ends of a life, by their kind.
  public internal(set) var kills: [String: Int] = [:]
  public internal(set) var acknowledged = 0
  public internal(set) var retried = 0
  /// The revisions that clients received.
  public internal(set) var revisions = 0
  /// The count of each violation.
  public internal(set) var violations: [(name: String, count: Int)] = []
  /// The first violations, as text.
  public internal(set) var objections: [String] = []
  /// The recovery times, from the start to the first greeting, in order.
  public internal(set) var recoveries: [Duration] = []

  init(seed: Int) { self.seed = seed }

  public var killCount: Int { kills.values.reduce(0, +) }

  public var isClean: Bool { violations.allSatisfy { $0.count == 0 } }

  /// A percentile of the recovery times.
  public func recovery(percentile: Int) -> Duration {
    guard !recoveries.isEmpty else { return .zero }
    return recoveries.sorted()[(recoveries.count - 1) * percentile / 100]
  }
}
