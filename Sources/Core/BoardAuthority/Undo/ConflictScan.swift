import BoardModel

/// Scans later edits for conflicts with the undo of a revision.
///
/// Moves are in conflict with moves, edits with edits, and a field with the same field. Inserts and deletes are in conflict with
/// everything, on both sides.
struct ConflictScan {
  struct Found {
    var change: UndoConflict.Change
    var revision: Int
    /// Whether one of the changes took the item or section away, or brought it.
    var isOfAll = false
  }

  /// Which later changes of an item or section are conflicts.
  private struct Concern {
    let number: Int
    let isAll: Bool
    let place: Bool
    let text: Bool
    let fields: FieldChanges

    init<ID, Place>(_ number: Int, _ change: ChangeSummary.Change<ID, Place>) {
      isAll = change.isInsert || change.isDelete
      self.number = number
      fields = change.fieldReturns
      place = isAll || change.isMove
      text = isAll || change.isEdit
    }

    func isAffected(by change: UndoConflict.Change) -> Bool {
      switch change {
      case .moved: place
      case .edited, .renamed: text
      case .set: isAll
      case .deleted, .inserted, .filled: true
      }
    }
  }

  private var items: [ItemID: Concern] = [:]
  private var sections: [SectionID: Concern] = [:]
  /// The last conflict with a change, by the number of the change.
  private(set) var itemsFound: [Int: Found] = [:]
  private(set) var sectionsFound: [Int: Found] = [:]
  /// The last revision that set a field too, by the number of the change of the item.
  private(set) var fieldsFound: [Int: [FieldName: Int]] = [:]

  init(items: [ChangeSummary.ItemChange], sections: [ChangeSummary.SectionChange]) {
    self.items.reserveCapacity(items.count)
    for (number, item) in items.enumerated() { self.items[item.id] = Concern(number, item) }
    for (number, section) in sections.enumerated() {
      self.sections[section.id] = Concern(number, section)
    }
  }

  /// Reads an edit by another client.
  ///
  /// - Complexity: O(1), or O(items) for a section that is inserted or deleted.
  mutating func read(_ edit: Edit, of revision: Int) {
    switch edit {
    case .insertItem(let item, _): note(item.id, .inserted, revision)
    case .deleteItem(let item, _): note(item.id, .deleted, revision)
    case .moveItem(let id, _, _): note(id, .moved, revision)
    case .reloadItem(let id, _, _, _): note(id, .edited, revision)
    case .reconfigureItem(let id, _, _, let changes):
      if changes.isEmpty { return }
      note(id, .set, revision)
      note(id, changes, revision)
    case .insertSection(let section, _):
      note(section.id, .inserted, revision)
      for item in section.items { note(item.id, .inserted, revision) }
    case .deleteSection(let section, _):
      note(section.id, .deleted, revision)
      for item in section.items { note(item.id, .deleted, revision) }
    case .moveSection(let id, _, _): note(id, .moved, revision)
    case .reloadSection(let id, _, _, _): note(id, .renamed, revision)
    }
  }

  private mutating func note(_ id: ItemID, _ change: UndoConflict.Change, _ revision: Int) {
    guard let concern = items[id], concern.isAffected(by: change) else { return }
    let isOfAll = itemsFound[concern.number]?.isOfAll ?? false
    itemsFound[concern.number] = Found(
      change: change, revision: revision,
      isOfAll: isOfAll || change == .deleted || change == .inserted)
  }

  private mutating func note(_ id: ItemID, _ changes: FieldChanges, _ revision: Int) {
    guard let concern = items[id] else { return }
    for field in concern.fields where changes[field.name] != nil {
      fieldsFound[concern.number, default: [:]][field.name] = revision
    }
  }

  private mutating func note(_ id: SectionID, _ change: UndoConflict.Change, _ revision: Int) {
    guard let concern = sections[id], concern.isAffected(by: change) else { return }
    sectionsFound[concern.number] = Found(change: change, revision: revision)
  }
}
