import BoardAuthority
import BoardModel
import TestSupport
import Testing

@Suite("A path of an old revision")
struct RebaseTests {
  @Test("P7: means the item that was there, wherever it is, and nothing once it is gone")
  func itemsAreFollowed() throws {
    for seed in randomSeeds(50) {
      let (log, boards) = logged(RandomStream(seed: seed), seed: seed)
      let head = ContentShape(boards[log.head])
      for (revision, board) in boards.enumerated() {
        for (path, item) in board.itemsByPath {
          let now = log.item(at: path, revision: revision)
          try #require(now == head.indexPath(of: item.id), "seed \(seed)")
        }
        let then = ContentShape(board)
        for (path, item) in boards[log.head].itemsByPath {
          let old = log.item(atHead: path, revision: revision)
          try #require(old == then.indexPath(of: item.id), "seed \(seed)")
        }
      }
    }
  }

  @Test("that was out of range means nothing, also once its section is gone")
  func nowhereStaysNowhere() {
    var log = RevisionLog()
    log.append([.deleteSection(Section(id: "A", title: "A"), at: 0)])
    #expect(log.item(at: [0, 3], revision: 0) == nil)
    #expect(log.item(at: [1, 3], revision: 0) == [0, 3])
  }

  @Test("is carried over so many edits and no more")
  func reachIsBounded() {
    var log = RevisionLog()
    for index in 0..<10 {
      log.append([
        .reloadSection("A", at: 0, from: Text("\(index)"), to: ""),
        .reloadSection("A", at: 0, from: "", to: Text("\(index + 1)")),
      ])
    }
    #expect(log.oldest(within: 20) == 0)
    #expect(log.oldest(within: 7) == 7)
    #expect(log.oldest(within: 0) == 10)
  }

  @Test("means, as a gap, a place that exists; it goes with its section only")
  func gapsAreCarried() throws {
    for seed in randomSeeds(50) {
      let stream = RandomStream(seed: seed)
      for section in stream.before.indices {
        for item in 0...stream.before[section].items.count {
          try follow([section, item], through: stream, seed: seed)
        }
      }
    }
  }

  private func follow(_ start: IndexPath, through stream: RandomStream, seed: Int) throws {
    var (board, gap) = (stream.before, start)
    for edit in stream.edits {
      let id = board[gap.section].id
      board.perform(edit)
      guard let next = edit.carry(gap: gap) else {
        try #require(!board.contains { $0.id == id }, "seed \(seed)")
        return
      }
      gap = next
      try #require(board[gap.section].id == id, "seed \(seed)")
      try #require((0...board[gap.section].items.count).contains(gap.item), "seed \(seed)")
    }
  }

  @Test("is pushed on by an insert at or in front of it, and pulled back by a delete in front")
  func shifts() {
    let gap: IndexPath = [0, 2]
    let item = Item("x", "x")
    #expect(Edit.insertItem(item, at: [0, 1]).carry(gap: gap) == [0, 3])
    #expect(Edit.insertItem(item, at: [0, 2]).carry(gap: gap) == [0, 3])
    #expect(Edit.insertItem(item, at: [0, 3]).carry(gap: gap) == gap)
    #expect(Edit.insertItem(item, at: [1, 0]).carry(gap: gap) == gap)
    #expect(Edit.deleteItem(item, at: [0, 1]).carry(gap: gap) == [0, 1])
    #expect(Edit.deleteItem(item, at: [0, 2]).carry(gap: gap) == gap)
    #expect(Edit.moveItem("x", from: [0, 0], to: [0, 4]).carry(gap: gap) == [0, 1])
    #expect(Edit.moveItem("x", from: [0, 4], to: [0, 0]).carry(gap: gap) == [0, 3])
    #expect(Edit.moveItem("x", from: [0, 0], to: [0, 1]).carry(gap: gap) == gap)
    #expect(Edit.moveItem("x", from: [1, 0], to: [0, 2]).carry(gap: gap) == [0, 3])
  }

  @Test("goes along with its section, and away with it")
  func sections() {
    let gap: IndexPath = [1, 2]
    let section = Section(id: "X", title: "x")
    #expect(Edit.insertSection(section, at: 1).carry(gap: gap) == [2, 2])
    #expect(Edit.insertSection(section, at: 2).carry(gap: gap) == gap)
    #expect(Edit.deleteSection(section, at: 0).carry(gap: gap) == [0, 2])
    #expect(Edit.deleteSection(section, at: 1).carry(gap: gap) == nil)
    #expect(Edit.moveSection("X", from: 1, to: 3).carry(gap: gap) == [3, 2])
    #expect(Edit.moveSection("X", from: 0, to: 1).carry(gap: gap) == [0, 2])
  }

  @Test("keeps two drops on one gap in the order in which they were made, and the end the end")
  func dropsOnOneGap() {
    var log = RevisionLog()
    log.append([.insertItem(Item("x", "x"), at: [0, 2])])
    #expect(log.gap(at: [0, 2], revision: 0) == [0, 3])
    log.append([.moveItem("y", from: [1, 0], to: [0, 4])])
    #expect(log.gap(at: [0, 3], revision: 0) == [0, 5])
    #expect(log.gap(atHead: [0, 2], revision: 0) == [0, 2])
    #expect(log.section(at: 1, revision: 0) == 1)
  }
}

extension Item {
  fileprivate init(_ id: ItemID, _ text: Text) { self.init(id: id, text: text) }
}

extension Content {
  /// Every item with its path.
  fileprivate var itemsByPath: [(IndexPath, Item)] {
    enumerated().flatMap { s, section in
      section.items.enumerated().map { (IndexPath(section: s, item: $0), $1) }
    }
  }
}
