import BoardModel
import Terminal

/// The sections as columns, one item per row, each scrolled by itself.
struct Columns: Arrangement {
  private static let narrowest = 20
  private static let widest = 48

  let board: ShownBoard
  let width: Int
  let height: Int
  let scroll: Scroll
  /// The gaps to show, by section, sorted by path.
  private let marks: [Int: [GapMark]]

  init(_ board: ShownBoard, marks: [GapMark], width: Int, height: Int, scroll: Scroll) {
    self.board = board
    self.width = width
    self.height = height
    self.scroll = scroll
    self.marks = Dictionary(grouping: marks.sorted { $0.path < $1.path }, by: \.path.section)
  }

  /// The width of a column in cells, without the separating blank. A lone one has the whole width.
  var columnWidth: Int {
    guard board.sectionCount > 1 else { return width }
    let share = (width + 1) / board.sectionCount - 1
    return min(width, min(Self.widest, max(Self.narrowest, share)))
  }

  /// The number of fully visible columns.
  var visibleCount: Int { max(1, (width + 1) / (columnWidth + 1)) }

  /// The visible sections.
  var visibleSections: Range<Int> {
    let first = min(scroll.firstColumn, max(0, board.sectionCount - visibleCount))
    return first..<min(board.sectionCount, first + visibleCount)
  }

  /// The rows below the header.
  private var bodyHeight: Int { max(0, height - 1) }

  func placements() -> [Placement] {
    var placements: [Placement] = []
    for section in visibleSections {
      let x = (section - visibleSections.lowerBound) * (columnWidth + 1)
      placements.append(
        Placement(
          thing: .header(section), frame: CellFrame(x: x, y: 0, width: columnWidth, height: 1)))
      for (index, row) in visibleRows(of: section).enumerated() {
        placements.append(
          Placement(
            thing: thing(in: section, row: row),
            frame: CellFrame(x: x, y: 1 + index, width: columnWidth, height: 1)))
      }
    }
    return placements
  }

  /// Those of the columns beside the visible ones, too.
  func rows(aroundSight halves: Int) -> [ShownRows] {
    let sections = max(0, visibleSections.lowerBound - 1)..<visibleSections.upperBound + 1
    return sections.clamped(to: 0..<board.sectionCount).map { section in
      let rows = visibleRows(of: section)
      let first = path(in: section, row: rows.lowerBound).item
      return ShownRows(section: section, items: first..<first + rows.count)
        .widened(by: bodyHeight * halves / 2, in: board.itemCount(in: section))
    }
  }

  /// The visible sections of all, with arrows to where there are more.
  var extent: String? {
    let sections = visibleSections
    guard sections.count < board.sectionCount else { return nil }
    let numbers =
      sections.count == 1
      ? "\(sections.upperBound)" : "\(sections.lowerBound + 1)-\(sections.upperBound)"
    return (sections.lowerBound > 0 ? "< " : "") + "\(numbers) of \(board.sectionCount)"
      + (sections.upperBound < board.sectionCount ? " >" : "")
  }

  /// Whether rows of a section are hidden above and below.
  func hidden(of section: Int) -> (above: Bool, below: Bool) {
    let rows = visibleRows(of: section)
    return (rows.lowerBound > 0, rows.upperBound < rowCount(of: section))
  }
}

/// Rows of a column: its items, and the gaps between them.
extension Columns {
  private func rowCount(of section: Int) -> Int {
    board.itemCount(in: section) + (marks[section]?.count ?? 0)
  }

  private func visibleRows(of section: Int) -> Range<Int> {
    let count = rowCount(of: section)
    let top = min(scroll.columnTops[board.sectionID(at: section)] ?? 0, max(0, count - bodyHeight))
    return top..<min(count, top + bodyHeight)
  }

  /// The row of an item, or the row after the last one.
  private func row(of path: IndexPath) -> Int {
    path.item + (marks[path.section]?.count { $0.path.item <= path.item } ?? 0)
  }

  private func thing(in section: Int, row: Int) -> Placement.Thing {
    var item = row
    for (number, mark) in (marks[section] ?? []).enumerated() {
      if mark.path.item + number == row { return .gap(mark) }
      if mark.path.item + number < row { item -= 1 }
    }
    return .item(IndexPath(section: section, item: item))
  }

  /// The path at a row, or after the last item.
  private func path(in section: Int, row: Int) -> IndexPath {
    let count = board.itemCount(in: section)
    guard row < rowCount(of: section), row >= 0 else {
      return IndexPath(section: section, item: row < 0 ? 0 : count)
    }
    switch thing(in: section, row: row) {
    case .item(let path): return path
    case .gap(let mark): return mark.path
    case .header: return IndexPath(section: section, item: 0)
    }
  }
}

extension Columns {
  func neighbour(of path: IndexPath, _ direction: Direction) -> IndexPath? {
    guard let next = gap(nextTo: path, direction) else { return nil }
    let last = max(0, board.itemCount(in: next.section) - 1)
    let found = IndexPath(section: next.section, item: min(next.item, last))
    return found == path ? nil : found
  }

  func gap(nextTo path: IndexPath, _ direction: Direction) -> IndexPath? {
    switch direction {
    case .up:
      return path.item > 0 ? IndexPath(section: path.section, item: path.item - 1) : nil
    case .down:
      let isInside = path.item < board.itemCount(in: path.section)
      return isInside ? IndexPath(section: path.section, item: path.item + 1) : nil
    case .left: return beside(path, path.section - 1)
    case .right: return beside(path, path.section + 1)
    }
  }

  /// The path in another column on the same line of the screen.
  private func beside(_ path: IndexPath, _ section: Int) -> IndexPath? {
    guard board.hasSection(at: section) else { return nil }
    let line = row(of: path) - visibleRows(of: path.section).lowerBound
    return self.path(in: section, row: visibleRows(of: section).lowerBound + max(0, line))
  }

  func gap(at point: Point) -> IndexPath? {
    let section = visibleSections.lowerBound + max(0, point.x) / (columnWidth + 1)
    guard board.sectionCount > 0 else { return nil }
    let found = min(section, visibleSections.upperBound - 1)
    return path(in: found, row: visibleRows(of: found).lowerBound + max(0, point.y - 1))
  }

  func scroll(revealing path: IndexPath) -> Scroll {
    var scroll = scroll
    guard board.hasSection(at: path.section) else { return scroll }
    let columns = visibleSections
    scroll.firstColumn = columns.lowerBound
    if path.section < columns.lowerBound { scroll.firstColumn = path.section }
    if path.section >= columns.upperBound { scroll.firstColumn = path.section - visibleCount + 1 }
    let rows = visibleRows(of: path.section)
    let row = row(of: path)
    var top = rows.lowerBound
    // A gap right in front of the item is kept visible with it.
    if row < top + 1 { top = max(0, row - 1) }
    if row >= top + bodyHeight { top = row - bodyHeight + 1 }
    scroll.columnTops[board.sectionID(at: path.section)] = top
    return scroll
  }
}
