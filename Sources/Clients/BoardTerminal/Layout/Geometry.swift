/// A cell of the content, counted from the upper left corner.
public struct LayoutPoint: Hashable, Sendable {
  public var x: Int
  public var y: Int

  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A size in cells.
public struct LayoutSize: Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A rectangle of cells of the content.
public struct LayoutRect: Hashable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public var size: LayoutSize { LayoutSize(width: width, height: height) }

  /// The first column to the right of it.
  public var maxX: Int { x + width }
  /// The first line below it.
  public var maxY: Int { y + height }

  public var isEmpty: Bool { width <= 0 || height <= 0 }

  public func contains(_ point: LayoutPoint) -> Bool {
    x <= point.x && point.x < maxX && y <= point.y && point.y < maxY
  }

  /// Whether two rectangles have a common cell.
  public func intersects(_ other: LayoutRect) -> Bool {
    !isEmpty && !other.isEmpty
      && x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }
}

/// The margins around the items of a section, in cells.
public struct LayoutInsets: Hashable, Sendable {
  public var top: Int
  public var left: Int
  public var bottom: Int
  public var right: Int

  public init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}
