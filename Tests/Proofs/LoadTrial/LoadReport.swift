/// The figures of a scenario, and whether each is what was expected.
public struct LoadReport: Sendable {
  public struct Row: Sendable {
    public let name: String
    public let value: String
    /// What was expected; empty if the figure is only shown.
    public let expectation: String
    public let holds: Bool
  }

  public private(set) var rows: [Row] = []

  /// Whether everything is as expected.
  public var isGood: Bool { rows.allSatisfy(\.holds) }

  /// Notes a figure of which nothing is expected.
  mutating func note(_ name: String, _ value: some CustomStringConvertible) {
    rows.append(Row(name: name, value: "\(value)", expectation: "", holds: true))
  }

  /// Notes a figure and whether it is as expected.
  mutating func expect(
    _ name: String, _ value: some CustomStringConvertible, _ expectation: String, _ holds: Bool
  ) {
    rows.append(Row(name: name, value: "\(value)", expectation: expectation, holds: holds))
  }

  /// Notes a figure that must not be above a limit, if limits hold for this size.
  mutating func expect(
    _ name: String, _ value: Double, atMost limit: Double, _ unit: String, _ size: LoadSize
  ) {
    let shown = "\(value.short) \(unit)"
    guard size.hasLimits else { return note(name, shown) }
    expect(name, shown, "at most \(limit.short) \(unit)", value <= limit)
  }

  /// Notes a figure that must not be below a limit, if limits hold for this size.
  mutating func expect(
    _ name: String, _ value: Double, atLeast limit: Double, _ unit: String, _ size: LoadSize
  ) {
    let shown = "\(value.short) \(unit)"
    guard size.hasLimits else { return note(name, shown) }
    expect(name, shown, "at least \(limit.short) \(unit)", value >= limit)
  }
}

/// Why a scenario cannot go on.
public struct LoadFault: Error, CustomStringConvertible {
  public let description: String
  init(_ description: String) { self.description = description }
}

extension Double {
  /// The number with at most one digit behind the point.
  var short: String {
    let tenths = Int((self * 10).rounded())
    return tenths % 10 == 0 || abs(tenths) >= 1_000
      ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths) % 10)"
  }
}
