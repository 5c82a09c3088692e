import BoardModel

/// What a load may do on a board, as the policies there have it now.
struct DropJudge {
  let load: DragLoad
  /// What the owner asked for, or nil for what suits the place.
  let asked: DropOperation?
  let versions: VersionedBoard

  /// A place as a drop there would find it now.
  struct Sight {
    let section: SectionID
    let policy: Policy
    /// What session and section have in common. From elsewhere there are only copies.
    let possible: DropOperations
    /// What a drop would be: what was asked for, else a move where it can be one, else a copy.
    let operation: DropOperation
    let standing: DestinationStanding
  }

  /// The items that do not count in the section, as a move takes them out.
  func own(in section: SectionID) -> ItemGroup {
    let possible = possible(under: versions.policy(for: section))
    return own(for: operation(outOf: possible))
  }

  /// Looks at a place, or returns nil if it is gone.
  func sight(of destination: Destination) -> Sight? {
    let board = versions.board
    guard let section = destination.section(on: board) else { return nil }
    let policy = versions.policy(for: section)
    let possible = possible(under: policy)
    let operation = operation(outOf: possible)
    let own = own(for: operation)
    return destination.standing(on: board, without: own).map {
      Sight(
        section: section, policy: policy, possible: possible, operation: operation, standing: $0)
    }
  }

  /// Judges a drop, or returns nil if the place is gone.
  func proposal(for destination: Destination) -> DropProposal? {
    sight(of: destination).map { proposal(for: $0) }
  }

  /// Judges a drop at a place that was looked at.
  func proposal(for sight: Sight) -> DropProposal {
    DropProposal(
      verdict: verdict(for: sight), board: versions.name == load.board ? nil : versions.name,
      path: sight.standing.path, anchor: sight.standing.anchor)
  }

  private func verdict(for sight: Sight) -> DropProposal.Verdict {
    if let reason = reason(against: sight) { return .denied(reason) }
    let (standing, count) = (sight.standing, load.items.count)
    if let limit = sight.policy.limit, count > standing.ownCount {
      let others = versions.board.itemCount(in: standing.path.section) - standing.ownCount
      if others + count > limit { return .denied(.limit) }
    }
    return .allowed(sight.operation)
  }

  /// Why nothing of this load may be dropped in the section, whatever it holds. The order is that
  /// of `protocol/drag-session.md`.
  private func reason(against sight: Sight) -> DropReason? {
    let policy = sight.policy
    if policy.isPaused { return .paused }
    let isForeign = load.board != versions.name
    if policy.isLocalOnly, isForeign || load.isExternal { return .localOnly }
    if load.isLocal, isForeign { return .local }
    if let most = policy.maxItems, load.items.count > most { return .maxItems }
    if !sight.possible.contains(sight.operation) { return .operation }
    if let types = policy.types, !load.items.allSatisfy({ types.contains(load.type(of: $0)) }) {
      return .type
    }
    return nil
  }

  private func possible(under policy: Policy) -> DropOperations {
    let common = load.operations.intersection(policy.operations)
    return load.isAtHome(on: versions.name) ? common : common.intersection(.copy)
  }

  private func operation(outOf possible: DropOperations) -> DropOperation {
    asked ?? (possible.move ? .move : .copy)
  }

  private func own(for operation: DropOperation) -> ItemGroup {
    load.isAtHome(on: versions.name) && operation == .move ? load.group : []
  }
}
