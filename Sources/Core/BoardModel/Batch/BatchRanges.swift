// Ranges (A1 to A7), counts (C1, C2), and two rows with the same index or path (B1 to B4, B7 to B10, B12).

extension BatchValidator {
  func rangeBefore() -> Violation? {
    let sections = batch.sectionLocationsBefore.first { !isSection($0.path.section) }
    let items = batch.itemLocationsBefore.first { !isItem($0.path) }
    return (sections ?? items).map { Violation($0.row.kind.rangeRule, $0.row) }
  }

  private func isSection(_ index: Int) -> Bool { index >= 0 && index < board.sectionCount }

  private func isItem(_ path: IndexPath) -> Bool {
    isSection(path.section) && path.item >= 0 && path.item < board.itemCount(in: path.section)
  }

  func sectionRangeAfter() -> Violation? {
    let count = sectionCountAfter
    let location = batch.sectionLocationsAfter.first {
      $0.path.section < 0 || $0.path.section >= count
    }
    return location.map { Violation($0.row.kind.rangeRule, $0.row) }
  }

  func itemRangeAfter(_ sections: SectionIndexShift) -> Violation? {
    let counts = BatchItemCounts(batch)
    let location = batch.itemLocationsAfter.first { location in
      guard location.path.section >= 0, location.path.section < sectionCountAfter,
        location.path.item >= 0
      else { return true }
      guard let before = sections.before(location.path.section) else { return false }
      let count = board.itemCount(in: before)
      return location.path.item >= count + counts.change(from: before, to: location.path.section)
    }
    return location.map { Violation($0.row.kind.rangeRule, $0.row) }
  }

  /// Compares the counts after with what the rows lead to. The batch is legal otherwise.
  func countViolation(_ counts: [Int]) -> Violation? {
    guard counts.count == sectionCountAfter else { return Violation(.sectionCount, nil) }
    let sections = SectionIndexShift(batch)
    let change = BatchItemCounts(batch)
    let inserted = batch.insertedSections.map { ($0.index, $0.items.count) }
    let contents = Dictionary(inserted, uniquingKeysWith: { first, _ in first })
    let differs = counts.indices.contains { index in
      guard let before = sections.before(index) else { return counts[index] != contents[index] }
      return counts[index] != board.itemCount(in: before) + change.change(from: before, to: index)
    }
    return differs ? Violation(.itemCount, nil) : nil
  }
}

/// The number of items that the rows of a batch remove from and insert into each section.
struct BatchItemCounts {
  private let removed: [IndexPath]
  private let inserted: [IndexPath]

  init(_ batch: BatchUpdate) {
    removed = (batch.deletes.map(\.path) + batch.moves.map(\.source)).sorted()
    inserted = (batch.inserts.map(\.path) + batch.moves.map(\.destination)).sorted()
  }

  /// The change in the number of items of a section, by its index before and after.
  ///
  /// - Complexity: O(log rows).
  func change(from before: Int, to after: Int) -> Int {
    inserted.slice(of: after).count - removed.slice(of: before).count
  }
}

extension BatchValidator {
  func conflictBefore() -> Violation? {
    let moved = BatchRule.sourceMovedTwice
    return conflict(batch.sectionLocationsBefore, movedTwice: moved)
      ?? conflict(batch.itemLocationsBefore, movedTwice: moved)
  }

  func sectionConflictAfter() -> Violation? {
    conflict(batch.sectionLocationsAfter, movedTwice: .destinationTakenTwice)
  }

  func itemConflictAfter() -> Violation? {
    conflict(batch.itemLocationsAfter, movedTwice: .destinationTakenTwice)
  }

  /// Finds two rows with the same index or path. All locations are in one index space.
  private func conflict(_ locations: [RowLocation], movedTwice: BatchRule) -> Violation? {
    let locations = locations.sorted()
    for (first, second) in zip(locations, locations.dropFirst()) where first.path == second.path {
      return Violation(rule(first.row.kind, second.row.kind) ?? movedTwice, second.row)
    }
    return nil
  }

  /// The rule that two rows of one place break, or nil if both are moves.
  ///
  /// The kinds come in the order of `RowLocation`.
  private func rule(_ first: BatchRow.Kind, _ second: BatchRow.Kind) -> BatchRule? {
    switch (first, second) {
    case (.moveSection, .moveSection), (.move, .move): nil
    case (.deleteSection, .moveSection): .sectionDeletedAndMoved
    case (.insertSection, .moveSection): .sectionInsertedAndMovedTo
    case (.delete, .move): .itemDeletedAndMoved
    case (.insert, .move): .itemInsertedAndMovedTo
    case (.deleteSection, .reloadSection), (.delete, .reload), (.delete, .reconfigure):
      .deletedAndReloaded
    case (.moveSection, .reloadSection), (.move, .reload), (.move, .reconfigure): .reloadedAndMoved
    default: .duplicate
    }
  }
}

extension BatchRow.Kind {
  /// The rule that a row of this kind breaks if its index or path is out of range.
  fileprivate var rangeRule: BatchRule {
    switch self {
    case .deleteSection: .deletedSectionRange
    case .insertSection: .insertedSectionRange
    case .moveSection: .movedSectionRange
    case .delete: .deletedItemRange
    case .insert: .insertedItemRange
    case .move: .movedItemRange
    case .reload, .reconfigure, .reloadSection: .reloadRange
    }
  }
}
