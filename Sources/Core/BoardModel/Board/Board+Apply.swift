extension Board {
  /// Applies an edit, which must hold on the board.
  ///
  /// - Complexity: O(log *n*), or O(items of the section) for the insert or delete of a section.
  public mutating func apply(_ edit: Edit) {
    let holds = applyIfHolding(edit)
    precondition(holds, "the edit does not fit the board")
  }

  /// Applies an edit if it holds on the board.
  ///
  /// - Returns: Whether it does.
  public mutating func applyIfHolding(_ edit: Edit) -> Bool {
    switch edit {
    case .insertItem(let item, let path):
      return hasPlace(at: path) && putIfNew(item, at: path)
    case .deleteItem(let item, let path):
      if hasUnknownItem(at: path) { return removeUnknownItem(at: path) }
      guard let slot = slot(of: item, at: path) else { return false }
      remove(slot)
    case .reloadItem(let id, let path, let old, let text):
      if hasUnknownItem(at: path) { return true }
      guard let slot = slot(at: path, id, old) else { return false }
      setText(of: slot, to: text)
    case .reconfigureItem(let id, let path, let old, let changes):
      if hasUnknownItem(at: path) { return true }
      guard let slot = slot(at: path, id, old) else { return false }
      items.change(slot, fields: changes)
    case .moveItem(let id, let source, let destination):
      guard hasPlace(at: destination, takingOut: source) else { return false }
      if hasUnknownItem(at: source) { return moveUnknownItem(at: source, to: destination) }
      guard let slot = slot(at: source, id) else { return false }
      move(slot, to: destination)
    case .insertSection, .deleteSection, .moveSection, .reloadSection:
      guard holds(edit) else { return false }
      applyToSection(edit)
    }
    return true
  }

  private mutating func applyToSection(_ edit: Edit) {
    switch edit {
    case .insertItem, .deleteItem, .moveItem, .reloadItem, .reconfigureItem: return
    case .insertSection(let section, let index): put(section, at: index)
    case .deleteSection(_, let index): removeSection(sectionSlot(at: index))
    case .moveSection(_, let source, let destination):
      moveSection(sectionSlot(at: source), to: destination)
    case .reloadSection(_, let index, _, let title): setTitle(of: sectionSlot(at: index), to: title)
    }
  }

  /// Applies edits, each of which must hold on the board that the previous one leads to.
  public mutating func apply(_ edits: some Sequence<Edit>) {
    for edit in edits { apply(edit) }
  }

  /// Whether an edit can be applied: what it removes is there, and what it inserts has a valid index
  /// and a new id.
  ///
  /// - Complexity: As for `apply`.
  public func holds(_ edit: Edit) -> Bool {
    switch edit {
    case .insertItem(let item, let path):
      hasPlace(at: path) && !contains(item.id)
    case .deleteItem(let item, let path):
      hasUnknownItem(at: path) || slot(of: item, at: path) != nil
    case .moveItem(let id, let source, let destination):
      (hasUnknownItem(at: source) || slot(at: source, id) != nil)
        && hasPlace(at: destination, takingOut: source)
    case .reloadItem(let id, let path, let old, _):
      hasUnknownItem(at: path) || slot(at: path, id, old) != nil
    case .reconfigureItem(let id, let path, let old, _):
      hasUnknownItem(at: path)
        || slot(at: path, id, old) != nil
    case .insertSection(let section, let index):
      hasSectionPlace(at: index) && firstDuplicate(in: section) == nil
    case .deleteSection(let section, let index):
      self.index(of: section.id) == index && sectionContent(at: index) == section
    case .moveSection(let id, let source, let destination):
      index(of: id) == source && hasSection(at: destination)
    case .reloadSection(let id, let index, let old, _):
      self.index(of: id) == index && title(at: index) == old
    }
  }

  /// The slot of an item at a path, or nil if another item is there, or one with another text if a
  /// text is given.
  ///
  /// - Complexity: O(log *n*), without a look-up of the id.
  private func slot(at path: IndexPath, _ id: ItemID, _ text: Text? = nil) -> Slot? {
    guard hasItem(at: path) else { return nil }
    let slot = itemSlot(at: path)
    return !slot.isRun && items.holds(id, text, at: slot) ? slot : nil
  }

  /// The slot of an item at a path, or nil if another item is there, or one with other values of these fields.
  ///
  /// - Complexity: As above.
  private func slot(at path: IndexPath, _ id: ItemID, _ fields: FieldChanges) -> Slot? {
    slot(at: path, id).flatMap { slot in
      let agrees = items.withFields(at: slot) { known in
        fields.allSatisfy { known.value(of: $0.name) == $0.value }
      }
      return agrees ? slot : nil
    }
  }

  /// The slot of just this item at a path, or nil if another item is there.
  ///
  /// - Complexity: As above.
  private func slot(of item: Item, at path: IndexPath) -> Slot? {
    guard let slot = slot(at: path, item.id, item.text) else { return nil }
    return items.fields(at: slot) == item.fields ? slot : nil
  }

  /// Whether a section can be inserted at the index.
  public func hasSectionPlace(at index: Int) -> Bool { index >= 0 && index <= sectionCount }

  /// Why a section cannot be inserted: its id or the id of an item is on the board already.
  func firstDuplicate(in section: Section) -> BoardError? {
    if contains(section.id) { return .duplicateSection(section.id) }
    var seen = Set<ItemID>(minimumCapacity: section.items.count)
    for item in section.items where contains(item.id) || !seen.insert(item.id).inserted {
      return .duplicateItem(item.id)
    }
    return nil
  }
}

// The changes themselves. Callers have checked the arguments.

extension Board {
  mutating func put(_ item: Item, at path: IndexPath) {
    let isNew = putIfNew(item, at: path)
    precondition(isNew, "an item is on the board once")
  }

  /// Inserts an item at a path unless its id is on the board.
  ///
  /// - Returns: Whether it was inserted.
  private mutating func putIfNew(_ item: Item, at path: IndexPath) -> Bool {
    guard let slot = items.insertIfNew(item.id, item.text, item.fields) else { return false }
    nextNumbers.note(item.id)
    lists.insert(slot, at: path.item, in: sectionSlot(at: path.section))
    assert(indexPath(of: item.id) == path, "an item has the path it was inserted at")
    return true
  }

  mutating func remove(_ item: Slot) {
    lists.remove(item)
    items.remove(item)
  }

  /// Moves an item to a path counted without it.
  mutating func move(_ item: Slot, to destination: IndexPath) {
    let section = sectionSlot(at: destination.section)
    lists.remove(item)
    lists.insert(item, at: destination.item, in: section)
    assert(path(of: item) == destination, "a destination counts without the item")
  }

  mutating func setText(of item: Slot, to text: Text) {
    items.change(item, text: text)
  }

  mutating func put(_ section: Section, at index: Int) {
    order.insert(add(section), at: index, in: Self.all)
    assert(self.index(of: section.id) == index, "a section has the index it was inserted at")
  }

  mutating func removeSection(_ section: Slot) {
    var gone: [Slot] = []
    lists.forEach(in: section, 0..<lists.count(of: section)) { gone.append($0) }
    assert(gone.length == lists.count(of: section), "all items go with their section")
    lists.removeAll(from: section)
    for item in gone {
      if item.isRun { unknownCount -= item.length } else { items.remove(item) }
    }
    order.remove(section)
    sections.remove(section)
  }

  /// Moves a section to an index counted without it.
  mutating func moveSection(_ section: Slot, to destination: Int) {
    order.remove(section)
    order.insert(section, at: destination, in: Self.all)
    assert(order.position(of: section).index == destination, "as for an item")
  }

  mutating func setTitle(of section: Slot, to title: Text) {
    sections.change(section, text: title)
  }

  /// Adds a section and its items to all tables except the order of the sections.
  mutating func add(_ section: Section) -> Slot {
    let slot = sections.insert(section.id, section.title)
    let slots = section.items.map { items.insert($0.id, $0.text, $0.fields) }
    let unknown: [Slot] = section.unknownCount > 0 ? [.run(section.unknownCount)] : []
    lists.fill(slot, with: slots + unknown)
    if !unknown.isEmpty { unknownCount += section.unknownCount }
    nextNumbers.note(section.id)
    for item in section.items { nextNumbers.note(item.id) }
    return slot
  }
}
