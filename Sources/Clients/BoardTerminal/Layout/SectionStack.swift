/// The metrics of sections, common to all layouts.
public struct SectionMetrics: Hashable, Sendable {
  /// The height of a header; zero for no header.
  public var headerHeight: Int
  /// The margins around the items, below the header.
  public var insets: LayoutInsets

  public init(headerHeight: Int = 1, insets: LayoutInsets = LayoutInsets()) {
    self.headerHeight = max(0, headerHeight)
    self.insets = LayoutInsets(
      top: max(0, insets.top), left: max(0, insets.left), bottom: max(0, insets.bottom),
      right: max(0, insets.right))
  }
}

/// A vertical stack of sections, each with a header, insets and a body.
struct SectionStack: Sendable {
  let metrics: SectionMetrics
  let width: Int
  /// The first line of each section, and the line below the last.
  private var starts = [0]
  /// The sections of nonzero height.
  private var solid: [Int] = []

  init(_ metrics: SectionMetrics, width: Int) {
    self.metrics = metrics
    self.width = max(1, width)
  }

  var count: Int { starts.count - 1 }
  var height: Int { starts[count] }

  /// The first column of items. If the insets leave no room, they are reduced.
  var bodyX: Int { min(metrics.insets.left, width - 1) }
  var bodyWidth: Int { max(1, width - metrics.insets.left - metrics.insets.right) }

  /// The first line of the body of the next appended section.
  var nextBodyY: Int { height + metrics.headerHeight + metrics.insets.top }

  /// Appends a section at the bottom.
  mutating func append(bodyHeight: Int) {
    let next = nextBodyY + bodyHeight + metrics.insets.bottom
    if next > height { solid.append(count) }
    starts.append(next)
  }

  func bodyY(of section: Int) -> Int {
    starts[section] + metrics.headerHeight + metrics.insets.top
  }

  func header(of section: Int) -> LayoutAttributes? {
    guard starts.indices.dropLast().contains(section), metrics.headerHeight > 0 else { return nil }
    return LayoutAttributes(
      .header(section),
      LayoutRect(x: 0, y: starts[section], width: width, height: metrics.headerHeight))
  }

  /// The sections that intersect these lines.
  ///
  /// - Complexity: O(log *s* + *v*) for *s* sections, *v* of them visible.
  func sections(in lines: Range<Int>, counting work: inout Int) -> ArraySlice<Int> {
    guard !lines.isEmpty else { return [] }
    let first = solid.partitionPoint(counting: &work) { starts[$0 + 1] > lines.lowerBound }
    let end = solid.partitionPoint(counting: &work) { starts[$0] >= lines.upperBound }
    return solid[first..<max(first, end)]
  }

  func section(at y: Int) -> Int? {
    guard (0..<height).contains(y) else { return nil }
    var work = 0
    return sections(in: y..<y + 1, counting: &work).first
  }
}

extension RandomAccessCollection where Index == Int {
  /// Binary search: the first index whose element satisfies a monotone condition; the end if none
  /// does.
  ///
  /// - Complexity: O(log *n*); `work` counts the tested elements.
  func partitionPoint(counting work: inout Int, where isBehind: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      work += 1
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
