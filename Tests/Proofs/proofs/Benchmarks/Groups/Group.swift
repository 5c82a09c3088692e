/// A named group of measurements.
struct Group: Sendable {
  let name: String
  let summary: String
  /// Measures, and prints each table when it is complete.
  let run: @Sendable (Scale) throws -> Void
}

/// The amount of measurement.
enum Scale {
  case full
  /// A smoke test: all groups in about 30 seconds.
  case quick

  /// Chooses the value for a full or a quick run.
  func pick<Value>(_ full: Value, quick: Value) -> Value {
    switch self {
    case .full: full
    case .quick: quick
    }
  }
}
