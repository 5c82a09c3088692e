import BoardModel
import Simulation
import TestKit
import Testing

@testable import BoardTerminal

@Suite("A mosaic")
struct MosaicLayoutTests {
  private func mosaic(
    _ spans: [[MosaicSpan]], width: Int, unit: LayoutSize = LayoutSize(width: 2, height: 1),
    spacing: LayoutSize = LayoutSize(width: 1, height: 0)
  ) -> MosaicLayout {
    MosaicLayout(
      MosaicMetrics(unit: unit, spacing: spacing), sections: spans.map(\.count), width: width
    ) { spans[$0.section][$0.item] }
  }

  @Test(
    "is drawn as in the file that the page's mosaic is drawn from", arguments: try Drawings.mosaics)
  func drawings(_ drawn: Drawings.Mosaic) {
    let layout = mosaic(drawn.spans, width: drawn.width, unit: drawn.unit, spacing: drawn.spacing)
    expectEqual(drawing(of: layout), drawn.drawing, "\(drawn.name)")
  }

  @Test("treats a span of zero as one unit, and a huge one as the largest possible")
  func spans() {
    expectEqual(MosaicSpan(width: 0, height: -3), .small)
    expectEqual(MosaicSpan(width: .max, height: 1).width, MosaicSpan.largest)
  }

  @Test("moves between items of different size to the nearest one")
  func neighbors() {
    let layout = mosaic([[.large, .small, .tall, .wide, .small]], width: 11)
    func neighbor(_ item: Int, _ direction: LayoutDirection) -> Int? {
      layout.neighbor(of: LayoutPath(section: 0, item: item), direction)?.item
    }
    expectEqual(neighbor(0, .right), 1)
    expectEqual(neighbor(1, .right), 2)
    expectEqual(neighbor(0, .down), 3)
    expectEqual(neighbor(1, .down), 4)
    expectEqual(neighbor(4, .up), 1)
    expectEqual(neighbor(4, .right), 2)
    expectEqual(neighbor(4, .left), 0)
    expectEqual(neighbor(3, .up), 0)
    expectNil(neighbor(3, .down))
  }

  @Test("asks for each size once, at the beginning, and not again for another width")
  func asksOnce() {
    var asked: [LayoutPath] = []
    var layout = MosaicLayout(
      MosaicMetrics(unit: LayoutSize(width: 4, height: 1)), sections: [3, 0, 2], width: 40
    ) {
      asked.append($0)
      return .small
    }
    layout.resize(to: 20)
    expectEqual(asked.map(\.section), [0, 0, 0, 2, 2])
    expectEqual(Set(asked).count, 5)
  }

  @Test("examines little more than is visible, in a list of 200,000")
  func work() {
    var random = SeededRandom(seed: 7)
    let layout = MosaicLayout(
      MosaicMetrics(unit: LayoutSize(width: 8, height: 1)),
      sections: Array(repeating: 20_000, count: 10), width: 80
    ) { _ in MosaicSpan(width: 1 + random.below(3), height: 1 + random.below(3)) }
    for _ in 0..<200 {
      let y = random.below(layout.contentSize.height)
      var work = 0
      let found = layout.attributes(
        in: LayoutRect(x: 0, y: y, width: 80, height: 24), counting: &work)
      // Ten columns are bisected, and an item is met in each of at most three.
      #expect(work <= 10 * 18 + 3 * found.count + 20, "line \(y)")
    }
  }
}
