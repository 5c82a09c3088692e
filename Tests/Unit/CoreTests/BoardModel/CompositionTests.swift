import BoardModel
import Simulation
import TestKit
import Testing

@Suite("A composition")
struct CompositionTests {
  @Test("P6: renaming all ids changes nothing but the ids")
  func renaming() throws {
    for seed in randomSeeds(50) {
      let stream = RandomStream(seed: seed)
      let batch = Composition(stream.edits).batch(content: stream.after)
      let renamed = Composition(stream.edits.map(\.renamed))
        .batch(content: stream.after.map(\.renamed))
      try #require(renamed == batch.renamed, "seed \(seed)")
    }
  }

  @Test("P7: names no item in a row that no edit named")
  func namesOnlyWhatWasTouched() throws {
    for seed in randomSeeds() {
      let stream = RandomStream(seed: seed)
      let batch = Composition(stream.edits).batch(content: stream.after)
      let named =
        batch.moves.map(\.id) + batch.deletes.map(\.id) + batch.inserts.map(\.arrival.item.id)
        + batch.reloads.map(\.id) + batch.reconfigures.map(\.id)
      let touched = stream.edits.touchedItems
      try #require(named.allSatisfy { touched.contains($0) }, "seed \(seed)")
    }
  }

  @Test("P8: does not read the board unless it inserts a whole section")
  func readsNoBoard() {
    let edits: [Edit] = [
      .moveItem("a", from: [3, 70_000], to: [900, 12]),
      .insertItem(Item(id: "x", text: "x"), at: [900, 999_999]),
      .moveSection("S", from: 5, to: 9_000),
      .deleteItem(Item(id: "b", text: "b"), at: [3, 70_000]),
    ]
    let batch = Composition(edits).batch(content: NoBoard())
    expectEqual(batch.moves, [.init("a", from: [3, 70_000], to: [899, 12])])
    expectEqual(batch.movedSections, [.init("S", from: 5, to: 9_000)])
    expectEqual(batch.inserts.map(\.path), [[899, 999_999]])
    expectEqual(batch.deletes, [.init("b", at: [3, 70_001])])
  }

  @Test("P9: is right for boards without sections, before or after")
  func emptyBoards() throws {
    let section = Section(id: "A", title: "A", items: [Item(id: "a", text: "a")])
    let coming = Composition([.insertSection(section, at: 0)])
    expectEqual(coming.batch(content: [section]).rowCount, 1)
    let going = Composition([.deleteSection(section, at: 0)])
    expectEqual(going.batch(content: Content()).deletedSections, [.init("A", at: 0)])
    var both = coming
    both.append(going)
    #expect(both.batch(content: Content()).isEmpty)
    #expect(Composition().batch(content: Content()).isEmpty)
  }

  @Test("does not depend on the order of independent moves")
  func orderOfMoves() {
    let one: [Edit] = [
      .moveItem("a", from: [0, 0], to: [1, 0]), .moveItem("c", from: [2, 0], to: [3, 0]),
    ]
    let other = Array(one.reversed())
    let batch = Composition(one).batch(content: NoBoard())
    expectEqual(Composition(other).batch(content: NoBoard()), batch)
  }

  @Test("is right for thousands of edits in one section")
  func manyEdits() throws {
    var board = [Section(id: "A", title: "A", items: (0..<900).map { Item(number: $0) })]
    let before = board
    var random = SeededRandom(seed: 42)
    var edits: [Edit] = []
    for _ in 0..<3_000 {
      let from: IndexPath = [0, random.below(900)]
      let edit = Edit.moveItem(
        board[0].items[from.item].id, from: from, to: [0, random.below(900)])
      board.perform(edit)
      edits.append(edit)
    }
    let batch = Composition(edits).batch(content: board)
    try expectEqual(batch.apply(to: before), board)
    var folded = Composition(Array(edits[..<1_000]))
    folded.append(Composition(Array(edits[1_000...])))
    expectEqual(folded.batch(content: board), batch)
  }
}

/// A board that must not be asked.
private struct NoBoard: BoardContent {
  var hasFields: Bool { preconditionFailure() }
  var sectionCount: Int { preconditionFailure() }
  func itemCount(in section: Int) -> Int { preconditionFailure() }
  func item(at path: IndexPath) -> Item { preconditionFailure() }
  func sectionID(at index: Int) -> SectionID { preconditionFailure() }
  func title(at index: Int) -> Text { preconditionFailure() }
  func sectionContent(at index: Int) -> Section { preconditionFailure() }
}

extension Item {
  fileprivate init(number: Int) { self.init(id: .init(unchecked: "i\(number)"), text: "text") }
  fileprivate var renamed: Item { Item(id: id.renamed, text: text, fields: fields) }
}

extension Name {
  /// Another name, in another order than the old ones.
  fileprivate var renamed: Name { Name(unchecked: "r" + String(string.reversed())) }
}

extension Section {
  fileprivate var renamed: Section {
    Section(id: id.renamed, title: title, items: items.map(\.renamed))
  }
}

extension Edit {
  fileprivate var renamed: Edit {
    switch self {
    case .insertItem(let item, let path): .insertItem(item.renamed, at: path)
    case .deleteItem(let item, let path): .deleteItem(item.renamed, at: path)
    case .moveItem(let id, let from, let to): .moveItem(id.renamed, from: from, to: to)
    case .reloadItem(let id, let path, let old, let new):
      .reloadItem(id.renamed, at: path, from: old, to: new)
    case .reconfigureItem(let id, let path, let old, let new):
      .reconfigureItem(id.renamed, at: path, from: old, to: new)
    case .insertSection(let section, let index): .insertSection(section.renamed, at: index)
    case .deleteSection(let section, let index): .deleteSection(section.renamed, at: index)
    case .moveSection(let id, let from, let to): .moveSection(id.renamed, from: from, to: to)
    case .reloadSection(let id, let index, let old, let new):
      .reloadSection(id.renamed, at: index, from: old, to: new)
    }
  }
}

extension BatchUpdate {
  fileprivate var renamed: BatchUpdate {
    var batch = self
    for i in deletes.indices { batch.deletes[i].id = deletes[i].id.renamed }
    for i in moves.indices { batch.moves[i].id = moves[i].id.renamed }
    for i in inserts.indices { batch.inserts[i].arrival.item = inserts[i].arrival.item.renamed }
    for i in reloads.indices { batch.reloads[i].id = reloads[i].id.renamed }
    for i in reconfigures.indices { batch.reconfigures[i].id = reconfigures[i].id.renamed }
    for i in deletedSections.indices { batch.deletedSections[i].id = deletedSections[i].id.renamed }
    for i in movedSections.indices { batch.movedSections[i].id = movedSections[i].id.renamed }
    for i in reloadedSections.indices {
      batch.reloadedSections[i].id = reloadedSections[i].id.renamed
    }
    for i in insertedSections.indices {
      batch.insertedSections[i].id = insertedSections[i].id.renamed
      for j in insertedSections[i].items.indices {
        batch.insertedSections[i].items[j].item = insertedSections[i].items[j].item.renamed
      }
    }
    return batch
  }
}
