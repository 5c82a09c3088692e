import BoardAuthority
import BoardModel
import Simulation
import TestKit
import Testing

@Suite("An old revision of a board")
struct PastBoardTests {
  @Test("has the content that it had")
  func everyRevision() throws {
    for seed in randomSeeds(15) {
      let (log, boards) = logged(RandomStream(seed: seed), seed: seed)
      let head = Board(boards[log.head])
      for revision in log.oldest...log.head {
        let past = PastBoard(at: revision, in: log, head: head)
        let expected = rows(of: boards[revision])
        try #require(past.rows(first: 1_000) == expected, "seed \(seed), revision \(revision)")
        try #require(past.sectionCount == boards[revision].count, "seed \(seed)")
        try #require(past.itemCount == boards[revision].itemIDs.count, "seed \(seed)")
        let limit = seed % 7
        try #require(past.rows(first: limit) == Array(expected.prefix(limit)), "seed \(seed)")
      }
    }
  }

  @Test("can be built in steps while the board at the head changes")
  func steps() throws {
    for seed in randomSeeds(15) {
      let (whole, boards) = logged(RandomStream(seed: seed), seed: seed)
      var random = SeededRandom(seed: seed &+ 77)
      let wanted = random.below(whole.head + 1)
      let begin = wanted + random.below(whole.head - wanted + 1)
      var log = RevisionLog()
      var builder: PastBoardBuilder?
      for revision in 0...whole.head {
        if revision > 0 { log.append(Array(whole.edits(from: revision - 1, to: revision))) }
        if revision == begin { builder = PastBoardBuilder(of: wanted, in: log) }
        guard builder != nil else { continue }
        var limit = random.below(3)
        guard builder!.compose(upTo: &limit, in: log) else { continue }
        let past = builder!.board(in: log, head: Board(boards[revision]))
        try #require(past.rows(first: 1_000) == rows(of: boards[wanted]), "seed \(seed)")
        try #require(past.itemCount == boards[wanted].itemIDs.count, "seed \(seed)")
      }
    }
  }

  @Test("has deleted items with the text they had")
  func oldTexts() {
    var scene = UndoScene(Content(drawing: "A: a b"))
    scene.commit([.reloadItem("a", at: [0, 0], from: "a", to: "two")], by: "ann")
    scene.commit([.reloadItem("a", at: [0, 0], from: "two", to: "three")], by: "ben")
    scene.commit([.deleteItem(Item(id: "a", text: "three"), at: [0, 0])], by: "ann")
    let texts = (0...2).map { revision in
      PastBoard(at: revision, in: scene.log, head: scene.board).rows(first: 2).last
    }
    expectEqual(
      texts,
      [
        .item(Item(id: "a", text: "a"), at: [0, 0]), .item(Item(id: "a", text: "two"), at: [0, 0]),
        .item(Item(id: "a", text: "three"), at: [0, 0]),
      ])
  }

  private func rows(of content: Content) -> [PastBoard.Row] {
    content.enumerated().flatMap { s, section in
      [
        .section(section.id, title: section.title, itemCount: section.items.count, at: s)
      ] + section.items.enumerated().map { i, item in .item(item, at: [s, i]) }
    }
  }
}

@Suite("The summary of a revision")
struct RevisionSummaryTests {
  @Test("names a few ids and counts many")
  func names() {
    func inserts(_ count: Int) -> [Edit] {
      (0..<count).map { .insertItem(Item(id: .init(unchecked: "i\($0)"), text: ""), at: [0, $0]) }
    }
    expectEqual(RevisionSummary(of: inserts(3)[...]).description, "insert i0 i1 i2")
    expectEqual(RevisionSummary(of: inserts(4)[...]).description, "insert 4")
    expectEqual(RevisionSummary(of: []).description, "")
  }

  @Test("has each kind of edit by its verb, sections first")
  func kinds() {
    let item = Item(id: "i", text: "")
    let section = Section(id: "S", title: "")
    let edits: [Edit] = [
      .reconfigureItem("i", at: [0, 0], of: ["a": "x", "due": "y"], by: ["a": nil, "due": "z"]),
      .reloadItem("i", at: [0, 0], from: "", to: "x"), .moveItem("i", from: [0, 0], to: [0, 1]),
      .deleteItem(item, at: [0, 0]), .insertItem(item, at: [0, 0]),
      .reloadSection("S", at: 0, from: "", to: "x"), .moveSection("S", from: 0, to: 1),
      .deleteSection(section, at: 0), .insertSection(section, at: 0),
    ]
    expectEqual(
      RevisionSummary(of: edits[...]).description,
      "insert-section S delete-section S move-section S rename-section S insert i delete i "
        + "move i edit i set i (a due)")
    let many: FieldChanges = ["a": "1", "b": "2", "c": "3", "d": "4"]
    let set = Edit.reconfigureItem("i", at: [0, 0], of: [:], by: many)
    expectEqual(RevisionSummary(of: [set, set][...]).description, "set i i (a b c …)")
  }
}
