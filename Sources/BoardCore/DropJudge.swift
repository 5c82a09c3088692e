/// What a load may do on a board, as the policies there have it now.
struct DropJudge {
  let load: DragLoad
  /// What the owner asked for, or nil for what suits the place.
  let asked: DropOperation?
  let ground: DropGround

  /// The operation that a drop in the section would be: the one asked for, else a move where the
  /// session and the section let it be one, else a copy.
  func operation(in section: SectionID) -> DropOperation {
    if let asked { return asked }
    return possible(in: section).move ? .move : .copy
  }

  /// The items that do not count in the section, as a move takes them out.
  func own(in section: SectionID) -> Set<ItemID> {
    guard load.isAtHome(on: ground.name), operation(in: section) == .move else { return [] }
    return load.itemSet
  }

  /// The place that a command means.
  ///
  /// - Throws: As `Destination`.
  func destination(_ place: Place) throws(Refusal) -> Destination {
    try Destination(place, on: ground, without: own)
  }

  /// Judges a drop, or returns nil if the place is gone.
  func proposal(for destination: Destination) -> DropProposal? {
    guard let section = destination.section(on: ground.board),
      let standing = destination.standing(on: ground.board, without: own(in: section))
    else { return nil }
    return DropProposal(
      verdict: verdict(in: section, at: standing),
      board: ground.name == load.board ? nil : ground.name,
      path: standing.path, anchor: standing.anchor)
  }

  private func verdict(
    in section: SectionID, at standing: DestinationStanding
  ) -> DropProposal.Verdict {
    let operation = operation(in: section)
    let policy = ground.policy(for: section)
    if let reason = reason(against: operation, in: section, policy) { return .denied(reason) }
    let after =
      ground.board.itemCount(in: standing.path.section) - standing.ownCount + load.items.count
    let isFuller = load.items.count > standing.ownCount
    if let limit = policy.limit, isFuller, after > limit { return .denied(.limit) }
    return .allowed(operation)
  }

  /// Why nothing of this load may be dropped in the section, whatever it holds. The order is that
  /// of `protocol/drag-session.md`.
  private func reason(
    against operation: DropOperation, in section: SectionID, _ policy: Policy
  ) -> DropReason? {
    if policy.isPaused { return .paused }
    let isForeign = load.board != ground.name
    if policy.isLocalOnly, isForeign || load.isExternal { return .localOnly }
    if load.isLocal, isForeign { return .local }
    if let most = policy.maxItems, load.items.count > most { return .maxItems }
    if !possible(in: section).contains(operation) { return .operation }
    if let types = policy.types, !load.items.allSatisfy({ types.contains(load.type(of: $0)) }) {
      return .type
    }
    return nil
  }

  /// What session and section have in common. From elsewhere there are only copies.
  private func possible(in section: SectionID) -> DropOperations {
    let common = load.operations.intersection(ground.policy(for: section).operations)
    return load.isAtHome(on: ground.name) ? common : common.intersection(.copy)
  }
}
