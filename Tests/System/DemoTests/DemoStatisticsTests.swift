import BoardModel
import TestKit
import Testing

@testable import dropline

@Suite("The closing line")
struct DemoStatisticsTests {
  @Test("separates groups of digits by commas, and uses the singular for one")
  func words() {
    var statistics = DemoStatistics()
    (statistics.clients, statistics.drops, statistics.batches) = (6, 412, 1_930)
    (statistics.rows, statistics.bytes) = (7_204, 311_204)
    expectEqual(statistics.summary, "6 clients, 412 drops, 1,930 batches, 7,204 rows, 311 KB")
    (statistics.clients, statistics.drops, statistics.batches) = (1, 1, 1)
    (statistics.rows, statistics.bytes) = (1, 12_345_678)
    expectEqual(statistics.summary, "1 client, 1 drop, 1 batch, 1 row, 12.3 MB")
  }

  @Test("groups digits by three", arguments: [(0, "0"), (999, "999"), (1_000_000, "1,000,000")])
  func groups(_ number: Int, _ text: String) {
    expectEqual(grouped(number), text)
    expectEqual(grouped(-number), (number == 0 ? "0" : "-" + text))
  }
}

@Suite("The first difference of two boards")
struct ComparisonTests {
  private let board: Content = [
    Section(
      id: "s1", title: "To buy",
      items: [Item(id: "i1", text: "Bread"), Item(id: "i2", text: "Milk")]),
    Section(id: "s2", title: "In the basket"),
  ]

  private func difference(_ change: (inout Content) -> Void) -> String? {
    var copy = board
    change(&copy)
    return firstDifference(of: copy, from: board)
  }

  @Test("is nil if they are equal")
  func equal() { expectNil(difference { _ in }) }

  @Test("has the id and the place")
  func descriptions() {
    expectEqual(difference { $0[0].items.swapAt(0, 1) }, "i2 is at 0.0, and i1 on the board")
    expectEqual(difference { $0.swapAt(0, 1) }, "section 0 is s2, and s1 on the board")
    expectEqual(difference { $0.removeLast() }, "it has 1 sections, and the board 2")
    expectEqual(
      difference { $0[0].items.removeLast() }, "section 0 has 1 items, and 2 on the board")
    expectEqual(
      difference { $0[0].items[1].text = "Mi\u{1B}lk" },
      "i2 reads \"Mi\u{FFFD}lk\", and \"Milk\" on the board")
    expectEqual(
      difference { $0[1].title = "Out" },
      "section s2 is called \"Out\", and \"In the basket\" on the board")
  }
}
