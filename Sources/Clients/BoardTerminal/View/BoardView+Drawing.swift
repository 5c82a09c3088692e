import BoardModel
import Terminal

extension BoardView {
  /// Draws everything.
  ///
  /// - Complexity: O(cells of the screen · log *n*) for *n* items on the board; with a mosaic, once
  ///   after every change of the board, O(*n*).
  public mutating func drawn(isASCII: Bool = false) -> Canvas {
    var canvas = Canvas(width: width, height: height, isASCII: isASCII)
    let arrangement = settledArrangement()
    placements = arrangement.placements()
    updateSight(arrangement)
    if let page {
      page.draw(pageLines, rows: boardHeight, on: &canvas)
    } else if let menu {
      menu.draw(on: &canvas, y: 1, height: boardHeight)
    } else {
      for placement in placements { draw(placement, of: arrangement, on: &canvas) }
      drawNothing(on: &canvas)
    }
    drawTitle(arrangement.extent, on: &canvas)
    drawLog(on: &canvas)
    drawLastLine(on: &canvas)
    return canvas
  }

  private func draw(
    _ placement: Placement, of arrangement: any Arrangement, on canvas: inout Canvas
  ) {
    var frame = placement.frame
    guard frame.y >= 0 || frame.height > 1, frame.y < boardHeight else { return }
    frame.y += 1
    switch placement.thing {
    case .header(let section):
      let hidden = (arrangement as? Columns)?.hidden(of: section)
      let isPartial = hidden.map { $0.above || $0.below } ?? (arrangement.extent != nil)
      let count = countText(of: section, isPartial: isPartial)
      drawHeader(section, count, hidden, in: frame, on: &canvas)
      if layoutKind != .columns { drawLabels(of: section, behind: count, in: frame, on: &canvas) }
    case .item(let path): drawItem(path, in: frame, on: &canvas)
    case .gap(let mark): draw(mark, in: frame, on: &canvas)
    }
  }

  /// `TITLE COUNT`, with `^` and `v` if the column has hidden rows.
  private func drawHeader(
    _ section: Int, _ countText: String, _ hidden: (above: Bool, below: Bool)?, in frame: CellFrame,
    on canvas: inout Canvas
  ) {
    let count = " \(countText)"
    let more = (hidden?.above == true ? "^" : "") + (hidden?.below == true ? "v" : "")
    let title = headerTitle(of: section)
    var style = Theme.header
    style.isUnderlined = section == cursor.path.section && carrying == nil
    let room = frame.width - count.count - (more.isEmpty ? 0 : more.count + 1)
    let used = canvas.put(title, x: frame.x, y: frame.y, width: max(1, room), style)
    canvas.put(
      count, x: frame.x + used, y: frame.y, width: frame.width - used, Theme.header)
    canvas.put(more, x: frame.x + frame.width - more.count, y: frame.y, Theme.hint)
  }

  /// The title, with a mark in front if the section is collapsed.
  private func headerTitle(of section: Int) -> String {
    let mark = snapshot.board.isCollapsed(at: section) ? Theme.collapsedMark : ""
    return mark + snapshot.board.title(at: section).string
  }

  /// How many items a section has; in front of that, which one the cursor or the drag is at, if not all are seen.
  private func countText(of section: Int, isPartial: Bool) -> String {
    let board = snapshot.board
    let path = carrying.map { $0.point.path(on: board) } ?? cursor.path
    guard let path, isPartial, section == path.section, !board.isPartial(at: section),
      board.itemCount(in: section) > 0
    else { return board.countText(of: section) }
    let number = min(path.item + 1, board.itemCount(in: section))
    return "\(number)/\(board.countText(of: section))"
  }

  /// Draws `-> ada: Milk` for each drag over the section behind its title, since between the items of a
  /// flow or a mosaic there is no room for it.
  private func drawLabels(
    of section: Int, behind count: String, in frame: CellFrame, on canvas: inout Canvas
  ) {
    guard canvasRows.contains(frame.y) else { return }
    let title = headerTitle(of: section) + " \(count)"
    var x = frame.x + cellWidth(of: title) + 2
    for mark in placements.compactMap(\.gap) where mark.path.section == section {
      let text = (mark.isAllowed ? "-> " : "-x ") + mark.label
      x +=
        canvas.put(
          text, x: x, y: frame.y, width: max(0, frame.x + frame.width - x), style(of: mark)) + 2
    }
  }

  private func drawItem(_ path: IndexPath, in frame: CellFrame, on canvas: inout Canvas) {
    guard let item = snapshot.board.item(at: path) else {
      return drawAwaited(path, in: frame, on: &canvas)
    }
    let fields = CellFields(item.fields, today: today)
    var style = style(of: item.id, at: path)
    if fields.isDone { style.isDim = true }
    let (label, labelStyle) = label(of: item.id)
    let labelWidth = min(cellWidth(of: label), max(0, frame.width / 2))
    for row in 0..<frame.height where canvasRows.contains(frame.y + row) {
      canvas.fill(x: frame.x, y: frame.y + row, width: frame.width, style)
    }
    guard canvasRows.contains(frame.y) else { return }
    canvas.put(mark(of: item), x: frame.x, y: frame.y, width: 1, style)
    var room = frame.width - 2 - (labelWidth > 0 ? labelWidth + 1 : 0)
    room -= draw(fields, style, in: frame, room: room, on: &canvas)
    let indent = fields.box.count
    let lines = item.text.string.wrapped(
      to: room - indent, then: frame.width - 2, lines: frame.height)
    for (row, line) in lines.enumerated() where canvasRows.contains(frame.y + row) {
      let x = frame.x + 2 + (row == 0 ? indent : 0)
      canvas.put(line, x: x, y: frame.y + row, width: frame.width - 2, style)
      drawMatches(of: line, x: x, y: frame.y + row, style, on: &canvas)
    }
    canvas.put(
      label, x: frame.x + frame.width - labelWidth, y: frame.y, width: labelWidth, labelStyle)
  }

  /// Draws the row of an item that has not arrived.
  private func drawAwaited(_ path: IndexPath, in frame: CellFrame, on canvas: inout Canvas) {
    var style = Theme.hint
    style.isReversed = carrying == nil && path == cursor.path
    for row in 0..<frame.height where canvasRows.contains(frame.y + row) {
      canvas.fill(x: frame.x, y: frame.y + row, width: frame.width, style)
    }
    guard canvasRows.contains(frame.y) else { return }
    canvas.put(
      Theme.awaitedText, x: frame.x + 2, y: frame.y, width: max(0, frame.width - 2), style)
  }

  /// Draws the box in front of the text, and the words of fields at the end of its room.
  ///
  /// - Returns: The cells behind the text that it takes.
  private func draw(
    _ fields: CellFields, _ style: Style, in frame: CellFrame, room: Int, on canvas: inout Canvas
  ) -> Int {
    canvas.put(fields.box, x: frame.x + 2, y: frame.y, width: room, style)
    let (words, width) = fields.words(in: min(frame.width / 2, room - fields.box.count - 6))
    var x = frame.x + 2 + room - width
    for word in words {
      var wordStyle = word.style
      wordStyle.isReversed = style.isReversed
      x += canvas.put(word.text, x: x, y: frame.y, wordStyle) + 1
    }
    return width > 0 ? width + 1 : 0
  }

  /// The rows of the screen that belong to the board.
  private var canvasRows: Range<Int> { 1..<(1 + boardHeight) }

  private func isCarried(_ item: ItemID) -> Bool { carrying?.items.contains(item) == true }

  private func isSelected(_ item: ItemID) -> Bool {
    guard let own = snapshot.own else { return false }
    return presence.selectors[item]?.contains(own) == true
  }

  private func mark(of item: Item) -> String {
    if isCarried(item.id) { return Theme.carriedMark }
    if marked.contains(item.id) { return Theme.markedMark }
    if isSelected(item.id) { return Theme.selectedMark }
    return find?.isMatch(item) == true ? Theme.matchMark : " "
  }

  private func style(of item: ItemID, at path: IndexPath) -> Style {
    var style = Style.plain
    if let owner = presence.draggers[item], owner != snapshot.own { style = Theme.client(owner) }
    if snapshot.unconfirmed.contains(item) { style = Theme.unconfirmed }
    if isCarried(item) { style = Theme.carried }
    if isSelected(item) || marked.contains(item) { style.isBold = true }
    style.isReversed = carrying == nil && path == cursor.path
    return style
  }

  /// The label of an item: `<ada` drags it, `<ada?` if its place was removed, `*ada` has selected
  /// it.
  private func label(of item: ItemID) -> (String, Style) {
    if let owner = presence.draggers[item], owner != snapshot.own {
      let mark = presence.lost.contains(item) ? "?" : ""
      return ("<\(owner)\(mark)", Theme.client(owner))
    }
    let others = (presence.selectors[item] ?? []).filter { $0 != snapshot.own }
    guard let first = others.first else { return ("", .plain) }
    let more = others.count > 1 ? "+\(others.count - 1)" : ""
    return ("*\(first)\(more)", Theme.client(first))
  }

  /// Draws `-> ada: Milk` at an insertion point.
  private func draw(_ mark: GapMark, in frame: CellFrame, on canvas: inout Canvas) {
    guard canvasRows.contains(frame.y) else { return }
    let style = style(of: mark)
    guard frame.width > 1 else {
      canvas.put(mark.isAllowed ? ">" : "x", x: frame.x, y: frame.y, style)
      return
    }
    canvas.fill(x: frame.x, y: frame.y, width: frame.width, style)
    let arrow = mark.isAllowed ? "-> " : "-x "
    canvas.put(arrow + mark.label, x: frame.x, y: frame.y, width: frame.width, style)
  }

  private func style(of mark: GapMark) -> Style {
    var style = mark.owner.map(Theme.client) ?? Theme.allowed
    if mark.isOwn, ownDrag?.verdict == nil || ownDrag?.isDropping == true { style = Theme.pending }
    if !mark.isAllowed { style = Theme.denied }
    style.isReversed = mark.isOwn
    return style
  }

  /// Draws the text of an empty board.
  private func drawNothing(on canvas: inout Canvas) {
    guard boardHeight > 1, snapshot.board.sectionCount == 0 else { return }
    let text =
      snapshot.revision == nil
      ? "waiting for \(snapshot.name)" : "no sections yet; A adds one"
    canvas.put(text, x: 2, y: 2, Theme.hint)
  }
}

extension String {
  /// The whole text in lines of `width` cells. Words may be split.
  func wrapped(to width: Int) -> [String] {
    let lines = wrapped(to: max(2, width), then: max(2, width), lines: .max)
    return lines.isEmpty ? [""] : lines
  }

  /// The text in lines of `width` cells, the last one truncated. Words may be split.
  fileprivate func wrapped(to first: Int, then width: Int, lines: Int) -> [String] {
    var rest = self[...]
    var result: [String] = []
    while !rest.isEmpty, result.count < lines {
      let room = result.isEmpty ? first : width
      if result.count == lines - 1 {
        result.append(String(rest).cut(to: room))
        return result
      }
      let head = rest.prefix(cells: room)
      if head.isEmpty { return result }
      result.append(String(head))
      rest = rest.dropFirst(head.count).drop { $0 == " " }
    }
    return result
  }
}

extension Substring {
  func prefix(cells: Int) -> Substring {
    var used = 0
    return prefix { character in
      used += Swift.max(1, cellWidth(of: character))
      return used <= cells
    }
  }
}
