extension Board {
  /// Moves an item to the path it has afterwards, counted without it; nil if it is there already.
  ///
  /// - Throws: `noSuchItem` or `noSuchPlace`.
  /// - Complexity: O(log *n*).
  @discardableResult
  public mutating func move(
    _ id: ItemID, to destination: IndexPath
  ) throws(BoardError) -> Edit? {
    let slot = try slot(of: id)
    let source = path(of: slot)
    guard hasPlace(at: destination, takingOut: source) else { throw .noSuchPlace(destination) }
    guard source != destination else { return nil }
    move(slot, to: destination)
    return .moveItem(id, from: source, to: destination)
  }

  /// Moves several items as one change: afterwards they are consecutive, in the given order, with the
  /// first at the destination.
  ///
  /// The destination is counted without all of them. The number of edits is minimal: items that are in
  /// the right order within the right gap already stay, and each of the others moves once.
  ///
  /// - Throws: `noSuchItem`, `duplicateItem` or `noSuchPlace`.
  /// - Complexity: O(*k* log *n*) for *k* items.
  @discardableResult
  public mutating func move(
    _ ids: [ItemID], to destination: IndexPath
  ) throws(BoardError) -> [Edit] {
    if ids.count == 1 { return try move(ids[0], to: destination).map { [$0] } ?? [] }
    let slots = try slots(of: ids)
    let gap = try gap(for: slots, at: destination)
    var edits: [Edit] = []
    var next = gap.start
    for (slot, stays) in zip(slots, gap.stays) {
      let source = path(of: slot)
      if stays {
        next = source.item + 1
        continue
      }
      let place = IndexPath(section: destination.section, item: next).shifted(byDeleteAt: source)
      move(slot, to: place)
      edits.append(.moveItem(items.id(at: slot), from: source, to: place))
      next = place.item + 1
    }
    assert(
      slots.isEmpty || path(of: slots[0]) == destination, "the first item is at the destination")
    assert(edits.count <= slots.count, "an item moves once at most")
    return edits
  }

  /// The gap of a destination between the other items, before any item is moved.
  private struct Gap {
    /// The index right after the other item on the left.
    var start: Int
    /// For each moved item, whether it can stay where it is.
    var stays: [Bool]
  }

  private func gap(for slots: [Slot], at destination: IndexPath) throws(BoardError) -> Gap {
    let sources = slots.map { path(of: $0) }
    // The moved items in the destination's section, from left to right, and the number of other items
    // to the left of each.
    let inside = sources.indices.filter { sources[$0].section == destination.section }
      .sorted { sources[$0] < sources[$1] }
    let others = inside.enumerated().map { sources[$1].item - $0 }
    guard hasSection(at: destination.section), destination.item >= 0,
      destination.item <= itemCount(in: destination.section) - inside.count
    else { throw .noSuchPlace(destination) }
    let there = zip(inside, others).filter { $1 == destination.item }.map { $0.0 }
    var stays = Array(repeating: false, count: slots.count)
    for position in LongestIncreasingSubsequence.positions(in: there) {
      stays[there[position]] = true
    }
    return Gap(start: destination.item + others.count { $0 < destination.item }, stays: stays)
  }

  private func slots(of ids: [ItemID]) throws(BoardError) -> [Slot] {
    var seen = Set<Slot>(minimumCapacity: ids.count)
    var slots: [Slot] = []
    slots.reserveCapacity(ids.count)
    for id in ids {
      let slot = try slot(of: id)
      guard seen.insert(slot).inserted else { throw .duplicateItem(id) }
      slots.append(slot)
    }
    return slots
  }
}
