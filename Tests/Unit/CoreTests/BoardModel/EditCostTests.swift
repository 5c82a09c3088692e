import Simulation
import TestKit
import Testing

@testable import BoardModel

/// What must not grow with a board, as counts: of levels and of bytes.
@Suite("The cost of an edit")
struct EditCostTests {
  @Test("grows by one level of the tree for each two dozen times the items")
  func levels() {
    for (items, levels) in [(100, 1), (1_000, 2), (10_000, 3), (100_000, 3)] {
      var lists = OrderedLists()
      lists.fill(0, with: Array(0..<Slot(items)))
      expectEqual(lists.levels(above: Slot(items / 2)), levels)
      for element in Slot(items)..<Slot(items + items / 4) {
        lists.insert(element, at: items / 2, in: 0)
      }
      #expect(lists.levels(above: Slot(items)) <= levels + 1)
    }
  }

  @Test("grows with the number of sections only by levels of the tree")
  func sections() throws {
    let content = (0..<10_000).map { Section(id: ID.section($0), title: "", items: []) }
    var board = Board(content)
    expectEqual(board.order.levels(above: 5_000), 3)
    #expect(try board.moveSection(ID.section(9_999), to: 0) != nil)
    expectEqual(board.index(of: ID.section(9_998)), 9_999)
  }

  @Test("includes at most as many unused as used bytes on a page of text")
  func unusedBytes() {
    var chance = SeededRandom(seed: 5)
    var page = TextPage()
    var texts = (0..<TextPage.size).map { "\($0)" }
    for place in texts.indices { expectEqual(page.makePlace(), place) }
    for place in texts.indices { page.fill(place, with: "name", texts[place], Fields()) }
    for _ in 0..<5_000 {
      let place = chance.below(TextPage.size)
      texts[place] = String(repeating: "x", count: chance.below(60)) + "\(place)"
      if chance.percent(20) {
        page.clear(place)
        page.fill(place, with: "name", texts[place], Fields())
      } else {
        page.change(place, text: texts[place], fields: [:])
      }
      let live = texts.reduce(0) { $0 + 4 + $1.utf8.count }
      #expect(page.byteCount <= 2 * live + 320)
    }
    for place in texts.indices {
      let text = page.withBytes(of: place) { _, text, _ in String(decoding: text, as: UTF8.self) }
      expectEqual(text, texts[place])
    }
  }
}

private enum ID {
  static func section(_ number: Int) -> SectionID { SectionID(unchecked: "s\(number)") }
}

extension OrderedLists {
  /// The nodes on the way from an element up to its list.
  fileprivate func levels(above element: Slot) -> Int {
    var (node, levels) = (homes[element], 1)
    while case .node(let parent) = nodes[node].owner {
      node = parent
      levels += 1
    }
    return levels
  }
}
