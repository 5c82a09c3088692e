import BoardModel
import Terminal
import TestKit
import Testing

@testable import BoardTerminal

@Suite("A client that may only view the board")
struct RoleTests {
  private static func stage() -> ViewStage {
    var stage = ViewStage("A: a b | B: c", width: 70, height: 20)
    stage.change { $0.role = .viewer }
    return stage
  }

  @Test("reads so in the header, and not in that of an editor")
  func header() {
    var stage = Self.stage()
    #expect(stage.row(0).hasPrefix(" today | live | view only"))
    for role in [Role.editor, .owner, nil] {
      stage.change { $0.role = role }
      #expect(!stage.row(0).contains("view only"))
    }
  }

  @Test(
    "is told at once for each key that would change the board, and nothing is sent",
    arguments: [
      " ", "m", "<enter>", "v", "V", "s", "r", "A", "R", "X", "<", ">", "u", "U", "e", "a", "D",
    ])
  func keys(_ key: String) {
    var stage = Self.stage()
    if key == "<" || key == ">" {
      stage.receive(.key(Key(.character(key.unicodeScalars.first!))))
    } else {
      stage.type(key)
    }
    expectEqual(stage.row(-1), "you can only view this board")
    #expect(stage.actions == [] && stage.sent == [])
    expectNil(stage.view.carrying)
  }

  @Test("cannot drag or choose with the mouse")
  func mouse() {
    var stage = Self.stage()
    #expect(stage.board()[1].contains("a"))
    stage.mouse(.press, 2, 2)
    stage.mouse(.drag, 2, 3)
    expectEqual(stage.row(-1), "you can only view this board")
    stage.mouse(.release, 2, 3)
    stage.mouse(.press, 2, 2)
    stage.mouse(.release, 2, 2)
    expectEqual(stage.row(-1), "you can only view this board")
    #expect(stage.actions == [] && stage.sent == [])
  }

  @Test("selects, finds, looks at items and moves about")
  func looking() {
    var stage = Self.stage()
    stage.type("<down>x")
    expectEqual(stage.sent, ["select i2"])
    stage.type("/c<enter>")
    expectEqual(stage.view.cursor.item, "i3")
  }

  @Test("finds no keys in the help that it cannot use")
  func help() {
    let words = BoardView.help(width: 70, isViewOnly: true).map(\.text)
    #expect(words.contains { $0.contains("selected") || $0.contains("select") })
    for word in ["undo", "pick up", "delete", "drag the item", "add a section"] {
      #expect(!words.contains { $0.contains(word) }, "\(word)")
    }
  }
}
