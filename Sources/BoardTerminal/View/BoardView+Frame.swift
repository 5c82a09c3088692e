import BoardModel
import Terminal

/// The frame of the board: the title, the panel, the last line and the help.
extension BoardView {
  /// - Parameter extent: Which part of the board is seen, or nil if all of it is.
  func drawTitle(_ extent: String?, on canvas: inout Canvas) {
    guard height > 1 else { return }
    canvas.fill(x: 0, y: 0, width: width, Theme.bar)
    var words = ["\(snapshot.name)", connectionText]
    if let revision = snapshot.revision { words.append("revision \(revision)") }
    words.append("\(layoutKind)")
    if let own = snapshot.own { words.append("you are \(own)") }
    let extent = extent ?? ""
    let room = max(0, width - 1 - (extent.isEmpty ? 0 : extent.count + 2))
    canvas.put(words.joined(separator: " | "), x: 1, y: 0, width: room, Theme.bar)
    canvas.put(extent, x: max(1, width - 1 - extent.count), y: 0, Theme.bar)
  }

  private var connectionText: String {
    switch connection {
    case .connecting: "connecting"
    case .live: "live"
    case .waiting(let seconds, let reason): "NO CONNECTION (\(reason)), retry in \(seconds) s"
    case .closed(let reason): "CLOSED: \(reason)"
    }
  }

  func drawLog(on canvas: inout Canvas) {
    let rows = log.height(of: height, width: width)
    for (index, line) in log.visible(rows, width: width).enumerated() {
      canvas.put(line.text, x: 0, y: height - 1 - rows + index, line.style)
    }
    guard rows > 0 else { return }
    let hidden = log.hidden(rows, width: width)
    if hidden.above { canvas.put("^", x: width - 1, y: height - 1 - rows, Theme.hint) }
    if hidden.below > 0 { canvas.put("v", x: width - 1, y: height - 2, Theme.hint) }
  }

  func drawLastLine(on canvas: inout Canvas) {
    guard height > 0 else { return }
    if let commandLine { return draw(commandLine, on: &canvas) }
    if let confirmation { return draw(confirmation, on: &canvas) }
    if let find, find.isTyping { return draw(find, on: &canvas) }
    let (text, style) = status
    canvas.put(text, x: 0, y: height - 1, style)
  }

  private var status: (String, Style) {
    if let remark { return (remark.drawn(in: width), remark.style) }
    guard let drag = carrying else {
      return (hint, Theme.hint)
    }
    let what = title(of: drag.items)
    if drag.isDropping { return ("dropping \(what)", Theme.pending) }
    let keys = "  enter drops  c \(drag.isCopy ? "moves" : "copies")  esc cancels"
    switch drag.verdict {
    case .allowed(let operation)?: return ("\(operation.rawValue) \(what)\(keys)", Theme.allowed)
    case .denied(let reason)?: return ("\(what): \(reason)\(keys)", Theme.denied)
    case nil: return ("\(what)\(keys)", Theme.pending)
    }
  }

  /// Draws the edited line, scrolled sideways if it is longer than the screen.
  func draw(_ line: CommandLine, on canvas: inout Canvas) {
    let y = height - 1
    let used = canvas.put(line.prompt, x: 0, y: y, Theme.header)
    let room = max(1, width - used - 1)
    let before = String(decoding: line.text.utf8.prefix(line.cursor), as: UTF8.self)
    var shown = line.text[...]
    var column = cellWidth(of: before)
    while column > room, let first = shown.first {
      shown = shown.dropFirst()
      column -= max(1, cellWidth(of: first))
    }
    canvas.put(String(shown), x: used, y: y)
    canvas.cursor = Point(x: min(width - 1, used + column), y: y)
    guard !line.choices.isEmpty, y > 1 else { return }
    canvas.fill(x: 0, y: y - 1, width: width, .plain)
    canvas.put(line.choices.joined(separator: "  "), x: 0, y: y - 1, Theme.hint)
  }

  func drawHelp(on canvas: inout Canvas) {
    let lines = Self.help.dropFirst(helpTop).prefix(helpHeight)
    for (index, line) in lines.enumerated() { canvas.put(line, x: 2, y: 1 + index) }
    guard Self.help.count > helpHeight, helpHeight > 0 else { return }
    let place = "lines \(helpTop + 1)-\(helpTop + lines.count) of \(Self.help.count)"
    canvas.put("\(place)  arrows scroll, any other key closes", x: 2, y: boardHeight, Theme.hint)
  }

  /// The rows of the help page. If it does not fit, one is left to say so.
  var helpHeight: Int {
    Self.help.count <= boardHeight ? boardHeight : max(0, boardHeight - 1)
  }

  /// The keys that matter now.
  private var hint: String {
    if let menu { return fitting(menu.keys, helpToo: false) }
    if !marked.isEmpty { return fitting(marksHint) }
    if let find { return findStatus(find) }
    return fitting([
      "arrows move", "space picks up", "/ finds", "v marks", "q quits", ": command", "b boards",
    ])
  }

  static let help = """
    arrows, h j k l    look at another item; while dragging, move it
    shift and arrows   move the item at once, without a drag
    space or m         pick up, or drop; what is marked is picked up together,
                       without marks what is selected
    enter              choose the item; while dragging, drop
    esc                cancel the drag; end the search; unmark; close the panel
    c                  while dragging, copy instead of moving, and back
    x                  select, deselect: others see it
    v, V               mark the item; mark all from the last marked one to here
                       D, space and s act on all marked items; esc unmarks
    s                  move to the end of a section, from a list
    A, R, X            add a section, rename it, remove it
    <, >, z            move the section left or right; collapse or expand it
    u, U or Ctrl-R     undo, redo
    e, a, D            edit the item, add one behind it, delete it
    page up and down, home, end, g, G    go far
    /                  find a text: only items with it are shown while you type
    n, N, f            next match, previous match, show the others too; esc ends
    tab, or 1 2 3      columns, flow, mosaic; 2 again: the flow runs down or across
    :                  a command of the protocol; tab completes, arrows recall
                       (:help lists them)
    b                  the boards: open, make, rename, remove
    w                  who is here, with what they drag and have selected
    r                  try again what was refused last
    L                  show or hide the answers; Ctrl-U and Ctrl-D scroll them,
                       while you type page up and down do
    Ctrl-L, Ctrl-Z     draw anew, suspend
    q or Ctrl-C        quit
    mouse              drag an item, or click to choose it; the wheel scrolls
                       (hold shift to select text as usual)

    any key closes this page
    """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}
