/// The net change of each item and section that a list of edits touched, by id.
///
/// It is read from the same draft as the batch. So what was deleted and inserted again under its id
/// counts as moved.
package struct ChangeSummary {
  /// The net change of an item or a section, with its position and text before.
  package struct Change<ID: Hashable, Position> {
    package let id: ID
    /// Its position on the board before, or nil if it was not on it.
    package let origin: Position?
    /// Whether it is not on the board after.
    package let isDelete: Bool
    /// Whether it is on both boards and was removed and inserted again in between.
    package let isMove: Bool
    /// Whether it is on both boards with different texts or titles.
    package let isEdit: Bool
    /// Its text or title on the board before, if it is deleted or edited.
    package fileprivate(set) var oldText: Text?
    /// Its fields on the board before, if it is deleted.
    package fileprivate(set) var oldFields = Fields()
    /// The changes of its fields that lead back to the board before, if it is on both boards.
    package fileprivate(set) var fieldReturns = FieldChanges()

    /// - Parameter isAfter: Whether it is on the board after.
    fileprivate init(
      _ id: ID, _ origin: Position?, isAfter: Bool, hasMoved: Bool, hasChanged: Bool
    ) {
      self.id = id
      self.origin = origin
      isDelete = !isAfter
      isMove = origin != nil && isAfter && hasMoved
      isEdit = origin != nil && isAfter && hasChanged
    }

    package var isInsert: Bool { origin == nil }

    /// Whether the boards before and after differ in it.
    fileprivate var isAny: Bool {
      isInsert ? !isDelete : isDelete || isMove || isEdit || !fieldReturns.isEmpty
    }
    fileprivate var needsOldText: Bool { isDelete || isEdit }
  }

  package typealias ItemChange = Change<ItemID, IndexPath>
  package typealias SectionChange = Change<SectionID, Int>

  /// In the order of the edits. At the end are the items that were deleted with their section and
  /// that no edit named.
  package private(set) var items: [ItemChange] = []
  package private(set) var sections: [SectionChange] = []

  /// - Parameters:
  ///   - composition: The edits.
  ///   - before: The board before them.
  /// - Complexity: O(k) for k edits, an item that was inserted or deleted with its section counting as
  ///   one, and a look-up on the board before for each text.
  package init(of composition: Composition, before: some BoardContent) {
    let draft = composition.matchedDraft()
    for track in draft.sections {
      guard let id = track.id else { continue }
      add(
        SectionChange(
          id, track.before, isAfter: track.after != nil, hasMoved: track.hasMoved,
          hasChanged: track.newTitle != nil), before)
    }
    for track in draft.items {
      var change = ItemChange(
        track.id, track.source.flatMap(draft.pathBefore), isAfter: track.destination != nil,
        hasMoved: track.hasMoved, hasChanged: track.hasNewText)
      if track.isOnBothBoards { change.fieldReturns = track.fieldReturns }
      add(change, before)
    }
    addUntracked(composition, draft, before)
    assert(Set(items.map(\.id)).count == items.count, "an item has one change")
    assert(Set(sections.map(\.id)).count == sections.count, "a section has one change")
  }

  private mutating func add(_ change: SectionChange, _ before: some BoardContent) {
    guard change.isAny else { return }
    var change = change
    if change.needsOldText { change.oldText = change.origin.map { before.title(at: $0) } }
    sections.append(change)
  }

  private mutating func add(_ change: ItemChange, _ before: some BoardContent) {
    guard change.isAny else { return }
    var change = change
    if change.needsOldText, let origin = change.origin {
      let old = before.item(at: origin)
      change.oldText = old.text
      if change.isDelete { change.oldFields = old.fields }
    }
    items.append(change)
  }

  /// Adds the items that were deleted with their section, without a track of their own.
  private mutating func addUntracked(
    _ composition: Composition, _ draft: BatchDraft, _ before: some BoardContent
  ) {
    guard composition.sections.contains(where: { $0.deletedContent != nil }) else { return }
    let matched = Set(draft.items.lazy.filter { $0.isOnBothBoards }.map(\.id))
    for section in composition.sections {
      guard let index = section.index else { continue }
      section.forEachDeletedItem { item, origin in
        guard case .untouched(let old) = origin, !matched.contains(item.id) else { return }
        let path = IndexPath(section: index, item: old)
        add(ItemChange(item.id, path, isAfter: false, hasMoved: false, hasChanged: false), before)
      }
    }
  }
}
