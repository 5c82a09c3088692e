import BoardLayout
import Simulation

/// A random list and a layout of it, of either kind.
struct RandomLayout {
  var layout: any SectionedLayout
  let counts: [Int]

  init(_ chance: inout SeededRandom) {
    counts = (0..<chance.below(6)).map { _ in
      chance.percent(25) ? 0 : chance.below(chance.percent(20) ? 200 : 12)
    }
    let sections = SectionMetrics(
      headerHeight: chance.below(3),
      insets: LayoutInsets(
        top: chance.below(2), left: chance.below(5), bottom: chance.below(3),
        right: chance.below(5)))
    let size = LayoutSize(width: 1 + chance.below(20), height: 1 + chance.below(3))
    let width = chance.below(90)
    if chance.percent(50) {
      let metrics = FlowMetrics(
        lineOrientation: chance.percent(50) ? .horizontal : .vertical, itemSize: size,
        lineSpacing: chance.below(3), interItemSpacing: chance.below(3), sections: sections)
      layout = FlowLayout(metrics, sections: counts, width: width)
    } else {
      let metrics = MosaicMetrics(
        unit: size, spacing: LayoutSize(width: chance.below(3), height: chance.below(3)),
        sections: sections)
      layout = MosaicLayout(metrics, sections: counts, width: width) { _ in
        MosaicSpan(width: chance.below(5), height: chance.below(5))
      }
    }
  }

  /// Every item's path, in order.
  var paths: [LayoutPath] {
    counts.enumerated().flatMap { section, count in
      (0..<count).map { LayoutPath(section: section, item: $0) }
    }
  }

  /// Every element on its own, in the order of the list.
  var all: [LayoutAttributes] {
    counts.indices.flatMap { section in
      [layout.header(of: section)].compactMap { $0 }
        + (0..<counts[section]).map {
          layout.attributes(for: LayoutPath(section: section, item: $0))!
        }
    }
  }
}

extension SeededRandom {
  /// A rectangle in, across, or outside the content.
  mutating func rect(around size: LayoutSize) -> LayoutRect {
    LayoutRect(
      x: below(size.width + 10) - 5, y: below(size.height + 20) - 10, width: below(size.width + 5),
      height: below(percent(50) ? 8 : size.height + 10))
  }
}
