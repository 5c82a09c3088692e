import BoardModel
import BoardReplica
import BoardWire
import Terminal
import TestKit
import Testing

@testable import BoardTerminal

@Suite("A board on a screen")
struct DrawingTests {
  @Test("is drawn as columns, one for each section, with one item per row")
  func columns() {
    var stage = ViewStage("To buy: Bread Milk Pears | In the basket: Tea")
    expectEqual(
      stage.board(),
      [
        "To buy 3              In the basket 1",
        "  Bread                 Tea",
        "  Milk",
        "  Pears",
      ])
    expectEqual(stage.row(0), " today | live | revision 1 | columns | you …")
  }

  @Test("has its title in the first row, with the name by which commands call it")
  func title() {
    var stage = ViewStage("A: a", width: 60)
    stage.change { $0.policies.set([.title("Day\u{1B} 1"), .limit(3)], for: .board) }
    #expect(stage.row(0).hasPrefix(" Day\u{FFFD} 1 (today) | live | revision"))
    stage.type("i")
    #expect(stage.board().joined(separator: "\n").contains("limit=3"))
    #expect(!stage.board().joined(separator: "\n").contains("title="))
  }

  @Test("truncates long texts by cells, and splits no character")
  func cutting() {
    var stage = ViewStage(
      "A: abcdefghijklmnopqrstuvwxyz 漢字漢字漢字漢字漢字漢字 👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧 | B:", width: 41)
    expectEqual(
      stage.board(),
      [
        "A 3                  B 0",
        "  abcdefghijklmnopq…",
        "  漢字漢字漢字漢字…",
        "  👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧…",
      ])
  }

  @Test("never lets a text or a title control the terminal")
  func hostile() {
    var stage = ViewStage("\u{1B}[2Jtitle\u{202E}: a\u{1B}]0;x\u{07} \u{9B}1m\n\u{85}x")
    for row in stage.board() {
      #expect(
        row.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
      #expect(!row.unicodeScalars.contains("\u{202E}"))
    }
    expectEqual(stage.board()[0], "�[2Jtitle� 2")
    expectEqual(stage.board()[1], "  a�]0;x�")
  }

  @Test("shows the drags of others with their destinations and names")
  func others() {
    var stage = ViewStage("To buy: Bread Milk | In the basket: Tea")
    stage.change {
      $0.drags = [
        .init(
          session: SessionID(1), owner: "ada", items: ["i2"],
          state: .over(
            DropProposal(verdict: .allowed(.move), path: [1, 0], anchor: .before("i3")))),
        .init(session: SessionID(2), owner: "bob", items: ["i1"]),
      ]
    }
    expectEqual(
      stage.board(),
      [
        "To buy 2              In the basket 1",
        "  Bread          <bob -> ada: Milk",
        "  Milk           <ada   Tea",
      ])
    stage.change {
      $0.drags[0].state = .over(
        DropProposal(verdict: .denied(.limit), path: [1, 1], anchor: .end("s2")))
    }
    expectEqual(
      stage.board()[1...], ["  Bread          <bob   Tea", "  Milk           <ada -x ada: Milk"])
    stage.change { $0.drags[0].state = .lost }
    expectEqual(
      stage.board()[1...], ["  Bread          <bob   Tea", "  Milk          <ada?"])
    stage.change { $0.drags = [] }
    expectEqual(stage.board()[1...], ["  Bread                 Tea", "  Milk"])
  }

  @Test("shows the text of an external item, not its id")
  func external() {
    var stage = ViewStage("To buy: Bread | In the basket: Tea")
    stage.change {
      $0.drags = [
        .init(
          session: SessionID(1), owner: "ada", items: ["i7"],
          external: ["i7": DragParcel(type: "text/plain", "Call Ann")],
          state: .over(
            DropProposal(verdict: .allowed(.copy), path: [1, 0], anchor: .before("i2"))))
      ]
    }
    expectEqual(
      stage.board(),
      [
        "To buy 1              In the basket 1",
        "  Bread               -> ada: Call Ann",
        "                        Tea",
      ])
  }

  @Test("shows selections, those of others with their names")
  func selections() {
    var stage = ViewStage("To buy: Bread Milk | In the basket: Tea")
    stage.change { $0.selections = ["me": ["i1"], "ada": ["i1", "i3"], "bob": ["i3"]] }
    expectEqual(
      stage.board(),
      [
        "To buy 2              In the basket 1",
        "* Bread          *ada   Tea          *ada+1",
        "  Milk",
      ])
  }

  @Test("marks own changes that are not confirmed")
  func unconfirmed() {
    var stage = ViewStage("To buy: Bread Milk")
    stage.change { $0.unconfirmed = ["i2"] }
    let canvas = stage.view.drawn()
    expectEqual(canvas[2, 3].glyph, "M")
    expectEqual(canvas[2, 3].style, Style(isDim: true, isUnderlined: true))
    stage.change { $0.unconfirmed = [] }
    expectEqual(stage.view.drawn()[2, 3].style, .plain)
  }

  @Test("shows the cursor in reverse video, and it follows its item")
  func cursor() {
    var stage = ViewStage("To buy: Bread Milk | In the basket: Tea")
    stage.type("j")
    #expect(stage.view.drawn()[2, 3].style.isReversed)
    stage.change { $0.board = Board(ViewStage.content("To buy: Bread | In the basket: Milk Tea")) }
    expectEqual(stage.view.cursor.path, [1, 0])
    stage.change { $0.board = Board(ViewStage.content("To buy: Bread | In the basket:")) }
    expectEqual(stage.view.cursor.path, [1, 0])
    expectNil(stage.view.cursor.item)
    stage.change { $0.board = Board() }
    #expect(stage.board().joined().contains("no sections yet"))
  }

  @Test("shows the state of the connection")
  func connection() {
    var stage = ViewStage("A: a", width: 60)
    stage.view.connection = .waiting(seconds: 3, because: "cut off")
    #expect(stage.row(0).contains("NO CONNECTION (cut off), retry in 3 s"))
    stage.view.connection = .connecting
    #expect(stage.row(0).contains("connecting"))
  }

  @Test("is drawn on a screen of any size, even of one cell")
  func tiny() {
    for (width, height) in [(0, 0), (1, 1), (2, 1), (1, 2), (5, 3), (20, 2), (3, 40)] {
      for kind in BoardView.LayoutKind.allCases {
        var stage = ViewStage(
          "To buy: Bread Milk | In the basket: 漢字漢字", width: width, height: height)
        stage.view.layoutKind = kind
        stage.change { $0.drags = [.init(session: SessionID(1), owner: "ada", items: ["i2"])] }
        stage.type(" <right>jj")
        let canvas = stage.view.drawn()
        #expect((canvas.width, canvas.height) == (width, height))
      }
    }
  }

  @Test("is drawn in ASCII if the terminal has no UTF-8")
  func ascii() {
    var stage = ViewStage("A: Käse 漢字 abcdefghijklmnopqrstuvwxyz", width: 20)
    let canvas = stage.view.drawn(isASCII: true)
    expectEqual(canvas.text(ofRow: 2), "  K?se")
    expectEqual(canvas.text(ofRow: 3), "  ??")
    expectEqual(canvas.text(ofRow: 4), "  abcdefghijklmnopq~")
  }
}
