import TestKit
import Testing

@testable import BoardTerminal

@Suite("A flow layout")
struct FlowLayoutTests {
  private func flow(
    _ orientation: LineOrientation, _ counts: [Int], width: Int, lineSpacing: Int = 0,
    interItemSpacing: Int = 1, sections: SectionMetrics = SectionMetrics()
  ) -> FlowLayout {
    FlowLayout(
      FlowMetrics(
        lineOrientation: orientation, itemSize: LayoutSize(width: 3, height: 1),
        lineSpacing: lineSpacing, interItemSpacing: interItemSpacing, sections: sections),
      sections: counts, width: width)
  }

  @Test("fills rows from left to right, with as many columns as fit the width")
  func rows() {
    expectEqual(
      drawing(of: flow(.horizontal, [5, 0, 2], width: 12)),
      ["============", "AAA BBB CCC", "DDD EEE", "============", "============", "FFF GGG"])
  }

  @Test("adds a column as soon as it fits without a gap after it")
  func columns() {
    expectEqual(drawing(of: flow(.horizontal, [3], width: 10)).count, 3)
    expectEqual(drawing(of: flow(.horizontal, [3], width: 11)).count, 2)
  }

  @Test("fills columns from top to bottom, with as many columns as fit the width")
  func verticalLines() {
    expectEqual(
      drawing(of: flow(.vertical, [5], width: 15, lineSpacing: 1, interItemSpacing: 0)),
      ["===============", "AAA CCC EEE", "BBB DDD"])
  }

  @Test("leaves spacing between lines, between items and around sections, and none elsewhere")
  func spacing() {
    let sections = SectionMetrics(
      headerHeight: 0, insets: LayoutInsets(top: 1, left: 2, bottom: 1, right: 1))
    expectEqual(
      drawing(
        of: flow(
          .horizontal, [3, 1], width: 11, lineSpacing: 2, interItemSpacing: 2, sections: sections)),
      ["", "  AAA  BBB", "", "", "  CCC", "", "", "  DDD", ""])
  }

  @Test("makes items no wider than the content, however narrow that is")
  func narrow() {
    expectEqual(drawing(of: flow(.horizontal, [2], width: 2)), ["==", "AA", "BB"])
    expectEqual(drawing(of: flow(.horizontal, [2], width: -5)), ["=", "A", "B"])
  }

  @Test("goes from a long row to the end of a short one, and on into the next section")
  func neighbors() {
    let layout = flow(.horizontal, [5, 2], width: 12)
    let third = LayoutPath(section: 0, item: 2)
    let fifth = LayoutPath(section: 0, item: 4)
    expectEqual(layout.neighbor(of: third, .down), fifth)
    expectEqual(layout.neighbor(of: fifth, .down), LayoutPath(section: 1, item: 1))
    expectNil(layout.neighbor(of: fifth, .right))
    expectEqual(layout.neighbor(of: fifth, .left), LayoutPath(section: 0, item: 3))
    expectEqual(layout.neighbor(of: LayoutPath(section: 1, item: 0), .up)?.item, 3)
  }

  @Test("stores nothing per item: a billion items cost what a screen shows")
  func arithmetic() {
    var layout = flow(.horizontal, [1_000_000_000, 0, 1_000_000_000], width: 80)
    let height = layout.contentSize.height
    for width in [80, 200, 79] {
      layout.resize(to: width)
      for y in [0, height / 2, height - 24] {
        var work = 0
        let screen = LayoutRect(x: 0, y: y, width: width, height: 24)
        let found = layout.attributes(in: screen, counting: &work)
        #expect(work <= found.count + 10)
      }
    }
  }

  @Test("examines no section out of sight, however many have no line")
  func manySections() {
    let hidden = SectionMetrics(headerHeight: 0)
    let counts = Array(repeating: 0, count: 50_000) + [1] + Array(repeating: 0, count: 50_000) + [1]
    let layout = flow(.horizontal, counts, width: 80, sections: hidden)
    var work = 0
    let found = layout.attributes(
      in: LayoutRect(x: 0, y: 0, width: 80, height: 24), counting: &work)
    expectEqual(found.map(\.path?.section), [50_000, 100_001])
    #expect(work <= 20)
  }
}
