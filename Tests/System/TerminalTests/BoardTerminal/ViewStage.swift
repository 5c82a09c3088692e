import BoardModel
import BoardReplica
import BoardWire
import Terminal

@testable import BoardTerminal

/// A view of a board from a drawing, with a scripted server.
struct ViewStage {
  var view = BoardView(of: "today")
  var snapshot = BoardSnapshot(of: "today")
  /// The commands sent by the view, in order.
  var sent: [String] = []
  /// The pending requests of the drag.
  var unanswered: [DragRequest] = []
  var actions: [BoardView.Action] = []

  /// - Parameter drawing: `Title: text text | Title: text`; `_` in a text is a blank. The items are
  ///   called `i1`, `i2` and so on, the sections `s1`, `s2`.
  init(_ drawing: String, width: Int = 44, height: Int = 8) {
    self.init(board: Board(Self.content(drawing)), width: width, height: height)
  }

  init(board: Board, width: Int = 44, height: Int = 8) {
    snapshot.board = board
    snapshot.revision = 1
    snapshot.own = "me"
    view.connection = .live
    view.resize(width: width, height: height)
    view.show(snapshot)
  }

  static func content(_ drawing: String) -> Content {
    var number = 0
    return drawing.split(separator: "|").enumerated().map { index, part in
      let halves = part.split(separator: ":", omittingEmptySubsequences: false)
      let items = halves[1].split(separator: " ").map { word -> Item in
        number += 1
        let text = word.split(separator: "_", omittingEmptySubsequences: false)
        return Item(id: ItemID("i\(number)")!, text: Text(text.joined(separator: " ")))
      }
      let title = halves[0].drop { $0 == " " }
      return Section(id: SectionID("s\(index + 1)")!, title: Text(String(title)), items: items)
    }
  }

  /// The rows between the title and the last line, without empty ones at the end.
  mutating func board() -> [String] {
    let canvas = view.drawn()
    var rows = (1..<(canvas.height - 1)).map { canvas.text(ofRow: $0) }
    while rows.last == "" { rows.removeLast() }
    return rows
  }

  mutating func row(_ y: Int) -> String {
    let canvas = view.drawn()
    return canvas.text(ofRow: y < 0 ? canvas.height + y : y)
  }

  /// Types keys: letters, and names in angle brackets such as `<down>`.
  mutating func type(_ keys: String) {
    for key in Self.keys(keys) { receive(.key(key)) }
  }

  mutating func receive(_ event: InputEvent) { note(view.receive(event)) }

  mutating func scrollWhileTyping(_ key: Key) -> Bool { view.scrollWhileTyping(key) }

  mutating func mouse(_ kind: MouseEvent.Kind, _ x: Int, _ y: Int) {
    receive(.mouse(MouseEvent(kind, at: Point(x: x, y: y))))
  }

  private mutating func note(_ actions: [BoardView.Action]) {
    self.actions += actions
    for action in actions {
      switch action {
      case .send(let request): sent.append(request.line)
      case .drag(let request):
        sent.append(Request.drag(request).line)
        unanswered.append(request)
      case .make, .openCommandLine, .list, .makeBoard, .find, .locate, .open, .removeBoard, .retry,
        .quit, .suspend, .refresh:
        break
      }
    }
  }

  /// Answers the oldest request of the drag with a line of the protocol.
  mutating func answer(_ line: String) throws {
    let request = unanswered.removeFirst()
    var reader = MessageReader()
    let message = try Array(line.utf8).withUnsafeBytes { try reader.read($0) }
    guard case .reply(let reply)? = message else { return }
    note(view.receive(.reply(reply), to: request))
  }

  /// Settles the pending drop.
  mutating func settle(_ settlement: Settlement) {
    unanswered.removeAll { if case .perform = $0 { true } else { false } }
    note(view.receive(settlement))
  }

  mutating func loseConnection() {
    let request = unanswered.isEmpty ? nil : unanswered.removeFirst()
    if let request { note(view.receive(.lost, to: request)) }
  }

  mutating func reconnect() { note(view.reconnected()) }

  /// Changes the board under the view.
  mutating func change(_ body: (inout BoardSnapshot) -> Void) {
    view.releaseBoard()
    body(&snapshot)
    view.show(snapshot)
  }

  static func keys(_ text: String) -> [Key] {
    let named: [Substring: Key.Code] = [
      "up": .up, "down": .down, "left": .left, "right": .right, "enter": .enter, "esc": .escape,
      "tab": .tab, "back": .backspace, "pgdn": .pageDown, "pgup": .pageUp, "home": .home,
      "end": .end,
    ]
    var keys: [Key] = []
    var rest = text[...]
    while let first = rest.first {
      if first == "<", let close = rest.firstIndex(of: ">") {
        let name = rest[rest.index(after: rest.startIndex)..<close]
        rest = rest[rest.index(after: close)...]
        let isShifted = name.hasPrefix("S-")
        let bare = isShifted ? name.dropFirst(2) : name
        if name.hasPrefix("C-"), let letter = name.last?.unicodeScalars.first {
          keys.append(.control(letter))
        } else if let code = named[bare] {
          keys.append(Key(code, isShifted ? .shift : []))
        }
      } else {
        keys += first.unicodeScalars.map { .character($0) }
        rest.removeFirst()
      }
    }
    return keys
  }
}
