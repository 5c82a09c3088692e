import BoardModel

/// How a place counts for something that is done there, now.
public struct DestinationStanding: Hashable, Sendable {
  /// The index path that the first item has right after, with the own items taken out.
  public let path: IndexPath
  /// The same place by name.
  public let anchor: Anchor
  /// How many items of the section do not count.
  let ownCount: Int
}

extension Destination {
  /// Counts the place, or returns nil if it is gone.
  ///
  /// - Parameter own: The items that do not count: those a move takes out, none for a copy.
  /// - Complexity: O(own items · log *n*).
  func standing(on board: Board, without own: ItemGroup) -> DestinationStanding? {
    guard let place = path(on: board) else { return nil }
    let (before, inside) = place.count(of: own, on: board)
    return DestinationStanding(
      path: IndexPath(section: place.section, item: place.item - before),
      anchor: anchor(of: place, on: board, without: own, ownCount: inside), ownCount: inside)
  }

  private func anchor(
    of place: IndexPath, on board: Board, without own: ItemGroup, ownCount: Int
  ) -> Anchor {
    if case .beside(.after(let item)) = form { return .after(item) }
    let section = board.sectionID(at: place.section)
    let count = board.itemCount(in: place.section)
    guard count > ownCount else { return .start(section) }
    for item in place.item..<count {
      let right = board.itemID(at: IndexPath(section: place.section, item: item))
      if !own.contains(right) { return .before(right) }
    }
    return .end(section)
  }
}

extension IndexPath {
  /// How many of some items stand in front of the path in its section, and how many in all of it.
  fileprivate func count(of own: ItemGroup, on board: Board) -> (before: Int, inside: Int) {
    var (before, inside) = (0, 0)
    for item in own {
      guard let path = board.indexPath(of: item), path.section == section else { continue }
      inside += 1
      if path.item < self.item { before += 1 }
    }
    return (before, inside)
  }
}

extension VersionedBoard {
  /// The path a command means, counted with some items taken out.
  ///
  /// - Parameter own: The items that a move takes out; none for an insert. They are on the board.
  /// - Throws: `badPath`, `destinationGone`, `notAContainer`, `futureRevision`, `revisionTooOld`.
  public func path(
    of place: Place, without own: [ItemID] = []
  ) throws(Refusal) -> IndexPath {
    let own = ItemGroup(own)
    let board = board
    // A path of now is counted like that already, and has only to be on the board.
    if case .index(let path, nil) = place, board.hasSection(at: path.section) {
      let end = IndexPath(section: path.section, item: board.itemCount(in: path.section))
      let others = end.item - end.count(of: own, on: board).inside
      guard path.item >= 0, path.item <= others else { throw .badPath(place.description) }
      return path
    }
    let destination = try Destination(place, on: self) { _ in own }
    guard let full = destination.path(on: board) else {
      throw .destinationGone(place.description)
    }
    return IndexPath(section: full.section, item: full.item - full.count(of: own, on: board).before)
  }

  /// The place a command means, counted with some items taken out.
  ///
  /// - Parameter own: The items that a move takes out; none for an insert or a copy.
  /// - Throws: `badPath`, `destinationGone`, `notAContainer`, `futureRevision`, `revisionTooOld`.
  public func resolve(
    _ place: Place, without own: [ItemID] = []
  ) throws(Refusal) -> DestinationStanding {
    let own = ItemGroup(own)
    let destination = try Destination(place, on: self) { _ in own }
    guard let standing = destination.standing(on: board, without: own) else {
      throw .destinationGone(place.description)
    }
    return standing
  }
}
