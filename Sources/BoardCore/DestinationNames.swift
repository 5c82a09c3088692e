// What a command names, looked up on a board.

extension DropGround {
  /// The item a command names. A path of an earlier revision means the item that was there then.
  ///
  /// - Throws: `itemGone`, `badPath`, `futureRevision` or `revisionTooOld`.
  public func resolve(_ reference: ItemReference) throws(Refusal) -> ItemID {
    switch reference {
    case .id(let id):
      guard board.indexPath(of: id) != nil else { throw .itemGone(reference.description) }
      return id
    case .path(let path, let revision):
      let edits = try edits(since: revision)
      guard let now = edits.carry(itemAt: path) else { throw .itemGone(reference.description) }
      guard board.hasItem(at: now) else { throw .badPath(reference.description) }
      return board.item(at: now).id
    }
  }

  /// The items a command names, in its order.
  ///
  /// - Throws: As for one item; `noItems` for none and `duplicateItem` for one named twice.
  public func resolve(_ references: [ItemReference]) throws(Refusal) -> [ItemID] {
    guard !references.isEmpty else { throw .noItems }
    var items: [ItemID] = []
    for reference in references { items.append(try resolve(reference)) }
    var seen = Set<ItemID>()
    for item in items where !seen.insert(item).inserted { throw .duplicateItem(item.string) }
    return items
  }

  /// The index of the section a command names.
  ///
  /// - Throws: `sectionGone` or `badPath`.
  public func resolve(_ reference: SectionReference) throws(Refusal) -> Int {
    switch reference {
    case .id(let id):
      guard let index = board.index(of: id) else { throw .sectionGone(id.string) }
      return index
    case .index(let index):
      guard board.hasSection(at: index) else { throw .badPath(reference.description) }
      return index
    }
  }

  /// The index a section is to have right after it is put in or moved.
  ///
  /// - Parameter moving: The index of the section that moves, or nil for a new one. The answer is
  ///   counted with it taken out.
  /// - Throws: `sectionGone` or `badPath`.
  public func resolve(
    _ place: SectionPlace, moving: Int? = nil
  ) throws(Refusal) -> Int {
    switch place {
    case .index(let index):
      guard index >= 0, index <= board.sectionCount - (moving == nil ? 0 : 1) else {
        throw .badPath("\(index)")
      }
      return index
    case .before(let section): return counted(try resolve(section), without: moving)
    case .after(let section): return counted(try resolve(section) + 1, without: moving)
    case .end: return counted(board.sectionCount, without: moving)
    }
  }

  private func counted(_ index: Int, without moving: Int?) -> Int {
    guard let moving, moving < index else { return index }
    return index - 1
  }

  /// What happened since a revision; nothing where none is named.
  func edits(since revision: Int?) throws(Refusal) -> [Edit] {
    guard let revision else { return [] }
    return try log.edits(since: revision)
  }
}

extension [Edit] {
  /// Where the item is after these edits that was at the path before them, or nil if it is gone.
  ///
  /// A path that is out of range before them is out of range after them.
  func carry(itemAt path: IndexPath) -> IndexPath? {
    var path = path
    for edit in self {
      guard let next = edit.carry(itemAt: path) else { return nil }
      path = next
    }
    return path
  }
}

extension Edit {
  fileprivate func carry(itemAt path: IndexPath) -> IndexPath? {
    switch self {
    case .insertItem(_, let place):
      path.pushed(by: place)
    case .deleteItem(_, let place):
      place == path ? nil : path.pulled(by: place)
    case .moveItem(_, let source, let destination):
      source == path ? destination : path.pulled(by: source).pushed(by: destination)
    case .reloadItem, .reloadSection:
      path
    case .insertSection(_, let place):
      IndexPath(section: path.section + (place <= path.section ? 1 : 0), item: path.item)
    case .deleteSection(_, let place):
      place == path.section
        ? nil : IndexPath(section: path.section - (place < path.section ? 1 : 0), item: path.item)
    case .moveSection(_, let source, let destination):
      IndexPath(section: path.section.moved(from: source, to: destination), item: path.item)
    }
  }
}

extension IndexPath {
  fileprivate func pushed(by place: IndexPath) -> IndexPath {
    guard place.section == section, place.item <= item else { return self }
    return IndexPath(section: section, item: item + 1)
  }

  fileprivate func pulled(by place: IndexPath) -> IndexPath {
    guard place.section == section, place.item < item else { return self }
    return IndexPath(section: section, item: item - 1)
  }
}

extension Int {
  /// Where the index is after the thing at one index moved to another, counted with it taken out.
  func moved(from source: Int, to destination: Int) -> Int {
    if self == source { return destination }
    let without = source < self ? self - 1 : self
    return destination <= without ? without + 1 : without
  }
}
