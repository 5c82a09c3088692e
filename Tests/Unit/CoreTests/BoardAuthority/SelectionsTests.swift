import BoardAuthority
import BoardModel
import Simulation
import TestKit
import Testing

@Suite("A selection")
struct SelectionsTests {
  private let scene = DragScene("A: a b c d | B: x y | C:")
  private var selections = Selections()

  private mutating func select(_ items: ItemID..., by client: ClientName = "ann") throws(Refusal) {
    try selections.select(items, by: client, on: scene.today)
  }

  private mutating func deselect(_ items: ItemID..., by client: ClientName = "ann")
    throws(Refusal)
  {
    try selections.deselect(items, by: client, on: scene.today)
  }

  /// Lets edits happen to the board, and tells whose selections are others by it.
  private mutating func change(_ edits: Edit...) -> [ClientName] {
    scene.today.commit(edits)
    return selections.removeDeleted(by: edits, on: scene.today.board)
  }

  @Test("has at most one item of each client by default")
  mutating func single() throws {
    try select("a")
    try select("b", by: "bob")
    try select("c")
    expectEqual(selections["ann"], ["c"])
    expectEqual(selections["bob"], ["b"])
    expectEqual(selections.clients, ["ann", "bob"])
    #expect(throws: Refusal.limit("selected-items", max: 1)) { try select("a", "b") }
    expectEqual(selections["ann"], ["c"])
  }

  @Test("has several items in the order of selection if the policy permits it")
  mutating func multiple() throws {
    scene.set(.selection(.multiple))
    try select("c", "a")
    try select("x")
    expectEqual(selections["ann"], ["c", "a", "x"])
    try deselect("a")
    expectEqual(selections["ann"], ["c", "x"])
    expectEqual(selections.count, 2)
  }

  @Test("ignores an item that is selected already, and the deselection of one that is not")
  mutating func twice() throws {
    scene.set(.selection(.multiple))
    try select("a")
    #expect(throws: Refusal.alreadySelected("a")) { try select("b", "a") }
    #expect(throws: Refusal.notSelected("b")) { try deselect("a", "b") }
    expectEqual(selections["ann"], ["a"])
  }

  @Test("has no item that may not be highlighted, and no new item if the policy is selection=none")
  mutating func highlight() throws {
    scene.set(.highlight(false), for: "B")
    #expect(throws: Refusal.notSelectable("x")) { try select("x") }
    try select("a")
    scene.set(.selection(.none))
    #expect(throws: Refusal.notSelectable("b")) { try select("b") }
    expectEqual(selections["ann"], ["a"], "a policy deselects nothing when it changes")
    try deselect("a")
    #expect(selections.isEmpty)
  }

  @Test("cannot lose an item under keep-selected=yes, except by a change of the board")
  mutating func kept() throws {
    scene.set(.keepSelected(true), for: "B")
    try select("x")
    #expect(throws: Refusal.selectionKept("x")) { try deselect("x") }
    #expect(throws: Refusal.selectionKept("x")) { try select("a") }
    #expect(throws: Refusal.selectionKept("x")) {
      try selections.toggle("x", by: "ann", on: scene.today)
    }
    scene.set(.selection(.multiple))
    try select("a", "y", "b")
    selections.deselectAll(by: "ann", on: scene.today)
    expectEqual(selections["ann"], ["x", "y"])
    expectEqual(change(.moveItem("x", from: [1, 0], to: [2, 0])), [])
    try deselect("x")
    expectEqual(selections["ann"], ["y"])
    expectEqual(change(.deleteItem(Item(id: "y", text: "y"), at: [1, 0])), ["ann"])
    #expect(selections.isEmpty)
  }

  @Test("is toggled by one command")
  mutating func toggled() throws {
    #expect(try selections.toggle("a", by: "ann", on: scene.today))
    #expect(try selections.toggle("b", by: "ann", on: scene.today))
    expectEqual(selections["ann"], ["b"])
    #expect(try !selections.toggle("b", by: "ann", on: scene.today))
    #expect(selections.isEmpty)
  }

  @Test("follows its items, and loses deleted items, also those of a deleted section")
  mutating func follows() throws {
    scene.set(.selection(.multiple))
    try select("a", "x", "b")
    try select("x", by: "cid")
    try select("y", by: "bob")
    try select("c", by: "dan")
    expectEqual(change(.moveItem("a", from: [0, 0], to: [1, 0])), [])
    let section = scene.today.board.sectionContent(at: 1)
    expectEqual(change(.deleteSection(section, at: 1)), ["ann", "bob", "cid"])
    expectEqual(selections["ann"], ["b"])
    expectEqual(selections.clients, ["ann", "dan"])
    expectEqual(selections.count, 2)
    expectEqual(change(.insertSection(section, at: 1)), [])
    #expect(!selections.contains("x", of: "ann"), "what comes back later is another item")
  }

  @Test("keeps an item that one change deletes and inserts again")
  mutating func stays() throws {
    try select("a")
    let item = Item(id: "a", text: "a")
    expectEqual(change(.deleteItem(item, at: [0, 0]), .insertItem(item, at: [1, 0])), [])
    expectEqual(selections["ann"], ["a"])
  }

  @Test("of a guest becomes that of its name, unless that has one")
  mutating func transferred() throws {
    try select("a", by: "guest-1")
    selections.transfer(from: "guest-1", to: "ann")
    #expect(selections["ann"] == ["a"] && selections.clients == ["ann"])
    try select("b", by: "guest-2")
    selections.transfer(from: "guest-2", to: "ann")
    #expect(selections["ann"] == ["a"] && selections.clients == ["ann"])
    expectEqual(selections.count, 1)
  }

  @Test("is limited for each client and for all clients together")
  mutating func limits() throws {
    let items = (0..<Limits.selectedItems + 1).map { ItemID("i\($0)")! }
    let section = Section(id: "I", title: "", items: items.map { Item(id: $0, text: "") })
    _ = change(.insertSection(section, at: 0))
    scene.set(.selection(.multiple))
    let clients = Limits.boardSelectedItems / Limits.selectedItems
    for number in 0..<clients {
      let client = ClientName("c\(number)")!
      try selections.select(Array(items.dropLast()), by: client, on: scene.today)
      #expect(throws: Refusal.limit("selected-items", max: Limits.selectedItems)) {
        try selections.select([items.last!], by: client, on: scene.today)
      }
    }
    expectEqual(selections.count, Limits.boardSelectedItems)
    let full = Refusal.limit("board-selected-items", max: Limits.boardSelectedItems)
    #expect(throws: full) { try select("a") }
    try deselect(items[0], by: "c0")
    try select("a")
    expectEqual(change(.deleteSection(section, at: 0)).count, clients)
    expectEqual(selections.clients, ["ann"])
  }
}
