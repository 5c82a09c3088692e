// The rules on whole sections (B5, B6), reloads (B11) and hazards (H1 to H4).

extension BatchValidator {
  /// Finds a move out of a section that is deleted or into one that is inserted.
  ///
  /// A list view reloads a section by deleting and inserting it, so a reloaded one does both.
  func moveThroughReplacedSection(_ sections: SectionIndexShift) -> Violation? {
    let gone = goneSections
    let new = newSections(sections)
    for (position, move) in batch.moves.enumerated() {
      let row = BatchRow(.move, position)
      if gone.contains(move.source.section) { return Violation(.moveOutOfDeletedSection, row) }
      if new.contains(move.destination.section) { return Violation(.moveIntoInsertedSection, row) }
    }
    return nil
  }

  /// The sections before that the batch deletes or reloads.
  private var goneSections: Set<Int> {
    Set(batch.deletedSections.map(\.index) + batch.reloadedSections.map(\.index))
  }

  /// The sections after that the batch inserts or reloads.
  private func newSections(_ sections: SectionIndexShift) -> Set<Int> {
    let reloaded = batch.reloadedSections.compactMap { sections.after($0.index) }
    return Set(batch.insertedSections.map(\.index) + reloaded)
  }

  func hazard(_ sections: SectionIndexShift) -> Violation? {
    rowInMovedSection() ?? reloadBesideMove() ?? sectionMovedNowhere()
      ?? rowInReplacedSection(sections)
  }

  private func rowInMovedSection() -> Violation? {
    rowInside(
      Set(batch.movedSections.map(\.source)), Set(batch.movedSections.map(\.destination)),
      breaks: .itemRowInMovedSection)
  }

  private func rowInReplacedSection(_ sections: SectionIndexShift) -> Violation? {
    rowInside(
      goneSections, newSections(sections), breaks: .itemRowInDeletedOrInsertedSection)
  }

  private func rowInside(
    _ before: Set<Int>, _ after: Set<Int>, breaks rule: BatchRule
  ) -> Violation? {
    if before.isEmpty && after.isEmpty { return nil }
    let location =
      batch.itemLocationsBefore.first { before.contains($0.path.section) }
      ?? batch.itemLocationsAfter.first { after.contains($0.path.section) }
    return location.map { Violation(rule, $0.row) }
  }

  private func reloadBesideMove() -> Violation? {
    if batch.moves.isEmpty && batch.movedSections.isEmpty { return nil }
    if !batch.reloadedSections.isEmpty {
      return Violation(.reloadBesideMove, BatchRow(.reloadSection, 0))
    }
    return batch.reloads.isEmpty ? nil : Violation(.reloadBesideMove, BatchRow(.reload, 0))
  }

  /// Finds a section move whose section would be at its destination anyway.
  private func sectionMovedNowhere() -> Violation? {
    let removed = batch.deletedSections.map(\.index) + batch.movedSections.map(\.source)
    let inserted = batch.insertedSections.map(\.index) + batch.movedSections.map(\.destination)
    let shift = IndexShift(removed: removed.sorted(), inserted: inserted.sorted())
    let position = batch.movedSections.firstIndex {
      shift.isNeutral(from: $0.source, to: $0.destination)
    }
    return position.map { Violation(.sectionMovedNowhere, BatchRow(.moveSection, $0)) }
  }
}

extension BatchValidator {
  /// Finds a reload whose index after, counted without moves, is the destination of a move.
  ///
  /// A list view rewrites a reload as a delete and an insert, and finds the insert's place from the
  /// other deletes and inserts alone.
  func collision() -> Violation? {
    let sections = IndexShift(
      removed: batch.deletedSections.map(\.index).sorted(),
      inserted: batch.insertedSections.map(\.index).sorted())
    let destinations = Set(batch.movedSections.map(\.destination))
    let position = batch.reloadedSections.firstIndex { row in
      sections.after(row.index).map(destinations.contains) ?? false
    }
    return position.map { Violation(.reloadCollides, BatchRow(.reloadSection, $0)) }
      ?? itemCollision(sections)
  }

  private func itemCollision(_ sections: IndexShift) -> Violation? {
    if batch.moves.isEmpty || batch.reloads.isEmpty { return nil }
    let shifts = shiftsOfReloads(sections)
    let destinations = Set(batch.moves.map(\.destination))
    let position = batch.reloads.firstIndex { row in
      guard let section = sections.after(row.path.section) else { return false }
      guard let item = shifts[row.path.section]?.after(row.path.item) else { return false }
      return destinations.contains(IndexPath(section: section, item: item))
    }
    return position.map { Violation(.reloadCollides, BatchRow(.reload, $0)) }
  }

  /// How deletes and inserts alone shift the items of each section that holds a reload.
  private func shiftsOfReloads(_ sections: IndexShift) -> [Int: IndexShift] {
    let removed = batch.deletes.map(\.path).sorted()
    let inserted = batch.inserts.map(\.path).sorted()
    var shifts: [Int: IndexShift] = [:]
    for section in Set(batch.reloads.map(\.path.section)) {
      shifts[section] = IndexShift(
        removed: removed.slice(of: section).map(\.item),
        inserted: sections.after(section).map { inserted.slice(of: $0).map(\.item) } ?? [])
    }
    return shifts
  }
}
