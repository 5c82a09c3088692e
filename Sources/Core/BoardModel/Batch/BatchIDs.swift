// Ids: what a row names is at the row's index or path (I1), an inserted old item has its path before
// (I2), and no id is twice on the board after (I3).

extension BatchValidator {
  func wrongID() -> Violation? {
    firstWrong(batch.deletes, .delete) { isOther($0.id, at: $0.path) }
      ?? firstWrong(batch.moves, .move) { isOther($0.id, at: $0.source) }
      ?? firstWrong(batch.reloads, .reload) { isOther($0.id, at: $0.path) }
      ?? firstWrong(batch.reconfigures, .reconfigure) { isOther($0.id, at: $0.path) }
      ?? firstWrong(batch.deletedSections, .deleteSection) {
        board.sectionID(at: $0.index) != $0.id
      }
      ?? firstWrong(batch.movedSections, .moveSection) { board.sectionID(at: $0.source) != $0.id }
      ?? firstWrong(batch.reloadedSections, .reloadSection) {
        board.sectionID(at: $0.index) != $0.id
      }
  }

  /// Whether the item at a path has another id. One of which only the place is known is any that is nowhere else.
  private func isOther(_ id: ItemID, at path: IndexPath) -> Bool {
    let there = board.itemID(at: path)
    return there != id && (there != .unknown || board.indexPath(of: id) != nil)
  }

  private func firstWrong<Row>(
    _ rows: [Row], _ kind: BatchRow.Kind, _ isWrong: (Row) -> Bool
  ) -> Violation? {
    rows.firstIndex(where: isWrong).map { Violation(.wrongID, BatchRow(kind, $0)) }
  }

  /// Finds an inserted section whose id would be on the board twice.
  func wrongSection() -> Violation? {
    guard !batch.insertedSections.isEmpty else { return nil }
    let deleted = Set(batch.deletedSections.map(\.index))
    var names = Set<SectionID>()
    for (position, row) in batch.insertedSections.enumerated() {
      let remains = board.index(of: row.id).map { !deleted.contains($0) } ?? false
      if remains || !names.insert(row.id).inserted {
        return Violation(.takenID, BatchRow(.insertSection, position))
      }
    }
    return nil
  }

  /// Finds an inserted item whose id would be on the board twice or whose origin is wrong.
  func wrongArrival() -> Violation? {
    let sections = Set(batch.deletedSections.map(\.index))
    let items = Set(batch.deletes.map(\.path))
    var names = Set<ItemID>()
    for (arrival, row) in arrivals {
      guard names.insert(arrival.item.id).inserted else { return Violation(.takenID, row) }
      let origin = board.indexPath(of: arrival.item.id) ?? unknownOrigin(of: arrival)
      if let origin, !items.contains(origin), !sections.contains(origin.section) {
        return Violation(.takenID, row)
      }
      if arrival.was != origin { return Violation(.wrongOrigin, row) }
    }
    return nil
  }

  /// The path before of an inserted item, if it is one of which only the place was known.
  private func unknownOrigin(of arrival: BatchUpdate.Arrival) -> IndexPath? {
    arrival.was.flatMap { board.hasUnknownItem(at: $0) ? $0 : nil }
  }

  /// Every inserted item, in rows of its own and within inserted sections.
  private var arrivals: [(BatchUpdate.Arrival, BatchRow)] {
    let rows = batch.inserts.enumerated().map { ($1.arrival, BatchRow(.insert, $0)) }
    let lines = batch.insertedSections.enumerated().flatMap { position, section in
      section.items.enumerated().map { ($1, BatchRow(.insertSection, position, line: $0)) }
    }
    return rows + lines
  }
}
