import BoardAuthority
import BoardModel

extension Hub {
  /// What is wrong with the leases and drag sessions, or nil if they are consistent.
  ///
  /// - Complexity: O(live sessions and their items).
  package var inconsistency: String? { drags.coordinator.inconsistency(on: boards.versioned) }
}
