import BoardModel
import Simulation
import TestKit
import Testing

@Suite("Reloads beside moves (rule H2)")
struct DemotionLawsTests {
  @Test("cost min(moves, reloads) more rows, for every two edits of items on small boards")
  func everyPair() throws {
    for board in SmallBoards.all(sections: 3, items: 3) { try check(board, length: 2) }
  }

  @Test("cost min(moves, reloads) more rows, for every three edits of items on small boards")
  func everyTriple() throws {
    for drawing in ["A[a] B[b]", "A[abc]"] { try check(drawnBoard(drawing), length: 3) }
  }

  private func check(_ before: Content, length: Int) throws {
    try SmallBoards.forEachStream(from: before, length: length) { edits, after in
      guard edits.allSatisfy(\.isOfItem) else { return }
      let batch = Composition(edits).batch(content: after)
      let net = NetItemChange(of: edits, from: before, to: after)
      try #require(batch.rowCount == net.legalRowCount, "\(before.drawing): \(edits)")
    }
  }

  @Test("cost min(moves, reloads) more rows, for random edits of many items")
  func randomItems() throws {
    var kept: Set<Bool> = []
    for seed in randomSeeds(20) {
      let stream = MixedStream(items: seed)
      let batch = Composition(stream.edits).batch(content: stream.after)
      let net = NetItemChange(of: stream.edits, from: stream.before, to: stream.after)
      try #require(batch.rowCount == net.legalRowCount, "seed \(seed)")
      try #require(batch.changeCount <= stream.edits.count, "seed \(seed)")
      try #require(try stream.accepts(batch), "seed \(seed)")
      if net.moves > 0, net.reloads > 0 { kept.insert(batch.moves.isEmpty) }
    }
    expectEqual(kept, [false, true], "both are demoted in some cases")
  }

  @Test("beside moved sections cost the fewer lines, if a section counts with its items")
  func randomSections() throws {
    var kept: Set<Bool> = []
    for seed in randomSeeds(20) {
      let stream = MixedStream(sections: seed)
      let batch = Composition(stream.edits).batch(content: stream.after)
      let moves = Composition(stream.edits.filter(\.isMove)).batch(content: stream.after)
      let cost = moves.movedSections.reduce(0) { $0 + 1 + stream.after[$1.destination].items.count }
      let reloads = stream.edits.count { !$0.isMove }
      let lines = batch.insertedSections.reduce(batch.rowCount) { $0 + $1.items.count }
      try #require(lines == moves.rowCount + reloads + min(cost, reloads), "seed \(seed)")
      try #require(batch.changeCount <= stream.edits.count, "seed \(seed)")
      try #require(try stream.accepts(batch), "seed \(seed)")
      if cost > 0, reloads > 0 { kept.insert(batch.movedSections.isEmpty) }
    }
    expectEqual(kept, [false, true], "both are demoted in some cases")
  }

  @Test("stay reloads beside one move: 30 new texts and a move are 32 rows")
  func thirtyReloads() throws {
    let items = (0..<31).map { Item(id: .init(unchecked: "i\($0)"), text: "old") }
    var board = [Section(id: "A", title: "A", items: items)]
    var edits = (0..<30).map { Edit.reloadItem(items[$0].id, at: [0, $0], from: "old", to: "new") }
    edits.append(.moveItem("i30", from: [0, 30], to: [0, 0]))
    board = board.performing(edits)
    let batch = Composition(edits).batch(content: board)
    expectEqual(batch.rowCount, 32)
    expectEqual(batch.reloads.count, 30)
    expectEqual(batch.inserts, [.init(items[30], at: [0, 0], was: [0, 30])])
  }

  @Test("are demoted beside a move that would send more: a large section stays moved")
  func largeSection() {
    let items = (0..<100).map { Item(id: .init(unchecked: "i\($0)"), text: "old") }
    let large = Section(id: "A", title: "A", items: items)
    let small = Section(id: "B", title: "B", items: [Item(id: "b", text: "old")])
    let edits: [Edit] = [
      .moveSection("A", from: 0, to: 1), .reloadItem("b", at: [0, 0], from: "old", to: "new"),
    ]
    let batch = Composition(edits).batch(content: [large, small].performing(edits))
    expectEqual(batch.movedSections, [.init("A", from: 0, to: 1)])
    #expect(batch.insertedSections.isEmpty && batch.rowCount == 3)
  }

  @Test("cost min(moves, reloads) more rows in the difference of two boards as well")
  func difference() throws {
    for seed in randomSeeds(20) {
      let stream = MixedStream(items: seed)
      let batch = BatchUpdate.difference(from: stream.before, to: stream.after)
      let quiet = BatchUpdate.difference(
        from: stream.before.withoutTexts, to: stream.after.withoutTexts)
      let net = NetItemChange(quiet: quiet, from: stream.before, to: stream.after)
      try #require(batch.rowCount == net.legalRowCount, "seed \(seed)")
      try #require(try stream.accepts(batch), "seed \(seed)")
    }
  }
}

/// What differs between two boards after edits of items, found without demotion: the moves come from
/// a batch without texts, the changes from the two boards.
private struct NetItemChange {
  let moves: Int
  let reloads: Int
  /// Items with other fields alone, which stay: their rows may stand beside moves.
  private let reconfigures: Int
  private let others: Int

  init(of edits: [Edit], from before: Content, to after: Content) {
    let quiet = Composition(edits.compactMap(\.withoutText)).batch(content: after.withoutTexts)
    self.init(quiet: quiet, from: before, to: after)
  }

  /// - Parameter quiet: The batch if all texts were empty.
  init(quiet: BatchUpdate, from before: Content, to after: Content) {
    let moved = Set(quiet.moves.map(\.id))
    let old = before.texts
    let edited = Set(
      after.texts.filter { id, new in old[id].map { $0.text != new.text } ?? false }.keys)
    let changed = Set(after.texts.filter { id, new in old[id].map { $0 != new } ?? false }.keys)
    moves = moved.subtracting(changed).count
    reloads = edited.subtracting(moved).count
    reconfigures = changed.subtracting(moved).subtracting(edited).count
    others = quiet.deletes.count + quiet.inserts.count + 2 * moved.intersection(changed).count
  }

  var legalRowCount: Int { others + moves + reloads + reconfigures + min(moves, reloads) }
}

extension Content {
  fileprivate var texts: [ItemID: Item] {
    Dictionary(uniqueKeysWithValues: flatMap(\.items).map { ($0.id, $0) })
  }

  fileprivate var withoutTexts: Content {
    map { section in
      Section(
        id: section.id, title: section.title,
        items: section.items.map { Item(id: $0.id, text: "") })
    }
  }
}

extension Edit {
  fileprivate var isOfItem: Bool {
    switch self {
    case .insertItem, .deleteItem, .moveItem, .reloadItem, .reconfigureItem: true
    case .insertSection, .deleteSection, .moveSection, .reloadSection: false
    }
  }

  fileprivate var isMove: Bool {
    switch self {
    case .moveItem, .moveSection: true
    case .insertItem, .deleteItem, .reloadItem, .reconfigureItem, .insertSection, .deleteSection,
      .reloadSection:
      false
    }
  }

  /// The edit of an item as if all texts were empty and there were no fields, or nil if it changes only these.
  fileprivate var withoutText: Edit? {
    switch self {
    case .insertItem(let item, let path): .insertItem(Item(id: item.id, text: ""), at: path)
    case .deleteItem(let item, let path): .deleteItem(Item(id: item.id, text: ""), at: path)
    case .moveItem: self
    case .reloadItem, .reconfigureItem: nil
    case .insertSection, .deleteSection, .moveSection, .reloadSection: self
    }
  }
}
