import BoardModel
import BoardReplica
import Terminal

/// The frame of the board: the title, the panel and the last line.
extension BoardView {
  /// - Parameter extent: Which part of the board is seen, or nil if all of it is.
  func drawTitle(_ extent: String?, on canvas: inout Canvas) {
    guard height > 1 else { return }
    canvas.fill(x: 0, y: 0, width: width, Theme.bar)
    var words = [boardTitle, connectionText]
    if isViewOnly { words.append("view only") }
    if let revision = snapshot.revision { words.append("revision \(revision)") }
    words.append("\(layoutKind)")
    if let own = snapshot.own { words.append("you are \(own)") }
    let extent = extent ?? ""
    let room = max(0, width - 1 - (extent.isEmpty ? 0 : extent.count + 2))
    canvas.put(words.joined(separator: " | "), x: 1, y: 0, width: room, Theme.bar)
    canvas.put(extent, x: max(1, width - 1 - extent.count), y: 0, Theme.bar)
  }

  /// The title of the board with its name, by which commands call it; its name if it has no title.
  private var boardTitle: String {
    snapshot.policies.board.title.map { "\($0) (\(snapshot.name))" } ?? "\(snapshot.name)"
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
    case .denied(let text, let reason)?:
      let why = text + (reason == .field ? accepted(in: drag.point.section) : "")
      return ("\(what): \(why)\(keys)", Theme.denied)
    case nil: return ("\(what)\(keys)", Theme.pending)
    }
  }

  /// Which items a section takes, behind the reason why it does not take others.
  private func accepted(in section: SectionID) -> String {
    ", only \(snapshot.policies[section].setting(of: .accept).word)"
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

  /// The keys that matter now.
  private var hint: String {
    if let pageHints { return fitting(pageHints, helpToo: false) }
    if let menu { return fitting(menu.keys, helpToo: false) }
    if !marked.isEmpty { return fitting(marksHint) }
    if let find { return findStatus(find) }
    if isViewOnly { return fitting(["arrows move", "/ finds", "q quits", "b boards"]) }
    return fitting([
      "arrows move", "space picks up", "a adds", "e edits", "/ finds", "v marks", "q quits",
      ": command", "b boards",
    ])
  }
}
