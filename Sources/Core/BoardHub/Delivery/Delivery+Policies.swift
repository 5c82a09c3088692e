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

  /// Sends everybody the types that fields have now.
  func sendTypes(of live: LiveBoard) {
    _ = live.note(.types, by: nil)
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
    return .policy(PolicyEvent(versions.policies, of: target, on: name))
  }

  /// The event that says what types fields have.
  var typesEvent: Event { .fields(FieldsEvent(name, fields: versions.fieldTypes.words)) }

  /// The events that say what is set for all targets: for fields, for the board, then for its sections in order.
  var policyEvents: [Event] {
    (versions.fieldTypes.isEmpty ? [] : [typesEvent])
      + versions.policies.targetsInOrder(of: versions.board).compactMap { policyEvent(of: $0) }
  }
}

extension BoardPolicies {
  /// The targets that have settings of their own: the board, then sections in their order.
  ///
  /// - Complexity: O(n log n) for n targets.
  func targetsInOrder(of board: Board) -> [Target] {
    let sections = ownSections.map { Target.section($0) }
    return inOrder(hasOwn(.board) ? [.board] + sections : sections, of: board)
  }

  /// Targets in their order, without sections that are gone.
  func inOrder(_ targets: some Sequence<Target>, of board: Board) -> [Target] {
    var places: [(place: Int, target: Target)] = []
    for target in targets {
      switch target {
      case .board: places.append((-1, target))
      case .section(let section):
        if let index = board.index(of: section) { places.append((index, target)) }
      }
    }
    return places.sorted { $0.place < $1.place }.map(\.target)
  }
}

extension PolicyEvent {
  /// What is set for a target itself.
  init(_ policies: BoardPolicies, of target: BoardPolicies.Target, on board: BoardName) {
    self.init(board, target: .init(target), values: PolicyValues(policies.ownWords(for: target)))
  }
}
