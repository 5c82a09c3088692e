import BoardModel

/// Evaluates drops of a load on a board by the policies there.
struct DropEvaluator {
  let load: DragLoad
  /// The operation that the owner asked for, or nil for the default.
  let asked: DropOperation?
  let versions: VersionedBoard
  /// The board that the items are on, if they do not come from outside.
  let home: VersionedBoard

  /// - Parameter versions: The board of the place.
  init(
    load: DragLoad, asked: DropOperation?, versions: VersionedBoard,
    in versionedBoards: VersionedBoards
  ) {
    (self.load, self.asked, self.versions) = (load, asked, versions)
    home = load.board == versions.name ? versions : versionedBoards[load.board]!
  }

  /// What a drop at a place would find now.
  struct DropTarget {
    let section: SectionID
    let policy: Policy
    /// The operations that both session and section allow. Items of other boards can only be copied.
    let possible: DropOperations
    /// The operation that was asked for, else a move if possible, else a copy.
    let operation: DropOperation
    let place: ResolvedPlace
  }

  /// The items that do not count in the section, because a move removes them.
  func own(in section: SectionID) -> ItemGroup {
    let possible = possible(under: versions.policy(for: section))
    return own(for: operation(outOf: possible))
  }

  /// The target at a place, or nil if the place is gone.
  ///
  /// - Parameter known: The items of the drag in the section, if they need not be looked up.
  func target(of destination: Destination, counted known: CountAround? = nil) -> DropTarget? {
    let board = versions.board
    guard let section = destination.section(on: board) else { return nil }
    let policy = versions.policy(for: section)
    let possible = possible(under: policy)
    let operation = operation(outOf: possible)
    let own = own(for: operation)
    return destination.resolved(on: board, without: own, counted: known).map {
      DropTarget(
        section: section, policy: policy, possible: possible, operation: operation, place: $0)
    }
  }

  /// Evaluates a drop, or returns nil if the place is gone.
  ///
  /// - Parameter known: As for `target`.
  func hover(
    over destination: Destination, counted known: CountAround? = nil
  ) -> DragSession.Hover? {
    target(of: destination, counted: known).map { target in
      DragSession.Hover(
        asked: asked, destination: destination, proposal: proposal(for: target),
        own: target.place.own)
    }
  }

  /// Evaluates a drop at a target.
  func proposal(for target: DropTarget) -> DropProposal {
    assert(target.place.own.inside <= load.items.count && target.place.path.item >= 0)
    return DropProposal(
      verdict: verdict(for: target), board: versions.name == load.board ? nil : versions.name,
      path: target.place.path, anchor: target.place.anchor)
  }

  private func verdict(for target: DropTarget) -> DropProposal.Verdict {
    if let reason = reason(against: target) { return .denied(reason) }
    let (place, count) = (target.place, load.items.count)
    if let limit = target.policy.limit, count > place.own.inside {
      let others = versions.board.itemCount(in: place.path.section) - place.own.inside
      if others + count > limit { return .denied(.limit) }
    }
    return .allowed(target.operation)
  }

  /// Why the load may not be dropped in the section, however many items the section has. The order is that
  /// of `protocol/drag-session.md`.
  private func reason(against target: DropTarget) -> DropReason? {
    let policy = target.policy
    if policy.paused { return .paused }
    let isForeign = load.board != versions.name
    if policy.localOnly, isForeign || load.isExternal { return .localOnly }
    if load.isLocal, isForeign { return .local }
    if let most = policy.maxItems, load.items.count > most { return .maxItems }
    if !target.possible.contains(target.operation) { return .operation }
    if let types = policy.types, !load.items.allSatisfy({ types.contains(load.type(of: $0)) }) {
      return .type
    }
    if let accepted = policy.accept, !areAccepted(by: accepted, at: target) { return .field }
    return nil
  }

  /// Whether all items have the fields that a section accepts, but for those that a move leaves in it.
  ///
  /// - Complexity: O(items).
  private func areAccepted(by accepted: Policy.FieldValues, at target: DropTarget) -> Bool {
    let inside = target.place.own.inside
    if inside == load.items.count { return true }
    return load.items.allSatisfy { item in
      inside > 0 && versions.board.sectionID(of: item) == target.section
        || accepted.accept(fields(of: item))
    }
  }

  /// The fields that an item of the load has before the drop.
  func fields(of item: ItemID) -> Fields {
    switch load.source {
    case .board: home.board.fields(of: item)
    case .outside(let parcels): parcels[item]?.fields ?? Fields()
    }
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
