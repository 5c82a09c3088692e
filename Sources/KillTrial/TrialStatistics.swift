/// What a trial found.
public struct TrialStatistics: Sendable {
  public let seed: Int
  /// The kills, by their kind.
  public internal(set) var kills: [String: Int] = [:]
  public internal(set) var acknowledged = 0
  public internal(set) var retried = 0
  /// Revisions that anybody was told of.
  public internal(set) var revisions = 0
  /// What must never happen, and how often it did.
  public internal(set) var violations: [(name: String, count: Int)] = []
  /// The first of it, in words.
  public internal(set) var objections: [String] = []
  /// From the start of the program to its first greeting, in order.
  public internal(set) var recoveries: [Duration] = []

  init(seed: Int) { self.seed = seed }

  public var killCount: Int { kills.values.reduce(0, +) }

  public var isClean: Bool { violations.allSatisfy { $0.count == 0 } }

  /// The time within which so many of a hundred starts were over.
  public func recovery(percentile: Int) -> Duration {
    guard !recoveries.isEmpty else { return .zero }
    return recoveries.sorted()[(recoveries.count - 1) * percentile / 100]
  }
}
