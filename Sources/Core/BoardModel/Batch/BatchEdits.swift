extension BatchUpdate {
  /// The sequential edits that have the same effect as the batch.
  ///
  /// `before` is the board before, on which the batch must be legal (`validate(on:)`). The edits
  /// are legal one after the other: reloads, deletes and section deletes descending, then sections
  /// and at last items into their places ascending. A move stays one move, so that an item keeps
  /// its history.
  ///
  /// - Complexity: O(rows log rows), with one look-up on the board for each delete and reload, and
  ///   the items of deleted sections.
  public func edits(on before: some BoardContent) -> [Edit] {
    var sequence = BatchSequence(batch: self, before: before)
    sequence.reload()
    sequence.delete()
    sequence.placeSections()
    sequence.placeItems()
    assert(sequence.edits.count >= rowCount, "each row is an edit, a reload with fields two")
    return sequence.edits
  }
}

/// The edits of a batch, as they come about.
///
/// The batch need not be free of hazards: reloads beside moves and rows in moved sections do no harm
/// here, so a `BatchDraft` can be written out with it as well.
struct BatchSequence<Board: BoardContent> {
  private let batch: BatchUpdate
  private let before: Board
  private(set) var edits: [Edit] = []

  init(batch: BatchUpdate, before: Board) {
    self.batch = batch
    self.before = before
    edits.reserveCapacity(batch.rowCount)
  }

  mutating func reload() {
    for row in batch.reloadedSections {
      let old = before.title(at: row.index)
      edits.append(.reloadSection(row.id, at: row.index, from: old, to: row.title))
    }
    for row in batch.reloads {
      let old = before.item(at: row.path)
      edits.append(.reloadItem(row.id, at: row.path, from: old.text, to: row.text))
      reconfigure(row.id, at: row.path, old.fields, row.changes)
    }
    for row in batch.reconfigures {
      reconfigure(row.id, at: row.path, before.item(at: row.path).fields, row.changes)
    }
  }

  private mutating func reconfigure(
    _ id: ItemID, at path: IndexPath, _ old: Fields, _ changes: FieldChanges
  ) {
    guard !changes.isEmpty else { return }
    edits.append(.reconfigureItem(id, at: path, of: old, by: changes))
  }

  mutating func delete() {
    for path in batch.deletes.map(\.path).sorted(by: >) {
      edits.append(.deleteItem(before.item(at: path), at: path))
    }
    for index in batch.deletedSections.map(\.index).sorted(by: >) {
      edits.append(.deleteSection(before.sectionContent(at: index), at: index))
    }
  }

  mutating func placeSections() {
    let removed = batch.sectionLocationsBefore.filter { $0.row.kind != .reloadSection }
    let plan = BatchPlan(
      removed: removed.map(\.asItem), inserted: batch.sectionLocationsAfter.map(\.asItem)
    ) { $0 }
    plan.run { row, from, to in
      if let from {
        edits.append(
          .moveSection(batch.movedSections[row.position].id, from: from.item, to: to.item))
      } else {
        let new = batch.insertedSections[row.position]
        let section = Section(
          id: new.id, title: new.title, items: new.items.map(\.item),
          unknownCount: new.unnamedCount)
        edits.append(.insertSection(section, at: to.item))
      }
    }
  }

  mutating func placeItems() {
    let sections = SectionIndexShift(batch)
    let removed = batch.itemLocationsBefore.filter { !$0.row.kind.changesInPlace }
    let plan = BatchPlan(removed: removed, inserted: batch.itemLocationsAfter) {
      sections.after($0)
    }
    plan.run { row, from, to in
      if let from {
        edits.append(.moveItem(batch.moves[row.position].id, from: from, to: to))
      } else {
        edits.append(.insertItem(batch.inserts[row.position].arrival.item, at: to))
      }
    }
  }
}

extension RowLocation {
  /// A section's location, seen as that of an item in the one list of sections.
  fileprivate var asItem: RowLocation { RowLocation([0, path.section], row) }
}
