import BoardModel
import Terminal

/// A rectangle of cells, counted from the upper left corner of the part of the screen that the
/// board is drawn in. It may extend beyond that part.
struct CellFrame: Hashable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < x + width && point.y >= y && point.y < y + height
  }
}

/// An element with its frame on the screen.
struct Placement: Hashable {
  enum Thing: Hashable {
    /// The header of the section at this index.
    case header(Int)
    case item(IndexPath)
    /// An insertion point that a drag is over.
    case gap(GapMark)
  }

  var thing: Thing
  var frame: CellFrame

  /// The insertion point, if it is one.
  var gap: GapMark? {
    if case .gap(let mark) = thing { mark } else { nil }
  }
}

/// The direction of a key.
enum Direction {
  case up, down, left, right
}

/// The layout of a board in its part of the screen, at one moment.
///
/// The cost of every query is that of the visible elements, independent of the size of the board.
protocol Arrangement {
  /// The visible elements, in drawing order.
  func placements() -> [Placement]

  /// The rows of the items in sight, and so many halves of a screen around them.
  func rows(aroundSight halves: Int) -> [ShownRows]

  /// The next item in a direction; an empty section is represented by its path with item 0.
  func neighbour(of path: IndexPath, _ direction: Direction) -> IndexPath?

  /// The next gap in a direction, as the path after it.
  func gap(nextTo path: IndexPath, _ direction: Direction) -> IndexPath?

  /// The gap for a mouse at this point, as the path after it.
  func gap(at point: Point) -> IndexPath?

  /// Which part is seen, as in `4-6 of 20`, or nil if everything is.
  var extent: String? { get }

  /// The nearest scroll position at which a path is visible.
  func scroll(revealing path: IndexPath) -> Scroll
}

/// The scroll positions of the layouts.
struct Scroll: Hashable {
  /// The leftmost section of the columns.
  var firstColumn = 0
  /// The first visible row of each column.
  var columnTops: [SectionID: Int] = [:]
  /// The first visible row of a flow or a mosaic.
  var top = 0
}
