import BoardAuthority
import BoardModel
import BoardWire

// The policies of a board: from a change to those who watch. Source: `protocol/core.md`, 8.7.

extension Delivery {
  /// Sends everybody the settings that a target has now.
  func sendPolicy(of target: BoardPolicies.Target, on live: LiveBoard) {
    _ = live.note(.policy(target), by: nil)
    markBehind(live)
  }

  /// Notes that a change deleted a section that had settings: whoever misses that, because the section
  /// comes back in the same window, is sent that it has none.
  ///
  /// - Parameter connection: The author of the change, which sees the section go.
  func recordDeletedPolicy(
    of section: SectionID, on live: LiveBoard, by connection: ClientConnection
  ) {
    if PlantedBug.deletedPolicyKept.isPlanted { return }
    live.skip(live.note(.policy(.section(section)), by: connection.id), for: connection)
  }
}

extension LiveBoard {
  /// The event that says what is set for a target; nil if it is a section that is gone.
  func policyEvent(of target: BoardPolicies.Target) -> Event? {
    if case .section(let section) = target, versions.board.index(of: section) == nil { return nil }
    return .policy(
      PolicyEvent(
        name, target: .init(target),
        values: PolicyValues(versions.policies.ownSettings(for: target))))
  }

  /// The events that say what is set for all targets: for the board, then for its sections in order.
  var policyEvents: [Event] {
    ownTargets.compactMap { policyEvent(of: $0) }
  }

  /// The targets that have settings of their own.
  private var ownTargets: [BoardPolicies.Target] {
    let policies = versions.policies
    let board: [BoardPolicies.Target] =
      policies.ownSettings(for: .board).isEmpty ? [] : [.board]
    return board + policySections.map { .section($0) }
  }

  /// The sections that have settings of their own, in the order of the board.
  var policySections: [SectionID] {
    versions.policies.ownSections.compactMap { versions.board.index(of: $0) }.sorted()
      .map { versions.board.sectionID(at: $0) }
  }
}
