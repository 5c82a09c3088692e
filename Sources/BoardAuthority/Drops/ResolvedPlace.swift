import BoardModel

/// The place of a command, resolved on the board as it is now.
public struct ResolvedPlace: Hashable, Sendable {
  /// The index path that the first item has right after, counted without the own items.
  public let path: IndexPath
  /// The same place by id.
  public let anchor: Anchor
  /// The number of items in the section that do not count.
  let ownCount: Int
}

extension Destination {
  /// Resolves the place, or returns nil if it is gone.
  ///
  /// - Parameter own: The items that do not count: those that a move removes, none for a copy.
  /// - Complexity: O(own items · log *n*).
  func resolved(on board: Board, without own: ItemGroup) -> ResolvedPlace? {
    guard let gap = path(on: board) else { return nil }
    let (before, inside) = board.count(of: own, around: gap)
    assert(gap.item - before <= board.itemCount(in: gap.section) - inside, "the path is in range")
    return ResolvedPlace(
      path: IndexPath(section: gap.section, item: gap.item - before),
      anchor: anchor(of: gap, on: board, without: own, ownCount: inside), ownCount: inside)
  }

  /// The anchor of the place: `after` an item if the command has that form.
  private func anchor(
    of gap: IndexPath, on board: Board, without own: ItemGroup, ownCount: Int
  ) -> Anchor {
    if case .beside(.after(let item)) = form { return .after(item) }
    return board.anchor(at: gap, ignoring: own, ignoredCount: ownCount)
  }
}

extension VersionedBoard {
  /// The path that a place of a command means, counted without some items.
  ///
  /// - Parameter own: The items that a move removes; none for an insert. They are on the board.
  /// - Throws: `badPath`, `destinationGone`, `futureRevision`, `revisionTooOld`.
  public func path(
    of place: Place, without own: [ItemID] = []
  ) throws(Refusal) -> IndexPath {
    let own = ItemGroup(own)
    let board = board
    // A path without a revision is counted like that already, and has only to be on the board.
    if case .index(let path, nil) = place, board.hasSection(at: path.section) {
      let end = IndexPath(section: path.section, item: board.itemCount(in: path.section))
      let others = end.item - board.count(of: own, around: end).inside
      guard path.item >= 0, path.item <= others else { throw .badPath(place.description) }
      return path
    }
    let destination = try Destination(place, on: self) { _ in own }
    guard let gap = destination.path(on: board) else {
      throw .destinationGone(place.description)
    }
    let before = board.count(of: own, around: gap).before
    return IndexPath(section: gap.section, item: gap.item - before)
  }

  /// The place of a command, counted without some items.
  ///
  /// - Parameter own: The items that a move removes; none for an insert or a copy.
  /// - Throws: `badPath`, `destinationGone`, `futureRevision`, `revisionTooOld`.
  public func resolve(
    _ place: Place, without own: [ItemID] = []
  ) throws(Refusal) -> ResolvedPlace {
    let own = ItemGroup(own)
    let destination = try Destination(place, on: self) { _ in own }
    guard let resolved = destination.resolved(on: board, without: own) else {
      throw .destinationGone(place.description)
    }
    return resolved
  }
}
