import BoardModel

/// What an undo of a revision would do, and what is in conflict with it.
struct UndoPlan {
  /// An item or section that the revision touched.
  struct Track<ID: Hashable, Place> {
    let change: ChangeSummary.Change<ID, Place>
    /// Whether the undo leaves its place and its text, because one of them is in conflict.
    fileprivate(set) var isSkipped = false
    /// The changes of fields that the undo makes, without those that are in conflict.
    fileprivate(set) var fieldReturns: FieldChanges

    fileprivate init(_ change: ChangeSummary.Change<ID, Place>) {
      self.change = change
      fieldReturns = change.fieldReturns
    }

    fileprivate mutating func skip(withFields isWhole: Bool) {
      isSkipped = true
      if isWhole { fieldReturns = FieldChanges() }
    }
  }

  typealias ItemTrack = Track<ItemID, IndexPath>
  typealias SectionTrack = Track<SectionID, Int>

  private(set) var items: [ItemTrack]
  private(set) var sections: [SectionTrack]
  /// The first conflict found.
  private(set) var conflict: UndoConflict?

  let before: ComposedBoard<Board>
  let board: Board
  private let log: RevisionLog
  private let revision: Int

  init(
    _ changes: ChangeSummary, of revision: Int, in log: RevisionLog, before: ComposedBoard<Board>,
    board: Board
  ) {
    items = changes.items.map { ItemTrack($0) }
    sections = changes.sections.map { SectionTrack($0) }
    self.before = before
    self.board = board
    self.log = log
    self.revision = revision
  }

  /// Whether an item or section is on the board now and not skipped.
  func isOnBoard(_ item: ItemTrack) -> Bool { !item.isSkipped && board.contains(item.change.id) }
  func isOnBoard(_ section: SectionTrack) -> Bool {
    !section.isSkipped && board.contains(section.change.id)
  }

  /// Whether an item returns to its origin. One that its owner deleted or inserted again since does
  /// not.
  func returns(_ item: ItemTrack) -> Bool {
    !item.isSkipped && (item.change.isDelete || item.change.isMove)
      && item.change.isDelete != board.contains(item.change.id)
  }

  /// Whether a section returns to its origin.
  func returns(_ section: SectionTrack) -> Bool {
    !section.isSkipped && (section.change.isDelete || section.change.isMove)
      && section.change.isDelete != board.contains(section.change.id)
  }

  /// The section of an item before the revision.
  func home(of item: ItemTrack) -> SectionID? {
    item.change.origin.map { before.sectionID(at: $0.section) }
  }
}

extension UndoPlan {
  /// Finds what others did since to what the revision touched.
  mutating func findConflicts(isOwn: (Int) -> Bool) {
    var scan = ConflictScan(items: items.map(\.change), sections: sections.map(\.change))
    precondition(log.contains(revision - 1), "the edits of the revision are in the log")
    for later in revision + 1..<log.head + 1 where !isOwn(later) {
      for edit in log.edits(from: later - 1, to: later) { scan.read(edit, of: later) }
    }
    for (number, found) in scan.sectionsFound.sorted(by: { $0.key < $1.key }) {
      sections[number].isSkipped = true
      note(UndoConflict(.section(sections[number].change.id), found.change, in: found.revision))
    }
    for (number, found) in scan.itemsFound.sorted(by: { $0.key < $1.key }) {
      items[number].skip(withFields: found.isOfAll)
      note(UndoConflict(.item(items[number].change.id), found.change, in: found.revision))
    }
    for (number, fields) in scan.fieldsFound.sorted(by: { $0.key < $1.key }) {
      for name in fields.keys { items[number].fieldReturns.remove(name) }
      let last = fields.values.max() ?? revision
      note(UndoConflict(.item(items[number].change.id), .set, in: last))
    }
  }

  /// Finds items that return to a section that is deleted and does not return.
  mutating func findLostSections() {
    let returning = Set(sections.filter { returns($0) }.map(\.change.id))
    for number in items.indices where returns(items[number]) {
      guard let home = home(of: items[number]), !board.contains(home), !returning.contains(home)
      else { continue }
      items[number].skip(withFields: true)
      if conflict == nil {
        note(UndoConflict(.section(home), .deleted, in: lastRevision { $0.deletes(home) }))
      }
    }
  }

  /// Finds sections that the undo would delete although they have items that it does not remove.
  mutating func findFilledSections() {
    let going = sections.indices.filter { sections[$0].change.isInsert && isOnBoard(sections[$0]) }
    guard !going.isEmpty else { return }
    let leaving = leavingItems()
    var counts: [Int: Int] = [:]
    for id in leaving {
      if let path = board.indexPath(of: id) { counts[path.section, default: 0] += 1 }
    }
    for number in going {
      let id = sections[number].change.id
      guard let index = board.index(of: id), board.itemCount(in: index) > counts[index] ?? 0
      else { continue }
      sections[number].isSkipped = true
      if conflict == nil { note(filled(id, at: index, but: leaving)) }
    }
  }

  /// The items on the board that the undo deletes or moves.
  private func leavingItems() -> Set<ItemID> {
    let leaving = items.filter { track in
      isOnBoard(track) && (track.change.isInsert || returns(track))
    }
    return Set(leaving.map(\.change.id))
  }

  private func filled(_ id: SectionID, at index: Int, but leaving: Set<ItemID>) -> UndoConflict {
    var place = IndexPath(section: index, item: 0)
    while leaving.contains(board.item(at: place).id) { place.item += 1 }
    assert(place.item < board.itemCount(in: index), "the section has an item that does not leave")
    let remaining = board.item(at: place).id
    return UndoConflict(.section(id), .filled, in: lastRevision { $0.puts(remaining) })
  }

  private mutating func note(_ found: UndoConflict) { conflict = conflict ?? found }

  /// The last revision with such an edit, from the one that is undone on.
  private func lastRevision(where did: (Edit) -> Bool) -> Int {
    for later in (revision...log.head).reversed()
    where log.edits(from: later - 1, to: later).contains(where: did) { return later }
    return revision
  }
}

extension Edit {
  fileprivate func deletes(_ id: SectionID) -> Bool {
    if case .deleteSection(let section, _) = self { section.id == id } else { false }
  }

  /// Whether the edit inserts or moves an item.
  fileprivate func puts(_ id: ItemID) -> Bool {
    switch self {
    case .insertItem(let item, _): item.id == id
    case .moveItem(let moved, _, _): moved == id
    case .insertSection(let section, _): section.items.contains { $0.id == id }
    case .deleteItem, .reloadItem, .reconfigureItem, .deleteSection, .moveSection, .reloadSection:
      false
    }
  }
}
