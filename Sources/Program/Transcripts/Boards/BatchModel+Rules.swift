/// A rule of the specification that a batch breaks: its letter and number, or `ids` and `was`.
struct BrokenRule: Error, Equatable, Sendable {
  let name: String
}

extension BatchModel {
  /// The board after the batch (6.2).
  ///
  /// - Throws: `BrokenRule` if the batch breaks a rule of 6.5.
  func applied(to board: BoardModel) throws(BrokenRule) -> BoardModel {
    try checkSources(on: board)
    let sections = try sectionsAfter(board)
    try checkHazards(among: sections)
    var result = BoardModel()
    result.sections = sections.map(\.section)
    try place(itemsAfter(board), in: &result)
    try require("ids", result.hasDistinctIDs)
    try checkOrigins(on: board)
    return result
  }

  private func require(_ rule: String, _ holds: Bool) throws(BrokenRule) {
    if !holds { throw BrokenRule(name: rule) }
  }

  /// Checks that each row refers to something on the board before, and that nothing is named twice.
  private func checkSources(on board: BoardModel) throws(BrokenRule) {
    let sections = deletedSections + movedSections.map(\.source) + reloadedSections
    for row in sections {
      try require("A1 A3 A7", board.sections.indices.contains(row.path.section))
      try require("ids", board.sections[row.path.section].id == row.id)
    }
    try require("B1 B7 B9 B10 B12", areDistinct(sections.map(\.path)))
    let items = deletes + moves.map(\.source) + reloads
    for row in items {
      guard let item = board.item(at: row.path) else { throw BrokenRule(name: "A4 A6 A7") }
      try require("ids", item.id == row.id)
    }
    try require("B3 B7 B9 B10 B12", areDistinct(items.map(\.path)))
  }

  private func areDistinct(_ paths: [Path]) -> Bool { Set(paths).count == paths.count }
}

// Sections.

extension BatchModel {
  /// A section after, and its index before, if it has one.
  private struct PlacedSection {
    var section: BoardModel.Section
    let origin: Int?
  }

  /// The sections after, with their remaining items.
  private func sectionsAfter(_ board: BoardModel) throws(BrokenRule) -> [PlacedSection] {
    var before = board.sections.enumerated().map { PlacedSection(section: $1, origin: $0) }
    for row in reloadedSections { before[row.path.section].section.title = row.text }
    for row in reloads { before[row.path.section].section.items[row.path.item].text = row.text }
    for path in (deletes + moves.map(\.source)).map(\.path).sorted(by: >) {
      before[path.section].section.items.remove(at: path.item)
    }
    var placed = insertedSections.map {
      ($0.index, PlacedSection(section: $0.section, origin: nil))
    }
    placed += movedSections.map { ($0.destination.section, before[$0.source.path.section]) }
    try require("B2 B8 B12", Set(placed.map(\.0)).count == placed.count)
    let gone = Set((deletedSections + movedSections.map(\.source)).map(\.path.section))
    var after = before.filter { !gone.contains($0.origin!) }
    for (index, section) in placed.sorted(by: { $0.0 < $1.0 }) {
      try require("A2 A3", 0...after.count ~= index)
      after.insert(section, at: index)
    }
    return after
  }

  private func checkHazards(among sections: [PlacedSection]) throws(BrokenRule) {
    let moved = Set(movedSections.map(\.source.path.section))
    let replaced = Set((deletedSections + reloadedSections).map(\.path.section))
    let before = (deletes + moves.map(\.source) + reloads).map(\.path.section)
    try require("H1", moved.isDisjoint(with: before))
    try require("B5 H4", replaced.isDisjoint(with: before))
    for index in (inserts.map(\.path) + moves.map(\.destination)).map(\.section) {
      try require("A5 A6", sections.indices.contains(index))
      guard let origin = sections[index].origin else { throw BrokenRule(name: "B6 H4") }
      try require("H1", !moved.contains(origin))
      try require("B6 H4", !replaced.contains(origin))
    }
    let moveCount = moves.count + movedSections.count
    try require("H2", moveCount == 0 || reloads.isEmpty && reloadedSections.isEmpty)
    try checkMovedSections()
  }

  /// Checks that each section move is relative to the sections that stay.
  private func checkMovedSections() throws(BrokenRule) {
    let gone = (deletedSections + movedSections.map(\.source)).map(\.path.section)
    let placed = insertedSections.map(\.index) + movedSections.map(\.destination.section)
    for move in movedSections {
      let (source, destination) = (move.source.path.section, move.destination.section)
      let rankBefore = source - gone.count { $0 < source }
      let rankAfter = destination - placed.count { $0 < destination }
      try require("H3", rankBefore != rankAfter)
    }
  }
}

// Items.

extension BatchModel {
  /// The items that rows insert or move, by their path after.
  private func itemsAfter(_ board: BoardModel) throws(BrokenRule) -> [(Path, BoardModel.Item)] {
    let moved = moves.map { ($0.destination, board.item(at: $0.source.path)!) }
    let items = inserts.map { ($0.path, $0.item) } + moved
    try require("B4 B8 B12", areDistinct(items.map(\.0)))
    return items
  }

  private func place(
    _ items: [(Path, BoardModel.Item)], in board: inout BoardModel
  ) throws(BrokenRule) {
    for (path, item) in items.sorted(by: { $0.0 < $1.0 }) {
      try require("A5 A6", 0...board.sections[path.section].items.count ~= path.item)
      board.sections[path.section].items.insert(item, at: path.item)
    }
  }

  /// Checks that `was` is the path before of the item, and missing if it was not on the board.
  private func checkOrigins(on board: BoardModel) throws(BrokenRule) {
    let paths = board.paths
    for row in inserts { try require("was", row.was == paths[row.item.id]) }
    for row in insertedSections {
      for (item, was) in zip(row.section.items, row.was) {
        try require("was", was == paths[item.id])
      }
    }
  }
}
