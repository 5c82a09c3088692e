// Changes by id. Each one checks first, then changes the board, and returns its edits.

extension Board {
  /// Inserts a new item at the path it has afterwards.
  ///
  /// - Throws: `duplicateItem` or `noSuchPlace`.
  /// - Complexity: O(log *n*).
  @discardableResult
  public mutating func insert(_ item: Item, at path: IndexPath) throws(BoardError) -> Edit {
    guard !contains(item.id) else { throw .duplicateItem(item.id) }
    guard hasPlace(at: path) else { throw .noSuchPlace(path) }
    put(item, at: path)
    return .insertItem(item, at: path)
  }

  /// Deletes an item.
  ///
  /// - Throws: `noSuchItem`.
  /// - Complexity: O(log *n*).
  @discardableResult
  public mutating func deleteItem(_ id: ItemID) throws(BoardError) -> Edit {
    let slot = try slot(of: id)
    let edit = Edit.deleteItem(item(slot), at: path(of: slot))
    remove(slot)
    return edit
  }

  /// Changes an item's text; nil if it is the same already.
  ///
  /// - Throws: `noSuchItem`.
  /// - Complexity: O(log *n*).
  @discardableResult
  public mutating func setText(of id: ItemID, to text: Text) throws(BoardError) -> Edit? {
    let slot = try slot(of: id)
    let old = items.text(at: slot)
    guard text != old else { return nil }
    setText(of: slot, to: text)
    return .reloadItem(id, at: path(of: slot), from: old, to: text)
  }

  /// Changes some of an item's fields; nil if they have these values already.
  ///
  /// - Returns: The edit, how many fields the item has then, and their bytes as `Fields.byteCount` counts them.
  /// - Throws: `noSuchItem`.
  /// - Complexity: O(log *n*).
  @discardableResult
  public mutating func setFields(
    of id: ItemID, _ changes: FieldChanges
  ) throws(BoardError) -> (edit: Edit, count: Int, bytes: Int)? {
    let slot = try slot(of: id)
    let (old, new) = items.withFields(at: slot) { fields in
      changes.effect { fields.value(of: $0) }
    }
    guard !new.isEmpty else { return nil }
    items.change(slot, fields: new)
    let (count, bytes) = items.withFields(at: slot) { $0.size }
    return (.reconfigureItem(id, at: path(of: slot), from: old, to: new), count, bytes)
  }

  /// Inserts a new section, with its items, at the index it has afterwards.
  ///
  /// - Throws: `noSuchSectionPlace`, `duplicateSection` or `duplicateItem`.
  /// - Complexity: O(items of the section + log sections).
  @discardableResult
  public mutating func insert(_ section: Section, at index: Int) throws(BoardError) -> Edit {
    guard hasSectionPlace(at: index) else { throw .noSuchSectionPlace(index) }
    if let duplicate = firstDuplicate(in: section) { throw duplicate }
    put(section, at: index)
    return .insertSection(section, at: index)
  }

  /// Deletes a section with all its items.
  ///
  /// - Throws: `noSuchSection`.
  /// - Complexity: O(items of the section + log sections).
  @discardableResult
  public mutating func deleteSection(_ id: SectionID) throws(BoardError) -> Edit {
    let index = try index(ofExisting: id)
    let edit = Edit.deleteSection(sectionContent(at: index), at: index)
    removeSection(sectionSlot(at: index))
    return edit
  }

  /// Moves a section to the index it has afterwards, counted without it; nil if it is there
  /// already.
  ///
  /// - Throws: `noSuchSection` or `noSuchSectionPlace`.
  /// - Complexity: O(log sections).
  @discardableResult
  public mutating func moveSection(
    _ id: SectionID, to destination: Int
  ) throws(BoardError) -> Edit? {
    let source = try index(ofExisting: id)
    guard hasSection(at: destination) else { throw .noSuchSectionPlace(destination) }
    guard source != destination else { return nil }
    moveSection(sectionSlot(at: source), to: destination)
    return .moveSection(id, from: source, to: destination)
  }

  /// Changes a section's title; nil if it is the same already.
  ///
  /// - Throws: `noSuchSection`.
  /// - Complexity: O(log sections).
  @discardableResult
  public mutating func renameSection(_ id: SectionID, to title: Text) throws(BoardError) -> Edit? {
    let index = try index(ofExisting: id)
    let old = self.title(at: index)
    guard title != old else { return nil }
    setTitle(of: sectionSlot(at: index), to: title)
    return .reloadSection(id, at: index, from: old, to: title)
  }

  /// Deletes all items of a section, the last one first.
  ///
  /// - Throws: `noSuchSection`.
  /// - Complexity: O(*k* log *n*) for *k* items in the section.
  @discardableResult
  public mutating func clearSection(_ id: SectionID) throws(BoardError) -> [Edit] {
    let index = try index(ofExisting: id)
    return (0..<itemCount(in: index)).reversed().map { place in
      let path = IndexPath(section: index, item: place)
      let slot = itemSlot(at: path)
      defer { remove(slot) }
      return .deleteItem(item(slot), at: path)
    }
  }

  func slot(of id: ItemID) throws(BoardError) -> Slot {
    guard let slot = items.slot(of: id) else { throw .noSuchItem(id) }
    return slot
  }

  private func index(ofExisting id: SectionID) throws(BoardError) -> Int {
    guard let index = index(of: id) else { throw .noSuchSection(id) }
    return index
  }
}

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
