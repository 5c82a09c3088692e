import BoardAuthority
import BoardModel
import TestKit
import Testing

@Suite("A path of an old revision")
struct RevisionMappingTests {
  @Test("P7: refers to the item that was there, wherever it is, and to nothing once it is deleted")
  func itemsAreFollowed() throws {
    for seed in randomSeeds(50) {
      let (log, boards) = logged(RandomStream(seed: seed), seed: seed)
      let head = ContentShape(boards[log.head])
      for (revision, board) in boards.enumerated() {
        let mapping = log.mapping(since: revision)
        for (path, item) in board.itemsByPath {
          try #require(mapping.item(path).path == head.indexPath(of: item.id), "seed \(seed)")
        }
        let then = ContentShape(board)
        let inverse = mapping.inverse
        for (path, item) in boards[log.head].itemsByPath {
          try #require(inverse.item(path).path == then.indexPath(of: item.id), "seed \(seed)")
        }
      }
    }
  }

  @Test("is mapped over a limited number of edits")
  func reachIsBounded() {
    var log = RevisionLog()
    for index in 0..<10 {
      log.append([
        .reloadSection("A", at: 0, from: Text("\(index)"), to: ""),
        .reloadSection("A", at: 0, from: "", to: Text("\(index + 1)")),
      ])
    }
    expectEqual(log.oldest(within: 20), 0)
    expectEqual(log.oldest(within: 7), 7)
    expectEqual(log.oldest(within: 0), 10)
  }
}

extension Content {
  /// Every item with its path.
  fileprivate var itemsByPath: [(IndexPath, Item)] {
    enumerated().flatMap { s, section in
      section.items.enumerated().map { (IndexPath(section: s, item: $0), $1) }
    }
  }
}
