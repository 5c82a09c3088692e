import BoardAuthority
import BoardModel
import Simulation
import TestKit
import Testing

@Suite("A revision log")
struct RevisionLogTests {
  @Test("numbers revisions without gaps and has the edits of each")
  func gapless() {
    var log = RevisionLog(head: 7)
    expectEqual(log.oldest, 7)
    let edits = insertions(3)
    expectEqual(log.append([edits[0]]), 8)
    expectEqual(log.append([edits[1], edits[2]]), 9)
    expectEqual(Array(log.edits(since: 7)), edits)
    expectEqual(Array(log.edits(from: 8, to: 9)), [edits[1], edits[2]])
    #expect(log.edits(since: 9).isEmpty)
  }

  @Test("removes whole revisions beyond its limit of edits")
  func window() {
    var log = RevisionLog(limit: 4)
    let edits = insertions(20)
    for start in stride(from: 0, to: 18, by: 2) { log.append(Array(edits[start..<start + 2])) }
    expectEqual(log.head, 9)
    expectEqual(log.oldest, 7)
    #expect(!log.contains(6))
    expectEqual(Array(log.edits(since: 7)), Array(edits[14..<18]))
  }

  @Test("has no earlier revision after a revision that is larger than its limit")
  func largeRevision() {
    var log = RevisionLog(limit: 4)
    log.append(insertions(9))
    expectEqual(log.oldest, 1)
    expectEqual(log.batches(from: 1, content: Content()).map(\.batch.isEmpty), [true])
  }

  @Test("removes whole revisions beyond its limit of bytes")
  func byteWindow() {
    var log = RevisionLog(byteLimit: 100)
    for number in 0..<9 {
      let text = Text(String(repeating: "x", count: 28))
      log.append([.insertItem(Item(id: .init(unchecked: "i\(number)"), text: text), at: [0, 0])])
      #expect(log.byteCount <= 100)
    }
    expectEqual(log.byteCount, 3 * 30)
    expectEqual(log.oldest, 6)
    log.append([.moveItem("i1", from: [0, 0], to: [0, 1])])
    expectEqual(log.byteCount, 3 * 30 + 2)
  }

  private func insertions(_ count: Int) -> [Edit] {
    (0..<count).map { .insertItem(Item(id: .init(unchecked: "i\($0)"), text: ""), at: [0, 0]) }
  }

  @Test("leads from every revision to the head, by legal batches")
  func everyCursor() throws {
    for seed in randomSeeds(30) {
      let (log, boards) = logged(RandomStream(seed: seed), seed: seed)
      for cursor in log.oldest...log.head {
        var board = boards[cursor]
        var revision = cursor
        for link in log.batches(from: cursor, content: boards[log.head]) {
          try #require(link.from == revision, "seed \(seed)")
          board = try link.batch.apply(to: board)
          revision = link.to
        }
        try #require(board == boards[log.head] && revision == log.head, "seed \(seed)")
      }
    }
  }

  @Test("has the content of the board at every revision")
  func everyBoard() throws {
    for seed in randomSeeds(30) {
      let (log, boards) = logged(RandomStream(seed: seed), seed: seed)
      for revision in log.oldest...log.head {
        let board = log.board(at: revision, head: boards[log.head])
        let content = (0..<board.sectionCount).map { board.sectionContent(at: $0) }
        try #require(content == boards[revision], "seed \(seed)")
      }
    }
  }

  @Test("turns every edit of a small board into the batch that composition gives")
  func loneEdits() throws {
    for board in SmallBoards.all(sections: 3, items: 3) {
      try SmallBoards.forEachStream(from: board, length: 1) { edits, after in
        try expectLoneBatch(edits[0], after)
      }
    }
  }

  @Test("turns a single edit of any kind into the batch that composition gives")
  func loneEditsAtRandom() throws {
    for seed in randomSeeds(30) {
      let stream = RandomStream(seed: seed)
      var board = stream.before
      for edit in stream.edits {
        board.perform(edit)
        try expectLoneBatch(edit, board)
      }
    }
  }

  private func expectLoneBatch(_ edit: Edit, _ after: Content) throws {
    var log = RevisionLog()
    log.append([edit])
    let batch = Composition([edit]).batch(content: after)
    try #require(log.batches(from: 0, content: after).map(\.batch) == [batch], "\(edit)")
  }

  @Test("splits a batch at a revision if one batch would insert a big unchanged section")
  func cuts() throws {
    var board: Content = [bigSection("A", 500), bigSection("B", 3), bigSection("C", 3)]
    let before = board
    var log = RevisionLog()
    for edit: Edit in [
      .moveSection("A", from: 0, to: 2), .moveItem("A1", from: [2, 1], to: [0, 0]),
      .moveItem("A2", from: [2, 1], to: [0, 0]),
    ] {
      board.perform(edit)
      log.append([edit])
    }
    let chain = log.batches(from: 0, content: board)
    expectEqual(chain.map(\.from), [0, 1])
    expectEqual(chain.map(\.to), [1, 3])
    expectEqual(chain.map(\.batch.rowCount), [1, 2])
    try expectEqual(chain[1].batch.apply(to: chain[0].batch.apply(to: before)), board)
  }

  @Test("sends the new title of a big section and moves of items as one batch, with demoted moves")
  func titleBesideMoves() throws {
    var board: Content = [bigSection("A", 500), bigSection("B", 3), bigSection("C", 3)]
    let before = board
    var log = RevisionLog()
    for edit: Edit in [
      .reloadSection("A", at: 0, from: "old", to: "new"),
      .moveItem("B1", from: [1, 1], to: [2, 0]), .moveItem("B2", from: [1, 1], to: [2, 0]),
    ] {
      board.perform(edit)
      log.append([edit])
    }
    let chain = log.batches(from: 0, content: board)
    expectEqual(chain.map(\.batch.rowCount), [5])
    expectEqual(chain.first?.batch.reloadedSections.map(\.id), ["A"])
    try expectEqual(chain.first?.batch.apply(to: before), board)
  }

  @Test("does not cut within one revision")
  func oneRevision() {
    var board: Content = [bigSection("A", 500), bigSection("B", 3)]
    var log = RevisionLog()
    let edits: [Edit] = [
      .moveSection("A", from: 0, to: 1), .moveItem("A1", from: [1, 1], to: [0, 0]),
    ]
    board = board.performing(edits)
    log.append(edits)
    let chain = log.batches(from: 0, content: board)
    expectEqual(chain.count, 1)
    expectEqual(chain[0].batch.insertedSections.first?.items.count, 499)
  }

  @Test("splits big sections with random edits into correct batches")
  func cutsAtRandom() throws {
    var cuts = 0
    for seed in randomSeeds(30) {
      let (log, boards) = logged(RandomStream(seed: seed, length: 20, items: 60), seed: seed)
      let chain = log.batches(from: 0, content: boards[log.head])
      cuts += chain.count > 1 ? 1 : 0
      var board = boards[0]
      for link in chain {
        board = try ListViewModel(board).performWithReloads(link.batch)
        try #require(board == boards[link.to], "seed \(seed)")
        try #require(chain.count == 1 || !link.batch.isEmpty, "seed \(seed)")
      }
      try #require(chain.last?.to == log.head, "seed \(seed)")
    }
    #expect(cuts > 0)
  }

  private func bigSection(_ name: String, _ count: Int) -> Section {
    let items = (0..<count).map { Item(id: .init(unchecked: "\(name)\($0)"), text: "old") }
    return Section(id: .init(unchecked: name), title: "old", items: items)
  }
}

/// A log of a stream that is cut into random revisions, and the board at each of them.
func logged(_ stream: RandomStream, seed: Int) -> (RevisionLog, [Content]) {
  var random = SeededRandom(seed: seed &+ 3_000_001)
  var log = RevisionLog()
  var boards = [stream.before]
  var rest = stream.edits[...]
  while !rest.isEmpty {
    let edits = Array(rest.prefix(1 + random.below(4)))
    rest = rest.dropFirst(edits.count)
    log.append(edits)
    boards.append(boards[boards.count - 1].performing(edits))
  }
  return (log, boards)
}
