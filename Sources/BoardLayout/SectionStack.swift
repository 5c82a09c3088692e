/// What sections have in common, however their items are laid out.
public struct SectionMetrics: Hashable, Sendable {
  /// The lines of a header; none where it is zero.
  public var headerHeight: Int
  /// What stays empty around the items, below the header.
  public var insets: LayoutInsets

  public init(headerHeight: Int = 1, insets: LayoutInsets = LayoutInsets()) {
    self.headerHeight = max(0, headerHeight)
    self.insets = LayoutInsets(
      top: max(0, insets.top), left: max(0, insets.left), bottom: max(0, insets.bottom),
      right: max(0, insets.right))
  }
}

/// Sections one below the other, each with a header, insets and a body of some height.
struct SectionStack: Sendable {
  let metrics: SectionMetrics
  let width: Int
  /// The first line of each section, and the line below the last.
  private var starts = [0]
  /// The sections that have a line at all.
  private var solid: [Int] = []

  init(_ metrics: SectionMetrics, width: Int) {
    self.metrics = metrics
    self.width = max(1, width)
  }

  var count: Int { starts.count - 1 }
  var height: Int { starts[count] }

  /// The first column of items. Where the insets leave none, they lose as much as is needed.
  var bodyX: Int { min(metrics.insets.left, width - 1) }
  var bodyWidth: Int { max(1, width - metrics.insets.left - metrics.insets.right) }

  /// Where the body of the section that is appended next will begin.
  var nextBodyY: Int { height + metrics.headerHeight + metrics.insets.top }

  /// Adds a section below the others.
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

  /// The sections that have at least one of these lines.
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
  /// The first index whose element fulfils a condition that no element before one that fulfils it
  /// fulfils; the end where none does.
  ///
  /// - Complexity: O(log *n*); `work` counts how many elements were asked.
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
