import BoardModel
import BoardReplica
import Terminal
import TestKit
import Testing

@testable import BoardTerminal

@Suite("Keys on a board")
struct KeyTests {
  @Test(
    "send a command of the protocol",
    arguments: [
      ("<enter>", "choose i1"), ("x", "select i1"), ("u", "undo"),
      ("U", "redo"), ("<C-r>", "redo"), ("j<enter>", "choose i2"),
    ])
  func commands(_ keys: String, _ command: String) {
    var stage = ViewStage("A: a b | B: c")
    stage.type(keys)
    expectEqual(stage.sent, [command])
  }

  @Test("deselect the selected items")
  func deselect() {
    var stage = ViewStage("A: a b")
    stage.change { $0.selections = ["me": ["i1"]] }
    stage.type("xjx")
    expectEqual(stage.sent, ["deselect i1", "select i2"])
  }

  @Test("open a command line, some with a command in it")
  func commandLine() {
    var stage = ViewStage("A: a\u{1B}b c | B:")
    stage.type(":ea<right>a")
    expectEqual(
      stage.actions,
      [
        .openCommandLine(""), .openCommandLine("edit i1 a\\u{1b}b"),
        .openCommandLine("insert after:i1 "), .openCommandLine("insert end:s2 "),
      ])
  }

  @Test("change the board at once if they delete or move")
  func changes() {
    var stage = ViewStage("A: a b c | B: d")
    stage.type("D<S-down><S-right>")
    stage.type("j<S-up><S-up>")
    expectEqual(
      stage.actions,
      [
        .make(.delete(["i1"])), .make(.move(["i1"], to: .before("i3"))),
        .make(.move(["i1"], to: .before("i4"))), .make(.move(["i2"], to: .before("i1"))),
        .make(.move(["i2"], to: .before("i1"))),
      ])
  }

  @Test("quit, suspend and redraw")
  func ends() {
    var stage = ViewStage("A: a")
    stage.type("q<C-c><C-z><C-l>")
    expectEqual(stage.actions, [.quit, .quit, .suspend, .refresh])
  }

  @Test("move the cursor in all directions, and stop at the edges", arguments: ["hjkl", "arrows"])
  func moving(_ kind: String) {
    var stage = ViewStage("A: a b c | B: | C: d", width: 70)
    let keys =
      kind == "hjkl"
      ? ["j", "j", "j", "l", "l", "l", "k", "h", "h", "h"]
      : ["down", "down", "down", "right", "right", "right", "up", "left", "left", "left"].map {
        "<\($0)>"
      }
    var paths: [String] = []
    for key in keys {
      stage.type(key)
      paths.append("\(stage.view.cursor.path)")
    }
    expectEqual(paths, ["0.1", "0.2", "0.2", "1.0", "2.0", "2.0", "2.0", "1.0", "0.0", "0.0"])
  }

  @Test("show help, which any key closes")
  func help() {
    var stage = ViewStage("A: a", width: 80, height: 24)
    stage.type("?")
    expectEqual(
      stage.board()[0], "  arrows, h j k l    look at another item; while dragging, move it")
    stage.type("D")
    expectEqual(stage.actions, [])
    expectEqual(stage.board(), ["A 1", "  a"])
  }

  @Test("say once how the help is closed", arguments: [("any key", 40), ("any other key", 10)])
  func ending(_ key: String, _ height: Int) {
    var stage = ViewStage("A: a", width: 80, height: height)
    stage.type(height == 10 ? "?<end>" : "?")
    let closing = (stage.board() + [stage.row(-1)]).filter { $0.contains("closes") }
    expectEqual(closing.count, 1)
    expectEqual(stage.row(-1), "\(key) closes the help")
  }

  @Test("are in the last line, those that add and edit too")
  func hints() {
    var stage = ViewStage("A: a", width: 80)
    expectEqual(
      stage.row(-1),
      "arrows move  space picks up  a adds  e edits  / finds  v marks  q quits  ? help")
  }

  @Test("switch layouts and change nothing else")
  func layouts() {
    var stage = ViewStage("A: a b | B: c")
    let before = stage.view.snapshot.board
    for (keys, kind) in [
      ("2", BoardView.LayoutKind.flow), ("3", .mosaic), ("1", .columns), ("<tab>", .flow),
      ("<tab>", .mosaic), ("<tab>", .columns),
    ] {
      stage.type(keys)
      expectEqual(stage.view.layoutKind, kind)
      expectEqual(stage.view.snapshot.board, before)
    }
  }

  @Test("are not executed from a paste")
  func paste() {
    var stage = ViewStage("A: a")
    stage.receive(.paste("Dq u"))
    expectEqual(stage.actions, [])
  }
}

@Suite("The reply panel")
struct LogTests {
  @Test("shows replies, scrolls, and closes")
  func panel() {
    var stage = ViewStage("A: a", width: 30, height: 14)
    for number in 1...9 { stage.view.say("line \(number)") }
    expectEqual(
      stage.board().suffix(4), ["line 6                       ^", "line 7", "line 8", "line 9"])
    expectEqual(stage.scrollWhileTyping(Key(.pageUp)), true)
    expectEqual(
      stage.board().suffix(4),
      [
        "line 3                       ^", "line 4", "line 5", "line 6                       v",
      ])
    expectEqual(stage.scrollWhileTyping(Key(.pageUp)), true)
    expectEqual(
      stage.board().suffix(4), ["line 1", "line 2", "line 3", "line 4                       v"])
    expectEqual(stage.scrollWhileTyping(Key(.pageDown)), true)
    expectEqual(stage.scrollWhileTyping(.character("x")), false)
    stage.type("<esc>")
    expectEqual(stage.board(), ["A 1", "  a"])
    stage.type("L")
    #expect(stage.board().count > 2)
  }

  @Test("stays hidden by its key, except for what is awaited")
  func hidden() {
    var stage = ViewStage("A: a", width: 30, height: 12)
    stage.view.say("ok insert", isAwaited: false)
    expectEqual(stage.board().last, "ok insert")
    stage.type("L")
    stage.view.say("ok edit", isAwaited: false)
    expectEqual(stage.board(), ["A 1", "  a"])
    stage.view.complain("refused")
    expectEqual(stage.board().suffix(3), ["ok insert", "ok edit", "refused"])
    stage.type("<esc>")
    stage.view.say("ok move", isAwaited: false)
    expectEqual(stage.board(), ["A 1", "  a"])
    stage.type("L")
    expectEqual(stage.board().last, "ok move")
  }

  @Test(
    "is at most a third of the screen, and leaves six lines for the board if it can",
    arguments: [(24, 8), (14, 4), (10, 2), (8, 1), (4, 1)])
  func height(_ screen: Int, _ rows: Int) {
    var log = LogLines()
    for number in 1...9 { log.append("\(number)") }
    expectEqual(log.height(of: screen, width: 40), rows)
  }

  @Test("never lets a reply control the terminal")
  func hostile() {
    var stage = ViewStage("A: a", width: 30, height: 12)
    stage.view.complain("refused \u{1B}[2J\u{07}")
    expectEqual(stage.board().last, "refused �[2J�")
  }
}

@Suite("The command line")
struct CommandLineTests {
  @Test("is drawn with its cursor, scrolled if it is long")
  func drawing() {
    var stage = ViewStage("A: a", width: 20, height: 6)
    stage.view.commandLine = .init(prompt: ":", text: "héllo", cursor: 3, choices: [])
    var canvas = stage.view.drawn()
    expectEqual(canvas.text(ofRow: 5), ":héllo")
    expectEqual(canvas.cursor, Point(x: 3, y: 5))
    let long = "insert 0.0 漢字 and many more words"
    stage.view.commandLine = .init(prompt: ":", text: long, cursor: long.utf8.count, choices: [])
    canvas = stage.view.drawn()
    expectEqual(canvas.text(ofRow: 5), ":nd many more words")
    expectEqual(canvas.cursor, Point(x: 19, y: 5))
  }

  @Test("has its completions above it")
  func choices() {
    var stage = ViewStage("A: a", width: 30, height: 6)
    stage.view.commandLine = .init(prompt: ":", text: "mo", cursor: 2, choices: ["move", "model"])
    expectEqual(stage.row(4), "move  model")
  }
}
