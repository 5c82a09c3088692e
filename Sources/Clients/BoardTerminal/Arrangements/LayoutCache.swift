import BoardModel

/// The layout of a flow or a mosaic, computed once for a board and a width.
struct LayoutCache {
  private var layout: (any SectionedLayout)?
  private var kind = BoardView.LayoutKind.columns
  private var runsDown = false

  /// How many layouts were made.
  private(set) var madeCount = 0

  mutating func forget() { layout = nil }

  mutating func layout(
    _ kind: BoardView.LayoutKind, runsDown: Bool, of board: ShownBoard, width: Int
  ) -> any SectionedLayout {
    if kind == self.kind, runsDown == self.runsDown, var layout {
      if layout.width != max(1, width) {
        layout.resize(to: width)
        self.layout = layout
      }
      return layout
    }
    let made = Self.make(kind, runsDown: runsDown, of: board, width: width)
    self.kind = kind
    self.runsDown = runsDown
    layout = made
    madeCount += 1
    return made
  }

  private static func make(
    _ kind: BoardView.LayoutKind, runsDown: Bool, of board: ShownBoard, width: Int
  ) -> any SectionedLayout {
    let counts = (0..<board.sectionCount).map { board.itemCount(in: $0) }
    let sections = SectionMetrics(headerHeight: 1, insets: LayoutInsets(bottom: 1))
    if kind == .mosaic, board.hasAwaitedItems {
      // Sizes would change as texts arrive, and where everything is with them.
      let size = LayoutSize(width: 25, height: 2)
      let metrics = FlowMetrics(itemSize: size, interItemSpacing: 1, sections: sections)
      return FlowLayout(metrics, sections: counts, width: width)
    }
    guard kind == .mosaic else {
      let size = LayoutSize(width: 24, height: 1)
      // The horizontal neighbour is in the next line if lines are columns, and the next item
      // otherwise.
      let metrics = FlowMetrics(
        lineOrientation: runsDown ? .vertical : .horizontal, itemSize: size,
        lineSpacing: runsDown ? 1 : 0, interItemSpacing: runsDown ? 0 : 1, sections: sections)
      return FlowLayout(metrics, sections: counts, width: width)
    }
    let spans = board.mosaicSpans
    let metrics = MosaicMetrics(
      unit: LayoutSize(width: 12, height: 1), spacing: LayoutSize(width: 1, height: 0),
      sections: sections)
    return MosaicLayout(metrics, sections: counts, width: width) { spans[$0.section][$0.item] }
  }
}

extension ShownBoard {
  /// The size of each item, by the length of its text.
  ///
  /// - Complexity: O(items).
  fileprivate var mosaicSpans: [[MosaicSpan]] {
    (0..<sectionCount).map { section in
      var spans: [MosaicSpan] = []
      spans.reserveCapacity(itemCount(in: section))
      forEachTextSize(in: section) { size in
        switch size {
        case 0...9: spans.append(MosaicSpan(width: 1, height: 1))
        case 10...22: spans.append(MosaicSpan(width: 2, height: 1))
        case 23...40: spans.append(MosaicSpan(width: 2, height: 2))
        default: spans.append(MosaicSpan(width: 3, height: 2))
        }
      }
      return spans
    }
  }
}
