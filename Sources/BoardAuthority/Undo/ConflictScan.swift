import BoardModel

/// Looks through later edits for those that are in conflict with taking a revision back.
///
/// Moves are in conflict with moves and texts with texts. Coming and going is in conflict with
/// everything, and everything with what came or went by the revision.
struct ConflictScan {
  struct Found {
    var change: UndoConflict.Change
    var revision: Int
  }

  /// What matters about one thing.
  private struct Concern {
    let number: Int
    let place: Bool
    let text: Bool

    init<ID, Place>(_ number: Int, _ change: ChangeSummary.Change<ID, Place>) {
      let isAll = change.isInsert || change.isDelete
      self.number = number
      place = isAll || change.isMove
      text = isAll || change.isEdit
    }

    func isAffected(by change: UndoConflict.Change) -> Bool {
      switch change {
      case .moved: place
      case .edited, .renamed: text
      case .deleted, .inserted, .filled: true
      }
    }
  }

  private var items: [ItemID: Concern] = [:]
  private var sections: [SectionID: Concern] = [:]
  /// By the number of the change, the last conflict with it.
  private(set) var itemsFound: [Int: Found] = [:]
  private(set) var sectionsFound: [Int: Found] = [:]

  init(items: [ChangeSummary.ItemChange], sections: [ChangeSummary.SectionChange]) {
    self.items.reserveCapacity(items.count)
    for (number, item) in items.enumerated() { self.items[item.id] = Concern(number, item) }
    for (number, section) in sections.enumerated() {
      self.sections[section.id] = Concern(number, section)
    }
  }

  /// Looks at an edit that somebody else made.
  ///
  /// - Complexity: O(1), or O(items) for a section that comes or goes.
  mutating func read(_ edit: Edit, of revision: Int) {
    switch edit {
    case .insertItem(let item, _): note(item.id, .inserted, revision)
    case .deleteItem(let item, _): note(item.id, .deleted, revision)
    case .moveItem(let id, _, _): note(id, .moved, revision)
    case .reloadItem(let id, _, _, _): note(id, .edited, revision)
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
    itemsFound[concern.number] = Found(change: change, revision: revision)
  }

  private mutating func note(_ id: SectionID, _ change: UndoConflict.Change, _ revision: Int) {
    guard let concern = sections[id], concern.isAffected(by: change) else { return }
    sectionsFound[concern.number] = Found(change: change, revision: revision)
  }
}
