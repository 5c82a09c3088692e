/// For how long processes have shown no sign of life, by the clock of who looks at them. No other clock counts.
///
/// A process counts the renewals of its lease. While the number stays the same, it is silent.
public struct SignsOfLife: Sendable {
  private struct Sign {
    let renewals: Int
    /// When this number was seen first.
    let since: Duration
  }

  private var signs: [NodeID: Sign] = [:]

  public init() {}

  /// A process is seen that has renewed its lease so often.
  ///
  /// - Parameter now: The time on a monotonic clock.
  /// - Returns: For how long it has been seen with this number.
  @discardableResult
  public mutating func see(_ node: NodeID, renewals: Int, at now: Duration) -> Duration {
    if let sign = signs[node], sign.renewals == renewals { return now - sign.since }
    signs[node] = Sign(renewals: renewals, since: now)
    return .zero
  }

  /// Forgets all processes but these.
  public mutating func keep(_ nodes: [NodeID]) {
    let kept = Set(nodes)
    signs = signs.filter { kept.contains($0.key) }
  }
}
