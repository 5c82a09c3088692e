import BoardModel

/// The place of a command, resolved on the board as it is now.
public struct ResolvedPlace: Hashable, Sendable {
  /// The index path that the first item has right after, counted without the own items.
  public let path: IndexPath
  /// The same place by id.
  public let anchor: Anchor
  /// The items that do not count.
  let own: CountAround
}

extension Destination {
  /// Resolves the place, or returns nil if it is gone.
  ///
  /// - Parameters:
  ///   - own: The items that do not count: those that a move removes, none for a copy.
  ///   - known: How many of them there are, if that is known.
  /// - Complexity: O(own items · log *n*) unless that is known.
  func resolved(
    on board: Board, without own: ItemGroup, counted known: CountAround? = nil
  ) -> ResolvedPlace? {
    guard let gap = path(on: board) else { return nil }
    let count = known ?? board.count(of: own, around: gap)
    assert(
      gap.item - count.before <= board.itemCount(in: gap.section) - count.inside,
      "the path is in range")
    return ResolvedPlace(
      path: IndexPath(section: gap.section, item: gap.item - count.before),
      anchor: anchor(of: gap, on: board, without: own, ownCount: count.inside), own: count)
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
      // Which of them are in the section matters only near its end.
      let isNearEnd = path.item > end.item - own.count
      let others = end.item - (isNearEnd ? board.count(of: own, around: end).inside : own.count)
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
