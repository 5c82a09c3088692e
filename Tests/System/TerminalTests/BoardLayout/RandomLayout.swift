import BoardModel
import BoardTerminal
import Simulation

/// A random list and a layout of it, of either kind.
struct RandomLayout {
  var layout: any SectionedLayout
  let counts: [Int]

  init(_ random: inout SeededRandom) {
    counts = (0..<random.below(6)).map { _ in
      random.percent(25) ? 0 : random.below(random.percent(20) ? 200 : 12)
    }
    let sections = SectionMetrics(
      headerHeight: random.below(3),
      insets: LayoutInsets(
        top: random.below(2), left: random.below(5), bottom: random.below(3),
        right: random.below(5)))
    let size = LayoutSize(width: 1 + random.below(20), height: 1 + random.below(3))
    let width = random.below(90)
    if random.percent(50) {
      let metrics = FlowMetrics(
        lineOrientation: random.percent(50) ? .horizontal : .vertical, itemSize: size,
        lineSpacing: random.below(3), interItemSpacing: random.below(3), sections: sections)
      layout = FlowLayout(metrics, sections: counts, width: width)
    } else {
      let metrics = MosaicMetrics(
        unit: size, spacing: LayoutSize(width: random.below(3), height: random.below(3)),
        sections: sections)
      layout = MosaicLayout(metrics, sections: counts, width: width) { _ in
        MosaicSpan(width: random.below(5), height: random.below(5))
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
