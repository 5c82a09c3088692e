import BoardModel
import BoardReplica
import Terminal
import TestKit
import Testing

@testable import BoardTerminal

@Suite("Fields on a screen")
struct FieldTests {
  private func stage(_ items: [Item], width: Int = 50) -> ViewStage {
    var stage = ViewStage(
      board: Board([Section(id: "s1", title: "A", items: items)]), width: width, height: 14)
    stage.view.today = "2026-11-28"
    return stage
  }

  private static let items: [Item] = [
    Item(id: "i1", text: "Bread", fields: ["done": "yes", "due": "2026-11-01"]),
    Item(id: "i2", text: "Milk", fields: ["due": "2026-11-27T09:00Z", "label": "red,urgent"]),
    Item(id: "i3", text: "Pears", fields: ["due": "2027-01-02", "amount": "3"]),
    Item(id: "i4", text: "Tea", fields: ["done": "no", "due": "soon"]),
    Item(id: "i5", text: "Salt", fields: ["label": "urgent"]),
  ]

  @Test("are a box in front of the text, and behind it the due date and the labels")
  func drawing() {
    var stage = stage(Self.items)
    expectEqual(
      stage.board(),
      [
        "A 5",
        "  [x] Bread                                  11-01",
        "  [ ] Milk                        11-27 red urgent",
        "  [ ] Pears                             2027-01-02",
        "  [ ] Tea                                     soon",
        "  Salt                                      urgent",
      ])
    let canvas = stage.view.drawn()
    #expect(canvas[6, 2].style.isDim && canvas[6, 2].style.isReversed)
    #expect(!canvas[6, 3].style.isDim)
    expectEqual(canvas[45, 2].style, Style(.cyan, isReversed: true))
    expectEqual(canvas[34, 3].style, Theme.late)
    expectEqual(canvas[40, 3].style, Style(.red))
    expectEqual(canvas[44, 3].style, canvas[44, 6].style)
    expectEqual(canvas[44, 3].style, Theme.label("urgent"))
  }

  @Test("leave room for the text: words that do not fit are left out, with a mark")
  func narrow() {
    let many = Item(id: "i1", text: "Bread and butter", fields: ["label": "one,two,three,four"])
    var wide = stage([many], width: 30)
    expectEqual(wide.board()[1], "  Bread and b… one two three …")
    var narrow = stage([many], width: 12)
    expectEqual(narrow.board()[1], "  Bread and…")
    var tiny = stage([Item(id: "i1", text: "Bread", fields: ["due": "2026-12-01"])], width: 6)
    expectEqual(tiny.board()[1], "  [ ]")
  }

  @Test("never control the terminal")
  func hostile() {
    var stage = stage([
      Item(
        id: "i1", text: "a",
        fields: ["due": "\u{1B}[2J", "label": "\u{9B}1m,\u{202E}", "other": "\n\u{7}"])
    ])
    stage.type("i")
    for row in stage.board() {
      #expect(
        row.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
      #expect(!row.unicodeScalars.contains("\u{202E}"))
    }
  }

  @Test("are all on the page of the item, from which they are changed")
  func page() {
    var stage = stage(Self.items, width: 70)
    stage.type("jji")
    expectEqual(
      stage.board(),
      [
        "  Pears", "", "  item         i3", "  section      A (s1)",
        "  place        3 of 5, path 0.2", "  amount=      3", "  due=         2027-01-02",
        "  policy       nothing is restricted",
      ])
    stage.type("t.")
    expectEqual(
      stage.actions,
      [
        .make(.set(["i3"], ["done": "yes"])),
        .openCommandLine("set i3 amount=3 due=2027-01-02 "),
      ])
  }

  @Test("are ticked for all marked items: t makes them done unless all are")
  func ticking() {
    var stage = stage(Self.items)
    stage.type("tjtkvvt")
    expectEqual(
      stage.actions,
      [
        .make(.set(["i1"], ["done": nil])), .make(.set(["i2"], ["done": "yes"])),
        .make(.set(["i1", "i2"], ["done": "yes"])),
      ])
    var empty = ViewStage("A:")
    empty.type("t.")
    expectEqual(empty.actions, [])
  }

  @Test("are edited on a line with those that the items have in common")
  func editing() {
    let note = ["note": "two words"] as Fields
    var stage = stage([
      Item(id: "i1", text: "a", fields: ["done": "yes", "note": "two words"]),
      Item(id: "i2", text: "b", fields: note), Item(id: "i3", text: "c"),
    ])
    stage.type(".jj.kkvv.")
    expectEqual(
      stage.actions,
      [
        .openCommandLine("set i1 done=yes note=two\\u{20}words "), .openCommandLine("set i3 "),
        .openCommandLine("set i1,i2 note=two\\u{20}words "),
      ])
  }

  @Test("are not changed by who may only view the board")
  func viewer() {
    var stage = stage(Self.items, width: 70)
    stage.change { $0.role = .viewer }
    stage.type("t.it")
    stage.type(".")
    expectEqual(stage.actions, [])
    expectEqual(stage.row(-1), "you can only view this board")
  }
}
