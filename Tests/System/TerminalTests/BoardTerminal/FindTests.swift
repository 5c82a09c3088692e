import BoardModel
import Terminal
import TestKit
import Testing

@testable import BoardTerminal

@Suite("Finding items by text")
struct FindTests {
  @Test("shows only the matches while the text is typed, whatever their case")
  func typing() {
    var stage = ViewStage("To buy: Bread Milk Pears | In the basket: Oat_milk Tea", width: 60)
    stage.type("/mI")
    expectEqual(
      stage.board(),
      [
        "To buy 1/3                    In the basket 1/2",
        "/ Milk                        / Oat milk",
      ])
    expectEqual(stage.row(-1), "/mI                                  1 of 2  tab  enter  esc")
    expectEqual(stage.view.drawn().cursor, Point(x: 3, y: 7))
    stage.type("<back><back>")
    expectEqual(stage.board()[0], "To buy 3                      In the basket 2")
  }

  @Test(
    "takes fields in front of the text, as find of the protocol does",
    arguments: [
      ("done=yes", ["i1", "i4"]), ("done=yes milk", ["i4"]), ("DONE=yes  Bread", ["i1"]),
      ("label=red", ["i1", "i2"]), ("label=\"two words\"", ["i1"]),
      ("label=two\\u{20}words", ["i1"]),
      ("label=two", []), ("due=", ["i2"]), ("amount=3", []), ("\"", []), ("e\\=mc", ["i3"]),
      ("e=mc", []), ("=m", ["i3"]), ("text=x", []), ("my-field=x", []), ("milk done=yes", []),
    ])
  func fields(_ query: String, _ items: [ItemID]) {
    let board = Board([
      Section(
        id: "s1", title: "A",
        items: [
          Item(id: "i1", text: "Bread", fields: ["done": "yes", "label": "red, two words"]),
          Item(id: "i2", text: "Milk", fields: ["due": "2026-12-01", "label": "red"]),
          Item(id: "i3", text: "e=mc2"), Item(id: "i4", text: "Oat milk", fields: ["done": "yes"]),
        ])
    ])
    var find = BoardFind(from: nil)
    find.search(for: query)
    while find.isUnfinished { find.step(on: board) }
    expectEqual(find.matches, items)
    for item in board.sectionContent(at: 0).items {
      expectEqual(find.isMatch(item), items.contains(item.id), "\(item.id)")
    }
  }

  @Test("says which name is none of a field")
  func wrongName() {
    var stage = ViewStage("A: milk", width: 60)
    stage.type("/text=m")
    expectEqual(stage.row(-1), "/text=m             no field is called text  tab  enter  esc")
    stage.type("<back><back>")
    expectEqual(stage.row(-1), "/text                              no match  tab  enter  esc")
  }

  @Test("goes to the first match from the cursor on, and around the end")
  func seeking() {
    var stage = ViewStage("A: milk b | B: c milk")
    stage.type("j/milk")
    expectEqual(stage.view.cursor.item, "i4")
    stage.type("<enter>n")
    expectEqual(stage.view.cursor.item, "i1")
    stage.type("n")
    expectEqual(stage.view.cursor.item, "i4")
    stage.type("NN")
    expectEqual(stage.view.cursor.item, "i4")
  }

  @Test(
    "shows the others again with f, and marks the matches",
    arguments: BoardView.LayoutKind.allCases)
  func marks(_ kind: BoardView.LayoutKind) {
    var stage = ViewStage("A: bread milk milkshake tea", width: 60, height: 10)
    stage.view.layoutKind = kind
    stage.type("/milk<enter>")
    #expect(!stage.board().joined().contains("bread"))
    stage.type("f")
    let rows = stage.board().joined(separator: "\n")
    #expect(rows.contains("  bread"))
    #expect(rows.contains("/ milk"))
    #expect(rows.contains("/ milkshake"))
    let canvas = stage.view.drawn()
    let marked = (1..<9).flatMap { y in (0..<60).map { canvas[$0, y].style } }.count {
      $0.isUnderlined && $0.isBold
    }
    #expect(marked >= 8)
    stage.type("n")
    expectEqual(stage.view.cursor.item, "i3")
  }

  @Test("ends with esc: while typing at the old place, afterwards at the match")
  func ending() {
    var stage = ViewStage("A: a b c | B: d")
    stage.type("j/d<esc>")
    expectEqual(stage.view.cursor.item, "i2")
    expectNil(stage.view.find)
    stage.type("/d<enter><esc>")
    expectEqual(stage.view.cursor.item, "i4")
    expectEqual(
      stage.board(), ["A 3                   B 1", "  a                     d", "  b", "  c"])
    stage.type("/<back>")
    expectNil(stage.view.find)
    expectEqual(stage.actions, [])
  }

  @Test("says that nothing matches, and keeps the cursor's item")
  func nothing() {
    var stage = ViewStage("A: a b", width: 60)
    stage.type("j/x")
    #expect(stage.row(-1).contains("no match"))
    expectEqual(stage.board(), ["A 0/2"])
    stage.type("<enter>nN<enter>D")
    expectEqual(stage.sent, [])
    expectEqual(stage.actions, [])
    stage.type("<esc>")
    expectEqual(stage.board().count, 3)
  }

  @Test("drops a carried item at the shown place, and leaves hidden ones where they are")
  func dragging() throws {
    var stage = ViewStage("A: m1 x m2 y m3")
    stage.type("/m<enter> ")
    try stage.answer("ok begin d1 items=i1")
    stage.type("<down>")
    try stage.answer("ok propose d1 move at=0.0 anchor=before:i2 rev=1")
    stage.type("<down>")
    try stage.answer("ok propose d1 move at=0.2 anchor=after:i3 rev=1")
    expectEqual(
      stage.sent,
      [
        "begin i1", "propose before:i2 drag=d1", "propose after:i3 drag=d1",
        "propose end:s1 drag=d1",
      ])
  }

  @Test("lands a drop beside the item that is shown there, for every two items and every filter")
  func landing() {
    let ids = (1...4).map { ItemID("i\($0)")! }
    let whole = Board([
      Section(id: "s1", title: "A", items: ids.map { Item(id: $0, text: "t") })
    ])
    for filter in 1..<16 {
      let shown = ids.indices.filter { filter >> $0 & 1 == 1 }.map { ids[$0] }
      let board = ShownBoard(whole, only: shown, isFiltered: true)
      for carried in shown {
        for index in 0...shown.count {
          let path = IndexPath(section: 0, item: index)
          let point = InsertionPoint(at: path, on: board, carrying: [carried])!
          #expect(!point.isPutBack)
          var after = ids.filter { $0 != carried }
          let others = after
          switch point.anchor! {
          case .before(let item): after.insert(carried, at: after.firstIndex(of: item)!)
          case .after(let item): after.insert(carried, at: after.firstIndex(of: item)! + 1)
          case .start: after.insert(carried, at: 0)
          case .end: after.append(carried)
          }
          var expected = shown.filter { $0 != carried }
          expected.insert(carried, at: shown[..<index].count { $0 != carried })
          expectEqual(after.filter { shown.contains($0) }, expected, "\(shown) \(carried) \(index)")
          expectEqual(after.filter { $0 != carried }, others)
          if expected == shown { expectEqual(after, ids, "\(shown) \(carried) \(index)") }
        }
      }
    }
  }

  @Test("leaves marked items that are put back among hidden ones where they are")
  func putBack() throws {
    let board = Board(ViewStage.content("A: m1 x m2"))
    let shown = ShownBoard(board, only: ["i1", "i3"], isFiltered: true)
    for index in 0...2 {
      let path = IndexPath(section: 0, item: index)
      let point = InsertionPoint(at: path, on: shown, carrying: ["i1", "i3"])
      expectEqual(point?.isPutBack, true)
    }
    let whole = InsertionPoint(
      at: IndexPath(section: 0, item: 0), on: ShownBoard(board), carrying: ["i1", "i3"])
    expectEqual(whole?.isPutBack, false)
  }

  @Test("follows the changes of others")
  func changes() throws {
    var stage = ViewStage("A: m1 x m2")
    stage.type("/m<enter>")
    stage.change {
      $0.board = Board(ViewStage.content("A: m1 x y m4"))
      $0.revision = 2
    }
    while stage.view.findDelay != nil { _ = stage.view.continueFind() }
    expectEqual(stage.board(), ["A 2/4", "/ m1", "/ m4"])
  }

  @Test("looks at a bounded number of items for each key, and finds all soon")
  func bounded() {
    let count = 100_000
    let items = (1...count).map { Item(id: ItemID("i\($0)")!, text: Text("Item \($0)")) }
    var stage = ViewStage(board: Board([Section(id: "s1", title: "All", items: items)]))
    stage.type("/99")
    expectEqual(stage.view.findDelay, .milliseconds(10))
    var steps = 0
    while stage.view.findDelay != nil {
      _ = stage.view.continueFind()
      steps += 1
    }
    expectEqual(steps, count / BoardFind.stepItems)
    expectEqual(stage.view.find?.matches.count, 3_691)
    #expect(stage.board()[0].hasPrefix("All 1000/100000 "))
    stage.type("<enter>fN")
    expectEqual(stage.view.cursor.item, "i99999")
  }

  @Test("takes the first line of a paste")
  func paste() {
    var stage = ViewStage("A: milk tea")
    stage.type("/")
    stage.receive(.paste("te\u{1B}\nx"))
    expectEqual(stage.view.find?.text, "te")
    expectEqual(stage.board(), ["A 1/2", "/ tea"])
  }
}
