import BoardModel
import Terminal

/// A rectangle of cells, counted from the upper left corner of the part of the screen that the board
/// is drawn in. It may reach out of that part.
struct CellFrame: Hashable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < x + width && point.y >= y && point.y < y + height
  }
}

/// Something that stands somewhere on the screen.
struct Placement: Hashable {
  enum Thing: Hashable {
    /// The header of the section at this index.
    case header(Int)
    case item(IndexPath)
    /// A place that a drag is over.
    case gap(GapMark)
  }

  var thing: Thing
  var frame: CellFrame
}

/// Which way a key points.
enum Direction {
  case up, down, left, right
}

/// How a board is laid out in the part of the screen that it has, at one moment.
///
/// Whatever it is asked costs what can be seen, not what the board holds.
protocol Arrangement {
  /// What can be seen, in the order in which it is drawn.
  func placements() -> [Placement]

  /// The item that is next in a direction; a section without items is its path with item 0.
  func neighbour(of path: IndexPath, _ direction: Direction) -> IndexPath?

  /// The gap, as the path it is in front of, that is next in a direction.
  func gap(nextTo path: IndexPath, _ direction: Direction) -> IndexPath?

  /// The gap that a mouse over this point means.
  func gap(at point: Point) -> IndexPath?

  /// The scroll position with which a path can be seen, changed as little as possible.
  func scroll(revealing path: IndexPath) -> Scroll
}

/// How far the layouts are scrolled.
struct Scroll: Hashable {
  /// The leftmost section of the columns.
  var firstColumn = 0
  /// The first row that is seen of each column.
  var columnTops: [SectionID: Int] = [:]
  /// The first row that is seen of a flow or a mosaic.
  var top = 0
}
