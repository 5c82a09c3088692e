/// A section's index and an item's index in it, both counted from zero.
///
/// It is a board's index path under a name of its own: layouts know of numbers and of nothing else.
public struct LayoutPath: Hashable, Sendable, Comparable {
  public var section: Int
  public var item: Int

  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  public static func < (a: Self, b: Self) -> Bool { (a.section, a.item) < (b.section, b.item) }
}

/// What a layout gives a place to.
public enum LayoutElement: Hashable, Sendable {
  /// The header of the section with this index.
  case header(Int)
  case item(LayoutPath)
}

/// An element and the cells of the content that it has for itself.
public struct LayoutAttributes: Hashable, Sendable {
  public let element: LayoutElement
  public let frame: LayoutRect

  public init(_ element: LayoutElement, _ frame: LayoutRect) {
    self.element = element
    self.frame = frame
  }

  /// The item's path; nil for a header.
  public var path: LayoutPath? {
    guard case .item(let path) = element else { return nil }
    return path
  }
}

/// Where to look for a neighbour.
public enum LayoutDirection: CaseIterable, Hashable, Sendable {
  case up, down, left, right
}

/// Where the items and headers of a sectioned list stand, for a view that scrolls up and down.
///
/// All measures are cells, and all places are counted from the upper left corner of the content.
/// No two elements have a cell in common, every item has exactly one place, and none reaches out of
/// the width. What a layout says depends on its arguments alone.
public protocol SectionedLayout: Sendable {
  /// How wide the content is, in cells; at least one.
  var width: Int { get }

  /// The width, and as many lines as the elements need.
  var contentSize: LayoutSize { get }

  /// Lays everything out again for another width; one below one counts as one.
  mutating func resize(to width: Int)

  /// What has at least one cell in a rectangle: headers and items, in the order of the list, each
  /// header before the items of its section.
  ///
  /// - Complexity: O(log *n* + *v*) for *v* elements in the rectangle, whatever the list holds.
  func attributes(in visible: LayoutRect) -> [LayoutAttributes]

  /// Where an item stands; nil where there is no such item.
  func attributes(for path: LayoutPath) -> LayoutAttributes?

  /// Where the header of a section stands; nil where there is no such section, or no header.
  func header(of section: Int) -> LayoutAttributes?

  /// The section that this line belongs to, with its header and its insets; nil outside.
  func section(at y: Int) -> Int?
}

extension SectionedLayout {
  /// The item that has this cell; nil for a header, a gap and what is outside.
  ///
  /// - Complexity: O(log *n*).
  public func item(at point: LayoutPoint) -> LayoutPath? {
    let cell = LayoutRect(x: point.x, y: point.y, width: 1, height: 1)
    return attributes(in: cell).last?.path
  }

  /// The item that comes next in a direction, or nil where there is none.
  ///
  /// Up and down it is the nearest item wholly above or below; of several as near, the one whose
  /// middle is nearest across. To the left and right only items with a line in common count.
  ///
  /// - Complexity: O(log *n* + *v*) for the *v* elements between, twice over at most.
  public func neighbor(of path: LayoutPath, _ direction: LayoutDirection) -> LayoutPath? {
    guard let frame = attributes(for: path)?.frame else { return nil }
    switch direction {
    case .left:
      let strip = LayoutRect(x: 0, y: frame.y, width: frame.x, height: frame.height)
      return nearest(in: strip, to: frame, .left)
    case .right:
      let strip = LayoutRect(
        x: frame.maxX, y: frame.y, width: width - frame.maxX, height: frame.height)
      return nearest(in: strip, to: frame, .right)
    case .up, .down:
      return nearestAcross(frame, direction)
    }
  }

  /// Looks into a strip above or below that grows until there is an item in it.
  private func nearestAcross(_ frame: LayoutRect, _ direction: LayoutDirection) -> LayoutPath? {
    let room = direction == .up ? frame.y : contentSize.height - frame.maxY
    var height = max(1, frame.height)
    while true {
      let reach = min(height, room)
      let strip = LayoutRect(
        x: 0, y: direction == .up ? frame.y - reach : frame.maxY, width: width, height: reach)
      if let found = nearest(in: strip, to: frame, direction) { return found }
      guard reach < room else { return nil }
      height *= 2
    }
  }

  private func nearest(
    in strip: LayoutRect, to frame: LayoutRect, _ direction: LayoutDirection
  ) -> LayoutPath? {
    let candidates = attributes(in: strip).compactMap { attributes in
      attributes.path.flatMap { path in
        frame.distance(to: attributes.frame, direction).map { (path, $0) }
      }
    }
    return candidates.min { ($0.1.along, $0.1.across, $0.0) < ($1.1.along, $1.1.across, $1.0) }?.0
  }
}

extension LayoutRect {
  /// How far another frame is in a direction, and how far its middle is off to the side, doubled;
  /// nil where it does not lie wholly in that direction.
  fileprivate func distance(
    to other: LayoutRect, _ direction: LayoutDirection
  ) -> (along: Int, across: Int)? {
    let along =
      switch direction {
      case .up: y - other.maxY
      case .down: other.y - maxY
      case .left: x - other.maxX
      case .right: other.x - maxX
      }
    guard along >= 0 else { return nil }
    let isVertical = direction == .up || direction == .down
    let across =
      isVertical
      ? abs(2 * x + width - 2 * other.x - other.width)
      : abs(2 * y + height - 2 * other.y - other.height)
    return (along, across)
  }
}
