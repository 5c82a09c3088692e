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
  /// How often a database has lost what was acknowledged, and a new epoch has begun.
  public internal(set) var epochs = 0
  /// How often somebody was served who had first asked for a board while the database was away.
  public internal(set) var latecomers = 0
  /// How often somebody had to wait for a board that could not be read.
  public internal(set) var waits = 0
  /// The most connections that a database has had while it held commits up.
  public internal(set) var connections = 0
  /// By when all clients must be served after an end.
  public internal(set) var servingLimit: Duration = .zero
  /// The times from the end of a life until all clients are served, by the kind of the end.
  public internal(set) var servings: [String: [Duration]] = [:]
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
    Self.percentile(percentile, of: recoveries, behind: kind)
  }

  /// A percentile of the times until all clients are served.
  ///
  /// - Parameter kind: The kind of the ends; nil for all.
  public func serving(percentile: Int, behind kind: String? = nil) -> Duration {
    Self.percentile(percentile, of: servings, behind: kind)
  }

  private static func percentile(
    _ percentile: Int, of all: [String: [Duration]], behind kind: String?
  ) -> Duration {
    let times = (kind.map { all[$0] ?? [] } ?? all.values.flatMap { $0 }).sorted()
    return times.isEmpty ? .zero : times[(times.count - 1) * percentile / 100]
  }
}
