/// The orientation of a line of items.
public enum LineOrientation: Hashable, Sendable {
  /// Lines are rows: the next item is to the right, the next line below.
  case horizontal
  /// Lines are columns: the next item is below, the next line to the right. The items of a section
  /// are distributed over as many lines as fit the width, as in a directory listing.
  case vertical
}

/// The measures of a flow layout, in cells.
public struct FlowMetrics: Hashable, Sendable {
  public var lineOrientation: LineOrientation
  /// The size of every item; its width is limited to that of the content.
  public var itemSize: LayoutSize
  /// The spacing between two lines.
  public var lineSpacing: Int
  /// The spacing between two items of a line.
  public var interItemSpacing: Int
  public var sections: SectionMetrics

  public init(
    lineOrientation: LineOrientation = .horizontal, itemSize: LayoutSize, lineSpacing: Int = 0,
    interItemSpacing: Int = 0, sections: SectionMetrics = SectionMetrics()
  ) {
    self.lineOrientation = lineOrientation
    self.itemSize = LayoutSize(width: max(1, itemSize.width), height: max(1, itemSize.height))
    self.lineSpacing = max(0, lineSpacing)
    self.interItemSpacing = max(0, interItemSpacing)
    self.sections = sections
  }

  /// The horizontal spacing.
  fileprivate var gapAcross: Int {
    lineOrientation == .horizontal ? interItemSpacing : lineSpacing
  }
  /// The vertical spacing.
  fileprivate var gapDown: Int {
    lineOrientation == .horizontal ? lineSpacing : interItemSpacing
  }
}

/// A flow layout: items of one size in lines, as many as fit the width.
///
/// It stores nothing per item: frames are computed from the item counts of the sections.
public struct FlowLayout: SectionedLayout {
  public let metrics: FlowMetrics
  /// The item count of each section.
  private let counts: [Int]
  private var stack: SectionStack
  private var columns: Int

  /// - Parameter sections: The item count of each section.
  /// - Complexity: O(*s*) for *s* sections.
  public init(_ metrics: FlowMetrics, sections: [Int], width: Int) {
    self.metrics = metrics
    counts = sections
    stack = SectionStack(metrics.sections, width: width)
    columns = 1
    layOut()
  }

  public var width: Int { stack.width }
  public var contentSize: LayoutSize { LayoutSize(width: width, height: stack.height) }

  /// - Complexity: O(*s*) for *s* sections.
  public mutating func resize(to width: Int) {
    guard max(1, width) != stack.width else { return }
    stack = SectionStack(metrics.sections, width: width)
    layOut()
  }

  private mutating func layOut() {
    columns = max(1, (stack.bodyWidth + metrics.gapAcross) / (itemWidth + metrics.gapAcross))
    for count in counts {
      let rows = grid(of: count).rows
      stack.append(bodyHeight: rows == 0 ? 0 : rows * pitchDown - metrics.gapDown)
    }
  }

  private var itemWidth: Int { min(metrics.itemSize.width, stack.bodyWidth) }
  private var pitchAcross: Int { itemWidth + metrics.gapAcross }
  private var pitchDown: Int { metrics.itemSize.height + metrics.gapDown }

  /// The rows and columns for a number of items.
  private func grid(of count: Int) -> (rows: Int, columns: Int) {
    guard count > 0 else { return (0, 0) }
    let rows = (count + columns - 1) / columns
    switch metrics.lineOrientation {
    case .horizontal: return (rows, min(count, columns))
    case .vertical: return (rows, (count + rows - 1) / rows)
    }
  }
}

// Frames.

extension FlowLayout {
  public func attributes(for path: LayoutPath) -> LayoutAttributes? {
    guard counts.indices.contains(path.section), (0..<counts[path.section]).contains(path.item)
    else { return nil }
    return place(path)
  }

  private func place(_ path: LayoutPath) -> LayoutAttributes {
    let rows = grid(of: counts[path.section]).rows
    let (row, column) =
      switch metrics.lineOrientation {
      case .horizontal: (path.item / columns, path.item % columns)
      case .vertical: (path.item % rows, path.item / rows)
      }
    return LayoutAttributes(
      .item(path),
      LayoutRect(
        x: stack.bodyX + column * pitchAcross,
        y: stack.bodyY(of: path.section) + row * pitchDown,
        width: itemWidth, height: metrics.itemSize.height))
  }

  public func header(of section: Int) -> LayoutAttributes? { stack.header(of: section) }

  public func section(at y: Int) -> Int? { stack.section(at: y) }

  public func attributes(in visible: LayoutRect) -> [LayoutAttributes] {
    var work = 0
    return attributes(in: visible, counting: &work)
  }

  /// `work` counts the visited elements and sections.
  func attributes(in visible: LayoutRect, counting work: inout Int) -> [LayoutAttributes] {
    guard !visible.isEmpty else { return [] }
    var found: [LayoutAttributes] = []
    for section in stack.sections(in: visible.y..<visible.maxY, counting: &work) {
      work += 1
      if let header = stack.header(of: section), header.frame.intersects(visible) {
        found.append(header)
      }
      appendItems(of: section, in: visible, to: &found)
    }
    work += found.count
    return found
  }

  private func appendItems(
    of section: Int, in visible: LayoutRect, to found: inout [LayoutAttributes]
  ) {
    let count = counts[section]
    let grid = grid(of: count)
    let rows = span(
      from: visible.y - stack.bodyY(of: section), length: visible.height, pitch: pitchDown,
      extent: metrics.itemSize.height, count: grid.rows)
    let columns = span(
      from: visible.x - stack.bodyX, length: visible.width, pitch: pitchAcross,
      extent: itemWidth, count: grid.columns)
    switch metrics.lineOrientation {
    case .horizontal:
      for row in rows {
        for column in columns where row * self.columns + column < count {
          found.append(place(LayoutPath(section: section, item: row * self.columns + column)))
        }
      }
    case .vertical:
      for column in columns {
        for row in rows where column * grid.rows + row < count {
          found.append(place(LayoutPath(section: section, item: column * grid.rows + row)))
        }
      }
    }
  }

  /// The stripes (of equal extent, one pitch apart) that have a cell in a range.
  private func span(
    from start: Int, length: Int, pitch: Int, extent: Int, count: Int
  ) -> Range<Int> {
    let end = start + length
    guard count > 0, end > 0 else { return 0..<0 }
    let first = start < extent ? 0 : (start - extent) / pitch + 1
    let last = min(count, (end - 1) / pitch + 1)
    return first..<max(first, last)
  }
}
