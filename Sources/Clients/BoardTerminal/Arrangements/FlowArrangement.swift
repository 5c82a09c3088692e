import BoardModel
import Terminal

/// The sections stacked vertically, each laid out as a flow or a mosaic, scrolled as a whole.
struct FlowArrangement: Arrangement {
  let board: ShownBoard
  let marks: [GapMark]
  let layout: any SectionedLayout
  /// Whether the next item is below, as in a flow in columns.
  let runsDown: Bool
  let width: Int
  let height: Int
  let scroll: Scroll

  /// The first visible row.
  private var top: Int { max(0, min(scroll.top, layout.contentSize.height - height)) }

  func placements() -> [Placement] {
    let visible = LayoutRect(x: 0, y: top, width: width, height: height)
    let found = layout.attributes(in: visible).map { attributes in
      Placement(thing: thing(attributes.element), frame: frame(attributes.frame))
    }
    return found + marks.compactMap(placement)
  }

  func rows(aroundSight halves: Int) -> [ShownRows] {
    let around = height * halves / 2
    let lines = LayoutRect(x: 0, y: top - around, width: width, height: height + 2 * around)
    return [ShownRows](
      layout.attributes(in: lines).compactMap(\.path).map {
        IndexPath(section: $0.section, item: $0.item)
      })
  }

  /// The visible lines of all, with arrows to where there are more.
  var extent: String? {
    let lines = layout.contentSize.height
    guard lines > height, height > 0 else { return nil }
    let last = min(lines, top + height)
    return (top > 0 ? "^ " : "") + "lines \(top + 1)-\(last) of \(lines)"
      + (last < lines ? " v" : "")
  }

  private func thing(_ element: LayoutElement) -> Placement.Thing {
    switch element {
    case .header(let section): .header(section)
    case .item(let path): .item(IndexPath(section: path.section, item: path.item))
    }
  }

  private func frame(_ rect: LayoutRect) -> CellFrame {
    CellFrame(x: rect.x, y: rect.y - top, width: rect.width, height: rect.height)
  }

  /// A gap has no row of its own here: it has the blank cell in front of the text of the item after it, or, at
  /// the end of a section, the blank cell behind the last item. In an empty section its place is in the header
  /// alone.
  private func placement(of mark: GapMark) -> Placement? {
    guard let frame = edge(of: mark.path), frame.y >= 0, frame.y < height else { return nil }
    return Placement(thing: .gap(mark), frame: frame)
  }

  private func edge(of path: IndexPath) -> CellFrame? {
    if let item = attributes(for: path) {
      return CellFrame(x: item.x + 1, y: item.y - top, width: 1, height: 1)
    }
    let last = IndexPath(section: path.section, item: path.item - 1)
    if let rect = attributes(for: last) {
      return CellFrame(x: min(rect.maxX, width - 1), y: rect.y - top, width: 1, height: 1)
    }
    guard let rect = layout.header(of: path.section)?.frame else { return nil }
    return CellFrame(x: rect.maxX - 1, y: rect.y - top, width: 1, height: 1)
  }

  private func attributes(for path: IndexPath) -> LayoutRect? {
    layout.attributes(for: LayoutPath(section: path.section, item: path.item))?.frame
  }
}

extension FlowArrangement {
  func neighbour(of path: IndexPath, _ direction: Direction) -> IndexPath? {
    switch direction {
    case .left, .right:
      if let beside = beside(path, direction) { return beside }
      guard let next = gap(nextTo: path, direction) else { return nil }
      if board.hasItem(at: next) || board.itemCount(in: next.section) == 0 { return next }
      return neighbour(of: next, direction)
    case .up, .down:
      return vertical(path, direction)
    }
  }

  /// One gap further in reading order, or a line up or down.
  func gap(nextTo path: IndexPath, _ direction: Direction) -> IndexPath? {
    if let beside = beside(path, direction) { return beside }
    switch direction {
    case .left:
      if path.item > 0 { return IndexPath(section: path.section, item: path.item - 1) }
      return end(of: path.section - 1)
    case .right:
      if path.item < board.itemCount(in: path.section) {
        return IndexPath(section: path.section, item: path.item + 1)
      }
      return start(of: path.section + 1)
    case .up, .down: return vertical(path, direction)
    }
  }

  /// The item on the left or right, if that is not simply the next one.
  private func beside(_ path: IndexPath, _ direction: Direction) -> IndexPath? {
    guard runsDown, direction == .left || direction == .right else { return nil }
    let here = LayoutPath(section: path.section, item: path.item)
    let found = layout.neighbor(of: here, direction == .left ? .left : .right)
    return found.map { IndexPath(section: $0.section, item: $0.item) }
  }

  /// The nearest item above or below, or the empty section that lies between.
  private func vertical(_ path: IndexPath, _ direction: Direction) -> IndexPath? {
    let step = direction == .up ? -1 : 1
    let here =
      board.hasItem(at: path) ? path : IndexPath(section: path.section, item: path.item - 1)
    let found = layout.neighbor(
      of: LayoutPath(section: here.section, item: here.item), direction == .up ? .up : .down)
    let beside = path.section + step
    let isNear = found.map { abs($0.section - path.section) <= 1 } ?? false
    if isNear, let found { return IndexPath(section: found.section, item: found.item) }
    return direction == .up ? end(of: beside) : start(of: beside)
  }

  private func start(of section: Int) -> IndexPath? {
    board.hasSection(at: section) ? IndexPath(section: section, item: 0) : nil
  }

  private func end(of section: Int) -> IndexPath? {
    guard board.hasSection(at: section) else { return nil }
    return IndexPath(section: section, item: board.itemCount(in: section))
  }

  func gap(at point: Point) -> IndexPath? {
    let place = LayoutPoint(x: point.x, y: point.y + top)
    if let item = layout.item(at: place) {
      return IndexPath(section: item.section, item: item.item)
    }
    guard let section = layout.section(at: place.y) else { return end(of: board.sectionCount - 1) }
    if let header = layout.header(of: section)?.frame, header.contains(place) {
      return start(of: section)
    }
    return end(of: section)
  }

  func scroll(revealing path: IndexPath) -> Scroll {
    var scroll = scroll
    scroll.top = top
    let isFirst = path.item == 0
    let rect =
      attributes(for: path)
      ?? attributes(for: IndexPath(section: path.section, item: path.item - 1))
      ?? layout.header(of: path.section)?.frame
    guard let rect else { return scroll }
    let upper = isFirst ? layout.header(of: path.section)?.frame.y ?? rect.y : rect.y
    if upper < scroll.top { scroll.top = upper }
    if rect.maxY > scroll.top + height { scroll.top = rect.maxY - height }
    return scroll
  }
}
