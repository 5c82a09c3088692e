/// The statistics of a trial.
public struct TrialStatistics: Sendable {
  public let seed: Int
  /// The kills, and other ends of a life, by their kind.
  public internal(set) var kills: [String: Int] = [:]
  public internal(set) var acknowledged = 0
  public internal(set) var retried = 0
  /// The drags that went on behind the end of a life.
  public internal(set) var resumed = 0
  /// The revisions that clients received.
  public internal(set) var revisions = 0
  /// The count of each violation.
  public internal(set) var violations: [(name: String, count: Int)] = []
  /// The first violations, as text.
  public internal(set) var objections: [String] = []
  /// The recovery times, from the end of a life to the first greeting of the next one, by the kind of the end.
  public internal(set) var recoveries: [String: [Duration]] = [:]

  init(seed: Int) { self.seed = seed }

  public var killCount: Int {
    kills.reduce(0) { $0 + ($1.key == NodesTarget.movedByItself ? 0 : $1.value) }
  }

  public var isClean: Bool { violations.allSatisfy { $0.count == 0 } }

  /// A percentile of the recovery times.
  ///
  /// - Parameter kind: The kind of the ends; nil for all.
  public func recovery(percentile: Int, behind kind: String? = nil) -> Duration {
    let times = (kind.map { recoveries[$0] ?? [] } ?? recoveries.values.flatMap { $0 }).sorted()
    return times.isEmpty ? .zero : times[(times.count - 1) * percentile / 100]
  }
}
