import BoardModel

/// The undo of one revision on the board as it is now: what is to be done, by id.
///
/// It uses anchors and never restores an old order. An item that was moved or deleted returns right
/// after the item that was before it on the board before the revision, if that one is in the section
/// now or returns to it as well; else after the next one before it that is; else to the start of the
/// section. Sections return after sections in the same way. What was inserted is deleted, and texts,
/// titles and fields are restored. Nothing is touched that the revision did not touch.
///
/// A redo is the same: it undoes the revision that an undo made.
///
/// With nothing in between, the board is afterwards just what it was before the revision.
public struct Undo: Sendable {
  /// A section that returns.
  struct SectionReturn: Sendable {
    let id: SectionID
    /// The section right before it, or nil if it comes first.
    let anchor: SectionID?
    /// What to insert, or nil if the section is on the board and moves.
    var content: Section?
  }

  /// An item that returns.
  struct ItemReturn: Sendable {
    let id: ItemID
    /// Right after an item, or at the start of a section.
    let anchor: Anchor
    /// What to insert, or nil if the item is on the board and moves.
    var item: Item?
  }

  var texts: [(id: ItemID, text: Text)] = []
  var fields: [(id: ItemID, changes: FieldChanges)] = []
  var titles: [(id: SectionID, title: Text)] = []
  var deletes: [ItemID] = []
  /// In the order they had.
  var sectionReturns: [SectionReturn] = []
  /// In the order they had, those that come with their section left out.
  var itemReturns: [ItemReturn] = []
  var sectionDeletes: [SectionID] = []
  /// The whole undo, if the revision is the newest one and only inserts or only deletes items: then
  /// nothing can be in conflict, and its edits are reverted one by one.
  private(set) var inverse: [Edit] = []

  /// Finds out how to undo a revision.
  ///
  /// - Parameters:
  ///   - revision: one whose edits the log has.
  ///   - log: the revisions up to `board`.
  ///   - isOwn: whether a later revision is by the client that undoes this one. Its own revisions are
  ///     no conflict.
  ///   - board: the board at the head of the log.
  ///   - leavingConflicts: whether to skip what is in conflict and to undo the rest.
  /// - Throws: the first conflict with what another client did since.
  /// - Complexity: O(*r*) if `inverse` is the undo; else O(*r* log *n* + *k* log *k*) for *r* edits of the revision and *k* in all from it
  ///   on, an item that was inserted or deleted with its section counting as one.
  public init(
    of revision: Int, in log: RevisionLog, isOwn: (_ revision: Int) -> Bool, on board: Board,
    leavingConflicts: Bool = false
  ) throws(UndoConflict) {
    if revision == log.head {
      inverse = log.edits(from: revision - 1, to: revision).inverseOfItems
      if !inverse.isEmpty { return }
    }
    let before = log.board(at: revision - 1, head: board)
    let changes = ChangeSummary(
      of: log.composition(from: revision - 1, to: revision), before: before)
    var plan = UndoPlan(changes, of: revision, in: log, before: before, board: board)
    plan.findConflicts(isOwn: isOwn)
    plan.findLostSections()
    plan.findFilledSections()
    if !leavingConflicts, let conflict = plan.conflict { throw conflict }
    let anchors = UndoAnchors(plan)
    collectTexts(plan)
    collectSections(plan, anchors)
    collectItems(plan, anchors)
  }

  /// The items on the board that the undo moves or deletes: those that nobody may be dragging.
  public var displacedItems: [ItemID] {
    let deleted = inverse.compactMap { edit -> ItemID? in
      if case .deleteItem(let item, _) = edit { item.id } else { nil }
    }
    return deleted + deletes + itemReturns.filter { $0.item == nil }.map(\.id)
  }
}

extension ArraySlice<Edit> {
  /// The inverse edits if all insert items or all delete items, else none.
  fileprivate var inverseOfItems: [Edit] {
    guard allSatisfy(\.insertsItem) || allSatisfy(\.deletesItem) else { return [] }
    return Array(inverse)
  }
}

extension Edit {
  fileprivate var insertsItem: Bool { if case .insertItem = self { true } else { false } }
  fileprivate var deletesItem: Bool { if case .deleteItem = self { true } else { false } }
}

extension Undo {
  private mutating func collectTexts(_ plan: UndoPlan) {
    for item in plan.items where item.change.isEdit && plan.isOnBoard(item) {
      if let text = item.change.oldText { texts.append((item.change.id, text)) }
    }
    for item in plan.items where !item.fieldReturns.isEmpty && plan.board.contains(item.change.id) {
      fields.append((item.change.id, item.fieldReturns))
    }
    for section in plan.sections where section.change.isEdit && plan.isOnBoard(section) {
      if let title = section.change.oldText { titles.append((section.change.id, title)) }
    }
  }

  private mutating func collectSections(_ plan: UndoPlan, _ anchors: UndoAnchors) {
    for section in plan.sections where section.change.isInsert && plan.isOnBoard(section) {
      sectionDeletes.append(section.change.id)
    }
    for (section, anchor) in anchors.sections {
      let new = section.isDelete ? Section(id: section.id, title: section.oldText ?? "") : nil
      sectionReturns.append(SectionReturn(id: section.id, anchor: anchor, content: new))
    }
  }

  private mutating func collectItems(_ plan: UndoPlan, _ anchors: UndoAnchors) {
    for item in plan.items where item.change.isInsert && plan.isOnBoard(item) {
      deletes.append(item.change.id)
    }
    var newSections: [SectionID: Int] = [:]
    for (number, section) in sectionReturns.enumerated() where section.content != nil {
      newSections[section.id] = number
    }
    for (item, home, anchor) in anchors.items {
      let new =
        item.isDelete ? Item(id: item.id, text: item.oldText ?? "", fields: item.oldFields) : nil
      if let new, let section = newSections[home] {
        sectionReturns[section].content?.items.append(new)
      } else {
        itemReturns.append(ItemReturn(id: item.id, anchor: anchor, item: new))
      }
    }
  }
}

extension Undo {
  /// Changes the board, which must be the one that the undo was made for.
  ///
  /// - Returns: the edits; none if the undo has no effect.
  /// - Complexity: O(log *n*) for each edit, and O(sections) for each section that is inserted, deleted
  ///   or moved.
  public func apply(to board: inout Board) -> [Edit] {
    guard inverse.isEmpty else {
      board.apply(inverse)
      return inverse
    }
    do throws(BoardError) {
      var edits: [Edit] = []
      for item in texts { edits += try board.setText(of: item.id, to: item.text) }
      for item in fields { edits += try board.setFields(of: item.id, item.changes)?.edit }
      for (id, title) in titles { edits += try board.renameSection(id, to: title) }
      for id in deletes where !goesWithItsSection(id, on: board) {
        edits.append(try board.deleteItem(id))
      }
      for section in sectionReturns { edits += try board.put(section) }
      for item in itemReturns { edits += try board.put(item) }
      for id in sectionDeletes { edits.append(try board.deleteSection(id)) }
      return edits
    } catch {
      preconditionFailure("the undo was made for another board: \(error)")
    }
  }
}

extension Undo {
  /// Whether the section of an item is deleted with it: one edit instead of many.
  private func goesWithItsSection(_ item: ItemID, on board: Board) -> Bool {
    guard !sectionDeletes.isEmpty, let path = board.indexPath(of: item) else { return false }
    return sectionDeletes.contains(board.sectionID(at: path.section))
  }
}

extension Board {
  fileprivate mutating func put(_ section: Undo.SectionReturn) throws(BoardError) -> Edit? {
    let index = section.anchor.flatMap { self.index(of: $0) }.map { $0 + 1 } ?? 0
    if let content = section.content { return try insert(content, at: index) }
    guard let source = self.index(of: section.id) else { throw .noSuchSection(section.id) }
    return try moveSection(section.id, to: index.shifted(byDeleteAt: source))
  }

  fileprivate mutating func put(_ item: Undo.ItemReturn) throws(BoardError) -> Edit? {
    guard let gap = gap(at: item.anchor) else { throw .noSuchItem(item.id) }
    if let new = item.item { return try insert(new, at: gap) }
    guard let source = indexPath(of: item.id) else { throw .noSuchItem(item.id) }
    return try move(item.id, to: gap.shifted(byDeleteAt: source))
  }
}

extension [Edit] {
  fileprivate static func += (edits: inout [Edit], edit: Edit?) {
    if let edit { edits.append(edit) }
  }
}
