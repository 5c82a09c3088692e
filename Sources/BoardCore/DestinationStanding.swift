/// How a place counts for something that is done there, now.
public struct DestinationStanding: Hashable, Sendable {
  /// The index path that the first item has right after, with the own items taken out.
  public let path: IndexPath
  /// The same place by name.
  public let anchor: Anchor
  /// The path in the full list.
  let fullPath: IndexPath
  /// How many items of the section do not count.
  let ownCount: Int
}

extension Destination {
  /// Counts the place, or returns nil if it is gone.
  ///
  /// - Parameter own: The items that do not count: those a move takes out, none for a copy.
  /// - Complexity: O(own items · log *n*).
  func standing(on board: Board, without own: Set<ItemID>) -> DestinationStanding? {
    guard let place = path(on: board) else { return nil }
    let inside = own.compactMap { board.indexPath(of: $0) }
      .filter { $0.section == place.section }
    let before = inside.count { $0 < place }
    return DestinationStanding(
      path: IndexPath(section: place.section, item: place.item - before),
      anchor: anchor(of: place, on: board, without: own, ownCount: inside.count),
      fullPath: place, ownCount: inside.count)
  }

  private func anchor(
    of place: IndexPath, on board: Board, without own: Set<ItemID>, ownCount: Int
  ) -> Anchor {
    if case .beside(.after(let item)) = form { return .after(item) }
    let section = board.sectionID(at: place.section)
    let count = board.itemCount(in: place.section)
    guard count > ownCount else { return .start(section) }
    for item in place.item..<count {
      let right = board.item(at: IndexPath(section: place.section, item: item)).id
      if !own.contains(right) { return .before(right) }
    }
    return .end(section)
  }
}

extension DropGround {
  /// The place a command means, counted with some items taken out.
  ///
  /// - Parameter own: The items that a move takes out; none for an insert or a copy.
  /// - Throws: `badPath`, `destinationGone`, `notAContainer`, `futureRevision`, `revisionTooOld`.
  public func resolve(
    _ place: Place, without own: [ItemID] = []
  ) throws(Refusal) -> DestinationStanding {
    let own = Set(own)
    let destination = try Destination(place, on: self) { _ in own }
    guard let standing = destination.standing(on: board, without: own) else {
      throw .destinationGone(place.description)
    }
    return standing
  }
}
