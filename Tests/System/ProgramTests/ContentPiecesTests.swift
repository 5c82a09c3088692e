import BoardModel
import Simulation
import TestKit
import Testing

@testable import dropline

@Suite("The pieces of a content")
struct ContentPiecesTests {
  @Test("make the whole content, with no more lines than asked for, wherever it is cut")
  func law() throws {
    let seed = Int.random(in: 0..<1_000_000)
    var random = SeededRandom(seed: seed)
    for _ in 0..<2_000 {
      var items = 0
      let content: Content = (0..<random.below(6)).map { section in
        let rows = (0..<random.below(6)).map { _ in
          items += 1
          return Item(id: ItemID(unchecked: "i\(items)"), text: Text("\(items)"))
        }
        return Section(id: SectionID(unchecked: "s\(section + 1)"), title: "", items: rows)
      }
      let limit = 1 + random.below(5)
      var pieces = ContentPieces(content)
      var built: Content = []
      while !pieces.isAtEnd {
        let piece = pieces.next(lines: limit)
        try #require(piece.itemCount + piece.sections.count <= limit, "seed \(seed)")
        built = try piece.batch.apply(to: built)
      }
      try #require(built == content, "seed \(seed)")
    }
  }

  @Test("have as many bytes as a block may have")
  func bytes() {
    let text = Text(String(repeating: "\u{1}", count: 1_000))
    let items = (0..<5_000).map {
      Item(id: ItemID(unchecked: "i\($0)"), text: text, fields: ["a": "b"])
    }
    var pieces = ContentPieces([Section(id: "s1", title: "", items: items)])
    var counts: [Int] = []
    while !pieces.isAtEnd { counts.append(pieces.next(lines: Limits.replaceLines).itemCount) }
    expectEqual(counts.reduce(0, +), 5_000)
    #expect(counts.allSatisfy { $0 * 5_000 < Limits.blockBytes })
  }
}
