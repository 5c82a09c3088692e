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
