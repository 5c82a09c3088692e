/// A section's index and an item's index in it, both counted from zero.
///
/// It is the index path of a board, as a separate type: layouts do not depend on boards.
public struct LayoutPath: Hashable, Sendable, Comparable {
  public var section: Int
  public var item: Int

  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  public static func < (a: Self, b: Self) -> Bool { (a.section, a.item) < (b.section, b.item) }
}

/// An element of a layout.
public enum LayoutElement: Hashable, Sendable {
  /// The header of the section with this index.
  case header(Int)
  case item(LayoutPath)
}

/// An element and its frame.
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

/// The direction of a neighbour.
public enum LayoutDirection: CaseIterable, Hashable, Sendable {
  case up, down, left, right
}

/// The layout of a sectioned list, for a vertically scrolled view.
///
/// All measures are in cells, from the upper left corner of the content. Elements are disjoint,
/// every item has exactly one frame, and no frame exceeds the width. A layout is a pure function of
/// its arguments.
public protocol SectionedLayout: Sendable {
  /// The width of the content, in cells; at least one.
  var width: Int { get }

  /// The width, and the total height of the elements.
  var contentSize: LayoutSize { get }

  /// Recomputes the layout for another width, at least one.
  mutating func resize(to width: Int)

  /// The headers and items that intersect a rectangle, in list order, each header before the items
  /// of its section.
  ///
  /// - Complexity: O(log *n* + *v*) for *v* elements in the rectangle, independent of the size of
  ///   the list.
  func attributes(in visible: LayoutRect) -> [LayoutAttributes]

  /// The frame of an item; nil if there is no such item.
  func attributes(for path: LayoutPath) -> LayoutAttributes?

  /// The frame of a section's header; nil if there is no such section, or no header.
  func header(of section: Int) -> LayoutAttributes?

  /// The section at this line, including its header and insets; nil outside.
  func section(at y: Int) -> Int?
}

extension SectionedLayout {
  /// The item at this cell; nil for a header, a gap, or a point outside.
  ///
  /// - Complexity: O(log *n*).
  public func item(at point: LayoutPoint) -> LayoutPath? {
    let cell = LayoutRect(x: point.x, y: point.y, width: 1, height: 1)
    return attributes(in: cell).last?.path
  }

  /// The next item in a direction, or nil if there is none.
  ///
  /// Up and down: the nearest item wholly above or below; among equally near ones, that with the
  /// nearest middle. Left and right: only items with a common line count.
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

  /// Searches a strip above or below that doubles until it contains an item.
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
  /// The distance to another frame in a direction, and twice the sideways offset of its middle; nil
  /// if it is not wholly in that direction.
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
