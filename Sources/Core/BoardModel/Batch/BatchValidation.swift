extension BatchUpdate {
  /// Finds the first rule that the batch breaks as a change of a board.
  ///
  /// `before` is the board before. Rules are tried in a fixed order: ranges and conflicts before,
  /// ranges and conflicts after, ids, then the rules on whole sections, reloads and hazards. No numbers
  /// and no ids, however wrong, trap.
  ///
  /// - Complexity: O(rows log rows), and two look-ups by id for each inserted item. The items of
  ///   inserted sections count as rows.
  public func validate(on before: some BoardShape) -> Violation? {
    BatchValidator(self, on: before).violation()
  }

  /// Finds the first rule that the batch breaks as a change of a board into one with given counts.
  ///
  /// - Parameter counts: the number of items of each section after.
  /// - Complexity: O(rows log rows + sections log rows).
  public func validate(on before: some BoardShape, leadingTo counts: [Int]) -> Violation? {
    let validator = BatchValidator(self, on: before)
    return validator.violation() ?? validator.countViolation(counts)
  }
}

/// The rules, applied to one batch on one board.
///
/// The steps build on each other: a step may assume what the steps before it checked.
struct BatchValidator<Board: BoardShape> {
  let batch: BatchUpdate
  let board: Board

  init(_ batch: BatchUpdate, on board: Board) {
    self.batch = batch
    self.board = board
  }

  func violation() -> Violation? {
    if batch.isEmpty { return nil }
    if let violation = rangeBefore() ?? conflictBefore() { return violation }
    if let violation = sectionRangeAfter() ?? sectionConflictAfter() { return violation }
    let sections = SectionIndexShift(batch)
    if let violation = itemRangeAfter(sections) ?? itemConflictAfter() { return violation }
    if let violation = wrongID() ?? wrongSection() ?? wrongArrival() { return violation }
    return moveThroughReplacedSection(sections) ?? collision() ?? hazard(sections)
  }

  /// The number of sections after (C1).
  var sectionCountAfter: Int {
    board.sectionCount + batch.insertedSections.count - batch.deletedSections.count
  }
}

/// A path or an index of a row: of an item, or of a section (the item index is then zero).
struct RowLocation: Comparable {
  var path: IndexPath
  var row: BatchRow

  init(_ path: IndexPath, _ row: BatchRow) {
    self.path = path
    self.row = row
  }

  init(section: Int, _ row: BatchRow) { self.init(IndexPath(section: section, item: 0), row) }

  static func < (a: Self, b: Self) -> Bool {
    if a.path != b.path { return a.path < b.path }
    if a.row.kind != b.row.kind { return a.row.kind.rank < b.row.kind.rank }
    return a.row.position < b.row.position
  }
}

extension BatchRow.Kind {
  /// The order in which rows of one place are looked at; the last one is at fault.
  fileprivate var rank: Int {
    switch self {
    case .deleteSection, .delete: 0
    case .insertSection, .insert: 1
    case .moveSection, .move: 2
    case .reloadSection, .reload: 3
    case .reconfigure: 4
    }
  }
}

extension BatchUpdate {
  /// Every section that a row names before.
  var sectionLocationsBefore: [RowLocation] {
    locations(deletedSections, .deleteSection, \.index)
      + locations(movedSections, .moveSection, \.source)
      + locations(reloadedSections, .reloadSection, \.index)
  }

  /// Every section that a row names after.
  var sectionLocationsAfter: [RowLocation] {
    locations(insertedSections, .insertSection, \.index)
      + locations(movedSections, .moveSection, \.destination)
  }

  /// Every item that a row names before.
  var itemLocationsBefore: [RowLocation] {
    locations(deletes, .delete, \.path) + locations(moves, .move, \.source)
      + locations(reloads, .reload, \.path) + locations(reconfigures, .reconfigure, \.path)
  }

  /// Every item that a row names after.
  var itemLocationsAfter: [RowLocation] {
    locations(inserts, .insert, \.path) + locations(moves, .move, \.destination)
  }

  private func locations<Row>(
    _ rows: [Row], _ kind: BatchRow.Kind, _ path: (Row) -> IndexPath
  ) -> [RowLocation] {
    rows.enumerated().map { RowLocation(path($1), BatchRow(kind, $0)) }
  }

  private func locations<Row>(
    _ rows: [Row], _ kind: BatchRow.Kind, _ index: (Row) -> Int
  ) -> [RowLocation] {
    rows.enumerated().map { RowLocation(section: index($1), BatchRow(kind, $0)) }
  }
}
