/// A mosaic layout: items of different sizes on a grid, each placed as high as possible, then as
/// far left as possible (skyline packing).
///
/// All frames are computed once per width. Within each grid column items are disjoint and sorted,
/// so visible items, and the item at a point, are found by binary search.
public struct MosaicLayout: SectionedLayout {
  public let metrics: MosaicMetrics
  /// The running number of the first item of each section, and the total count.
  private let firsts: [Int]
  private let spans: [MosaicSpan]
  private var stack: SectionStack
  /// The items by running number.
  private var items: [(path: LayoutPath, frame: LayoutRect)] = []
  /// For each grid column the numbers of the items in it, top to bottom.
  private var columns: [[Int]] = []

  /// - Parameters:
  ///   - sections: The item count of each section.
  ///   - span: Returns the size of an item; called once per item.
  /// - Complexity: O(*n* · *c*) for *n* items and *c* columns of the grid.
  public init(
    _ metrics: MosaicMetrics, sections: [Int], width: Int, span: (LayoutPath) -> MosaicSpan
  ) {
    self.metrics = metrics
    firsts = sections.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    spans = sections.enumerated().flatMap { section, count in
      (0..<count).map { span(LayoutPath(section: section, item: $0)) }
    }
    stack = SectionStack(metrics.sections, width: width)
    layOut()
  }

  public var width: Int { stack.width }
  public var contentSize: LayoutSize { LayoutSize(width: width, height: stack.height) }

  /// - Complexity: O(*n* · *c*) for *n* items and *c* columns of the grid.
  public mutating func resize(to width: Int) {
    guard max(1, width) != stack.width else { return }
    stack = SectionStack(metrics.sections, width: width)
    layOut()
  }

  private var unitWidth: Int { min(metrics.unit.width, stack.bodyWidth) }
  private var pitchAcross: Int { unitWidth + metrics.spacing.width }
  private var pitchDown: Int { metrics.unit.height + metrics.spacing.height }

  private mutating func layOut() {
    let count = max(1, (stack.bodyWidth + metrics.spacing.width) / pitchAcross)
    columns = Array(repeating: [], count: count)
    items = []
    items.reserveCapacity(spans.count)
    for section in firsts.indices.dropLast() { layOut(section) }
  }

  private mutating func layOut(_ section: Int) {
    var skyline = Skyline(columns: columns.count)
    for number in firsts[section]..<firsts[section + 1] {
      let span = spans[number]
      let across = min(span.width, columns.count)
      let (column, row) = skyline.place(width: across, height: span.height)
      let frame = LayoutRect(
        x: stack.bodyX + column * pitchAcross, y: stack.nextBodyY + row * pitchDown,
        width: across * pitchAcross - metrics.spacing.width,
        height: span.height * pitchDown - metrics.spacing.height)
      items.append((LayoutPath(section: section, item: number - firsts[section]), frame))
      for column in column..<column + across { columns[column].append(number) }
    }
    let rows = skyline.height
    stack.append(bodyHeight: rows == 0 ? 0 : rows * pitchDown - metrics.spacing.height)
  }
}

/// The used height of each grid column of a section, in units.
private struct Skyline {
  private var heights: [Int]

  init(columns: Int) { heights = Array(repeating: 0, count: columns) }

  var height: Int { heights.max() ?? 0 }

  /// Allocates the highest free place of this size; of several the leftmost.
  mutating func place(width: Int, height: Int) -> (column: Int, row: Int) {
    var best = (column: 0, row: Int.max)
    for column in 0...heights.count - width {
      let row = heights[column..<column + width].max() ?? 0
      if row < best.row { best = (column, row) }
    }
    for column in best.column..<best.column + width { heights[column] = best.row + height }
    return best
  }
}

// Frames.

extension MosaicLayout {
  public func attributes(for path: LayoutPath) -> LayoutAttributes? {
    guard firsts.indices.dropLast().contains(path.section), path.item >= 0,
      path.item < firsts[path.section + 1] - firsts[path.section]
    else { return nil }
    return LayoutAttributes(.item(path), items[firsts[path.section] + path.item].frame)
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
    var numbers = visibleItems(in: visible, counting: &work)[...]
    var found: [LayoutAttributes] = []
    for section in stack.sections(in: visible.y..<visible.maxY, counting: &work) {
      work += 1
      if let header = stack.header(of: section), header.frame.intersects(visible) {
        found.append(header)
      }
      while let number = numbers.first, number < firsts[section + 1] {
        numbers.removeFirst()
        found.append(LayoutAttributes(.item(items[number].path), items[number].frame))
      }
    }
    return found
  }

  /// The numbers of the items in a rectangle, sorted.
  private func visibleItems(in visible: LayoutRect, counting work: inout Int) -> [Int] {
    var numbers: [Int] = []
    let left = max(0, (visible.x - stack.bodyX) / pitchAcross)
    for index in columns.indices.dropFirst(left) {
      guard stack.bodyX + index * pitchAcross < visible.maxX else { break }
      let column = columns[index]
      let first = column.partitionPoint(counting: &work) { items[$0].frame.maxY > visible.y }
      for number in column[first...] {
        work += 1
        guard items[number].frame.y < visible.maxY else { break }
        // An item in several columns is counted in the first visited one.
        let isFirst = index == left || firstColumn(of: number) == index
        if isFirst, items[number].frame.intersects(visible) { numbers.append(number) }
      }
    }
    return numbers.sorted()
  }

  private func firstColumn(of number: Int) -> Int {
    (items[number].frame.x - stack.bodyX) / pitchAcross
  }
}

/// The size of an item in grid units.
public struct MosaicSpan: Hashable, Sendable {
  /// The limit in either direction. Values are clamped to 1...16.
  public static let largest = 16

  private let across: UInt8
  private let down: UInt8

  public init(width: Int, height: Int) {
    across = UInt8(min(max(width, 1), Self.largest))
    down = UInt8(min(max(height, 1), Self.largest))
  }

  public var width: Int { Int(across) }
  public var height: Int { Int(down) }

  public static let small = MosaicSpan(width: 1, height: 1)
  public static let wide = MosaicSpan(width: 2, height: 1)
  public static let tall = MosaicSpan(width: 1, height: 2)
  public static let large = MosaicSpan(width: 2, height: 2)
}

/// The measures of a mosaic, in cells.
public struct MosaicMetrics: Hashable, Sendable {
  /// The size of one unit; its width is limited to that of the content.
  public var unit: LayoutSize
  /// The spacing between items, horizontal and vertical.
  public var spacing: LayoutSize
  public var sections: SectionMetrics

  public init(
    unit: LayoutSize, spacing: LayoutSize = LayoutSize(width: 0, height: 0),
    sections: SectionMetrics = SectionMetrics()
  ) {
    self.unit = LayoutSize(width: max(1, unit.width), height: max(1, unit.height))
    self.spacing = LayoutSize(width: max(0, spacing.width), height: max(0, spacing.height))
    self.sections = sections
  }
}
