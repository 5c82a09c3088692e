extension BatchUpdate {
  /// The batch of a single edit, the same as that of its composition.
  ///
  /// Most revisions are one edit, and most watchers are one revision behind, so this avoids a
  /// composition: a single edit is one row of its kind, or none if nothing differs.
  ///
  /// - Complexity: O(1), and the items of an inserted section.
  public init(_ edit: Edit) {
    self.init()
    switch edit {
    case .insertItem(let item, let path):
      inserts = [Insert(item, at: path)]
    case .deleteItem(let item, let path):
      deletes = [Delete(item.id, at: path)]
    case .moveItem(let id, let from, let to):
      if from != to { moves = [Move(id, from: from, to: to)] }
    case .reloadItem(let id, let path, let old, let new):
      if old != new { reloads = [Reload(id, text: new, at: path)] }
    case .reconfigureItem(let id, let path, let old, let new):
      if old != new { reconfigures = [Reconfigure(id, new, at: path)] }
    case .insertSection, .deleteSection, .moveSection, .reloadSection:
      setSectionRow(of: edit)
    }
  }

  private mutating func setSectionRow(of edit: Edit) {
    switch edit {
    case .insertSection(let section, let index):
      let items = section.items.map { Arrival($0) }
      insertedSections = [
        SectionInsert(section.id, title: section.title, items: items, at: index)
      ]
    case .deleteSection(let section, let index):
      deletedSections = [SectionDelete(section.id, at: index)]
    case .moveSection(let id, let from, let to):
      if from != to { movedSections = [SectionMove(id, from: from, to: to)] }
    case .reloadSection(let id, let index, let old, let new):
      if old != new { reloadedSections = [SectionReload(id, title: new, at: index)] }
    case .insertItem, .deleteItem, .moveItem, .reloadItem, .reconfigureItem:
      preconditionFailure("an item's edit is no section's")
    }
  }
}
