import BoardModel
import BoardReplica
import BoardWire
import Terminal
import TestKit
import Testing

@testable import BoardTerminal

@Suite("A view of a board of which it has counts")
struct CountsTests {
  private static func stage(_ count: Int = 1_000_000) throws -> ServedStage {
    try ServedStage(ServedStage.content(count), as: .counts)
  }

  @Test("draws rows that have not arrived as such, and draws them when they arrive")
  func arrival() throws {
    var stage = try Self.stage(5_000)
    expectEqual(stage.rows()[1], "Many 1/5000        v Few 3")
    expectEqual(stage.column(), ["Pear 0"] + (1..<7).map { "Item \($0)" } + ["Pear 7", "Item 8"])
    stage.press("G")
    expectEqual(stage.rows()[1], "Many 5000/5000     ^ Few 3")
    expectEqual(Set(stage.column()), ["..."])
    try stage.settle()
    expectEqual(stage.column().last, "Item 4999")
    expectEqual(stage.view.cursor.item, "n4999")
  }

  @Test("asks for what is in sight and a screen around it, and not for each row that is scrolled")
  func fetching() throws {
    var stage = try Self.stage(5_000)
    expectEqual(stage.sent, [])
    for _ in 0..<9 { try stage.type("j") }
    expectEqual(stage.sent, [])
    for _ in 0..<9 { try stage.type("j") }
    expectEqual(stage.sent.count { $0.hasPrefix("rows") }, 1)
    try stage.type("G")
    expectEqual(stage.sent.last, "rows 0.4982@1 18 board=list")
  }

  @Test(
    "asks for no more on a board of 20,000 items than on one of 5,000, in each layout",
    arguments: ["1", "2", "22", "3"])
  func cost(_ layout: String) throws {
    func figures(_ count: Int) throws -> [Int] {
      var stage = try Self.stage(count)
      for key in [layout, "<pgdn>", "G", "<pgup>", "k", "g"] { try stage.type(key) }
      return [stage.sent.count, stage.replica.shown.knownItemCount]
    }
    try expectEqual(figures(20_000), figures(5_000))
    #expect(try figures(20_000)[1] < 400)
  }

  @Test("answers keys about an item that has not arrived with a sentence, and does nothing")
  func keys() throws {
    for key in ["i", "e", "a", "D", " ", "x", "t", ".", "v", "V", "s", "<enter>", "<S-up>"] {
      var stage = try Self.stage(5_000)
      stage.press("G")
      try stage.transmit()
      let count = stage.sent.count
      stage.press(key)
      try stage.transmit()
      expectEqual(stage.sent.count, count, "\(key)")
      expectEqual(stage.rows().last, "this item has not arrived yet", "\(key)")
      #expect(stage.view.page == nil && stage.view.menu == nil && stage.view.marked.isEmpty)
      try stage.settle()
      expectEqual(stage.view.cursor.item, "n4999")
    }
  }

  @Test("keeps its cursor on a row that has not arrived while others change the board")
  func following() throws {
    var stage = try Self.stage(5_000)
    stage.press("G")
    try stage.transmit()
    try stage.say(
      "insert 0.0 above", "delete 0.7,0.8", "insert end:s1 below", "move-section s1 end")
    try stage.settle()
    expectEqual(stage.view.cursor.item, "n4999")
    expectEqual(stage.view.cursor.path, [2, 4_998])
  }

  @Test("says so if a row that has not arrived is pressed")
  func pressing() throws {
    var stage = try Self.stage(5_000)
    stage.press("G")
    stage.mouse(.press, 4, 5)
    stage.mouse(.release, 4, 5)
    expectEqual(stage.rows().last, "this item has not arrived yet")
    expectEqual(stage.sent, [])
  }

  @Test("drags to rows that have not arrived: the place is proposed when they do")
  func dragging() throws {
    var stage = try Self.stage(5_000)
    try stage.type("j ")
    stage.press("G<up><up><up>")
    try stage.transmit()
    expectEqual(stage.sent.last { $0.hasPrefix("propose") }, "propose end:s1 drag=d1")
    #expect(stage.rows().contains { $0.hasPrefix("-> Item 1") })
    stage.press("<enter>")
    expectEqual(stage.rows().last?.hasPrefix("dropping Item 1"), true)
    #expect(stage.rows()[1].hasPrefix("Many 4998/5000"))
    try stage.say("insert 0.0 above")
    try stage.settle()
    try expectEqual(stage.served([0, 4_997]), "item n1 Item 1")
    try expectEqual(stage.served([0, 4_998]), "item n4997 Item 4997")
    expectEqual(stage.view.cursor.path, [0, 4_997])
    try stage.type("u")
    try expectEqual(stage.served([0, 2]), "item n1 Item 1")
  }

  @Test("scrolls through rows that have not arrived with the mouse at the edge, and drops there")
  func edge() throws {
    var stage = try Self.stage(5_000)
    stage.mouse(.press, 4, 3)
    stage.mouse(.drag, 4, 4)
    try stage.settle()
    for _ in 0..<40 { stage.mouse(.drag, 4, 10) }
    #expect(stage.column().contains("..."))
    stage.mouse(.release, 4, 10)
    try stage.settle()
    let path = stage.view.cursor.path
    #expect(path.item > 30)
    try expectEqual(stage.served(path), "item n1 Item 1")
  }

  @Test("moves an item with shift to where the next one has not arrived when that has")
  func shifting() throws {
    var stage = try Self.stage(5_000)
    try stage.type("G<S-up><S-up>")
    try expectEqual(stage.served([0, 4_997]), "item n4999 Item 4999")
  }

  @Test("marks a range of rows of which some have not arrived, and deletes them")
  func marking() throws {
    var stage = try Self.stage(500)
    try stage.type("jvG<up>")
    let last = stage.view.cursor.path.item
    stage.press("V")
    expectEqual(stage.rows().last, "the items between are marked when they have arrived")
    try stage.settle()
    expectEqual(stage.view.marked.count, last)
    try stage.type("D")
    try expectEqual(stage.served([0, 1]), "item n499 Item 499")
    #expect(stage.view.marked.isEmpty)
    stage = try Self.stage(5_000)
    try stage.type("gvGV")
    expectEqual(stage.rows().last?.hasPrefix("no more fit in one command"), true)
    #expect(stage.view.marked.count > 500)
  }

  @Test("remembers what is marked and carried through scrolls, a break and a snapshot")
  func pinned() throws {
    var stage = try ServedStage(ServedStage.content(5_000), as: .counts, known: 60)
    try stage.type("jvvG")
    for _ in 0..<9 { try stage.type("<pgup>") }
    expectEqual(stage.view.marked.count, 2)
    #expect(stage.replica.shown.knownItemCount < 140)
    try stage.type(" ")
    try stage.type("<up>")
    let place = stage.view.carrying?.point
    try stage.cut()
    // More than the window has: it goes on from a snapshot.
    for number in 0..<3 {
      try stage.say("clear s2", "batch list")
      try stage.say(
        (0..<1_500).map { "insert 1.\($0) - x\(number)" }.joined(separator: "\n") + "\nend")
    }
    try stage.say("delete n2 force=yes")
    try stage.connect()
    expectEqual(stage.view.marked.items, ["n1"])
    expectEqual(stage.view.carrying?.point, place)
    try stage.type("<enter>")
    expectNil(stage.view.carrying)
    try expectEqual(stage.served(stage.view.cursor.path), "item n1 Item 1")
  }

  @Test("shows the drags and selections of others on rows as they arrive, and goes to them")
  func others() throws {
    var stage = try Self.stage(5_000)
    try stage.say("begin n4000", "propose before:n3000", "select n2000")
    try stage.settle()
    stage.view.showPeople([WhoRow("bob")], hasMore: false)
    #expect(stage.rows()[2].contains("drags Item 4000"))
    try stage.type("<enter>")
    expectEqual(stage.view.cursor.item, "n4000")
    #expect(stage.rows().contains { $0.contains("<bob") })
    stage.view.go(to: [0, 3_000])
    try stage.settle()
    #expect(stage.rows().contains { $0.hasPrefix("-> bob: Item 4000") })
  }

  @Test("has the server find, also what it does not show, and says if there is more")
  func finding() throws {
    var stage = try Self.stage(20_000)
    try stage.type("/item 1999")
    expectEqual(stage.sent.last { $0.hasPrefix("find") }, "find board=list item 1999")
    expectEqual(stage.rows().last, "/item 1999                           1 of 9  tab  enter  esc")
    try stage.type("<enter>")
    expectEqual(stage.view.cursor.item, "n1999")
    try stage.type("nf")
    expectEqual(stage.view.cursor.item, "n19990")
    #expect(stage.column().contains("Item 19988") || stage.column().contains("Item 19991"))
    try stage.say("edit n5 item 1999 is here")
    try stage.settle()
    try stage.type("N")
    expectEqual(stage.view.cursor.item, "n1999")
    try stage.type("N")
    expectEqual(stage.view.cursor.item, "n5")
    try stage.type("<esc>/item")
    expectEqual(stage.rows().last?.contains("of 100 and more"), true)
    #expect(stage.rows()[1].hasPrefix("Many 100+/20000"))
    try stage.type("<back><back><back><back>due=")
    expectEqual(stage.rows().last?.contains("say which due on so large a board"), true)
    try stage.type("<esc>")
    expectNil(stage.view.find)
  }

  @Test("changes sections that have not arrived")
  func sections() throws {
    var stage = try Self.stage(5_000)
    try stage.type("z")
    #expect(stage.rows()[1].hasPrefix("[+] Many 5000"))
    try stage.type("z>")
    #expect(stage.rows()[1].hasPrefix("Few 3"))
    try stage.type("X")
    expectEqual(stage.rows().last, "remove Many with 5000 items?  y removes, esc keeps")
    try stage.type("y")
    expectEqual(stage.replica.shown.sectionCount, 2)
    try stage.type("u")
    expectEqual(stage.replica.shown.itemCount, 5_003)
  }

  @Test("shows all about an item when it has arrived, and its neighbours")
  func page() throws {
    var stage = try Self.stage(5_000)
    try stage.type("Gi")
    #expect(stage.rows().contains { $0.contains("5000 of 5000, path 0.4999") })
    for _ in 0..<40 { try stage.type("<left>") }
    #expect(stage.rows().contains { $0.contains("4960 of 5000") })
  }
}
