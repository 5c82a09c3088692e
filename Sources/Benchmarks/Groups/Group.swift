/// Measurements that belong together, and are asked for by one name.
struct Group: Sendable {
  let name: String
  let summary: String
  /// Measures, and prints tables as they become whole.
  let run: @Sendable (Scale) throws -> Void
}

/// How much is measured.
enum Scale {
  case full
  /// Enough to see that everything works: all groups in a quarter of a minute.
  case quick

  /// Chooses between what is measured in full and what is measured quickly.
  func pick<Value>(_ full: Value, quick: Value) -> Value {
    switch self {
    case .full: full
    case .quick: quick
    }
  }
}
