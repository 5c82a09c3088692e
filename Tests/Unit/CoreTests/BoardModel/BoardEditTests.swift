import BoardModel
import TestKit
import Testing

@Suite("An edit")
struct BoardEditTests {
  static let start: Board = "Produce: apple pear fig | Dairy: milk | Empty:"

  static let edits: [Edit] = [
    .insertItem(Item(id: "kiwi", text: "Kiwi"), at: [2, 0]),
    .deleteItem(Item(id: "pear", text: "pear"), at: [0, 1]),
    .moveItem("apple", from: [0, 0], to: [1, 1]),
    .moveItem("fig", from: [0, 2], to: [0, 0]),
    .reloadItem("milk", at: [1, 0], from: "milk", to: "Oat milk"),
    .insertSection(
      Section(id: "Deli", title: "Deli", items: [Item(id: "ham", text: "Ham")]), at: 1),
    .deleteSection(
      Section(id: "Dairy", title: "Dairy", items: [Item(id: "milk", text: "milk")]), at: 1),
    .moveSection("Empty", from: 2, to: 0),
    .reloadSection("Empty", at: 2, from: "Empty", to: "Full"),
  ]

  @Test("followed by its inverse restores the board", arguments: edits)
  func inverseRestores(edit: Edit) {
    var board = Self.start
    board.apply(edit)
    #expect(board != Self.start)
    board.apply(edit.inverse)
    expectEqual(board, Self.start)
    expectEqual(board.textBytes, Self.start.textBytes)
  }

  @Test("changes the board as it changes plain arrays", arguments: edits)
  func agreesWithModel(edit: Edit) {
    var board = Self.start
    var model = ModelBoard(content: board.content)
    board.apply(edit)
    let holds = model.apply(edit)
    #expect(holds && board.content == model.content)
  }

  @Test(
    "that does not fit the board throws",
    arguments: [
      .insertItem(Item(id: "milk", text: "Milk"), at: [0, 0]),
      .insertItem(Item(id: "kiwi", text: "Kiwi"), at: [0, 4]),
      .deleteItem(Item(id: "pear", text: "Pear"), at: [0, 1]),
      .moveItem("apple", from: [0, 1], to: [1, 1]),
      .moveItem("apple", from: [0, 0], to: [0, 3]),
      .reloadItem("milk", at: [1, 0], from: "Milk", to: "Oat milk"),
      .insertSection(
        Section(id: "Deli", title: "Deli", items: [Item(id: "milk", text: "Milk")]), at: 1),
      .insertSection(Section(id: "Dairy", title: "Dairy"), at: 1),
      .deleteSection(Section(id: "Dairy", title: "Dairy"), at: 1),
      .moveSection("Empty", from: 2, to: 3),
      .reloadSection("Empty", at: 1, from: "Empty", to: "Full"),
    ] as [Edit])
  func wrongEdits(edit: Edit) {
    #expect(!Self.start.holds(edit))
  }
}

@Suite("A board")
struct BoardTests {
  @Test("finds every item by its path and every path by its item")
  func findsBothWays() {
    let board: Board = "Produce: apple pear fig | Empty: | Dairy: milk"
    #expect(board.itemCount == 4 && board.sectionCount == 3)
    #expect(board.indexPath(of: "fig") == [0, 2] && board.item(at: [0, 2]).id == "fig")
    #expect(board.indexPath(of: "milk") == [2, 0] && board.item(at: [2, 0]).id == "milk")
    #expect(board.index(of: "Dairy") == 2 && board.sectionID(at: 2) == "Dairy")
    #expect(board.indexPath(of: "kiwi") == nil && board.index(of: "Deli") == nil)
    #expect(
      board.hasItem(at: [0, 2]) && !board.hasItem(at: [0, 3]) && !board.hasItem(at: [1, 0]))
    #expect(board.hasPlace(at: [1, 0]) && !board.hasPlace(at: [3, 0]))
  }

  @Test("assigns ids that it never had, and none of them twice")
  func makesNames() throws {
    var board: Board = "s1: i1 i3 i100 | s3: x"
    expectEqual((1...2).map { _ in board.newItemID() }, ["i101", "i102"])
    expectEqual(board.newSectionID(), "s4")
    try board.deleteItem("i1")
    try board.insert(Item(id: "i200", text: ""), at: [0, 0])
    try board.deleteItem("i200")
    try board.insert(Section(id: "s9", title: "", items: [Item(id: "i300", text: "")]), at: 0)
    try board.deleteSection("s9")
    #expect(board.newItemID() == "i301" && board.newSectionID() == "s10")
  }

  @Test("counts only ids of the form that it assigns")
  func otherNames() throws {
    var board = Board([
      Section(
        id: "i7", title: "",
        items: ["s8", "i07", "i", "I9", "i5x", "i0", "i99999999999999999999", "ii6"].map {
          Item(id: $0, text: "")
        })
    ])
    #expect(board.newItemID() == "i1" && board.newSectionID() == "s1")
  }

  @Test("has numbers left, whatever is chosen")
  func highNumbers() throws {
    var board: Board = "A: i8999999999999999999"
    func isChoosable(_ id: ItemID) -> Bool {
      board.firstUnchoosable(in: [.insertItem(Item(id: id, text: ""), at: [0, 0])]) == nil
    }
    let high: [ItemID] = ["i9000000000000000000", "i9223372036854775807", "i9999999999999999999"]
    #expect(high.allSatisfy { !isChoosable($0) })
    #expect(isChoosable("i8999999999999999998") && isChoosable("i99999999999999999999"))
    let section = Section(id: "A", title: "", items: [Item(id: high[1], text: "")])
    expectEqual(board.firstUnchoosable(in: [.insertSection(section, at: 0)]), high[1].string)
    expectEqual(board.newItemID(), high[0])
    #expect(isChoosable(high[0]), "what was assigned may come back")
    // As a journal of an earlier version may have it.
    try board.insert(Item(id: "i9000000000000000001", text: ""), at: [0, 0])
    expectEqual(board.newItemID(), "i9000000000000000002")
  }

  @Test("returns the edit of each change, or nothing if nothing changes")
  func returnsEdits() throws {
    var board: Board = "Produce: apple pear | Dairy: milk"
    try expectEqual(
      board.clearSection("Produce"),
      [
        .deleteItem(Item(id: "pear", text: "pear"), at: [0, 1]),
        .deleteItem(Item(id: "apple", text: "apple"), at: [0, 0]),
      ])
    try expectEqual(board.moveSection("Dairy", to: 0), .moveSection("Dairy", from: 1, to: 0))
    expectNil(try board.moveSection("Dairy", to: 0))
    try expectEqual(
      board.setText(of: "milk", to: "Milk"),
      .reloadItem("milk", at: [0, 0], from: "milk", to: "Milk"))
    expectNil(try board.setText(of: "milk", to: "Milk"))
    expectNil(try board.renameSection("Dairy", to: "Dairy"))
    expectEqual(board.content.drawing, #"Dairy: milk="Milk" | Produce:"#)
  }

  @Test("is unchanged after a change that throws")
  func refuses() {
    var board: Board = "Produce: apple pear | Dairy: milk"
    let milk = Item(id: "milk", text: "Milk")
    let deli = Section(id: "Deli", title: "Deli", items: [Item(id: "ham", text: "Ham"), milk])
    #expect(throws: BoardError.duplicateItem("milk")) { try board.insert(milk, at: [0, 0]) }
    #expect(throws: BoardError.duplicateItem("milk")) { try board.insert(deli, at: 0) }
    #expect(throws: BoardError.noSuchSectionPlace(3)) { try board.insert(deli, at: 3) }
    #expect(throws: BoardError.noSuchItem("kiwi")) { try board.deleteItem("kiwi") }
    #expect(throws: BoardError.noSuchSection("Deli")) { try board.deleteSection("Deli") }
    #expect(throws: BoardError.noSuchSectionPlace(2)) { try board.moveSection("Dairy", to: 2) }
    expectEqual(board, "Produce: apple pear | Dairy: milk")
  }

  @Test("is a value: a copy does not change with it")
  func copies() throws {
    var board: Board = "Produce: apple pear | Dairy: milk"
    let copy = board
    try board.move("apple", to: [1, 0])
    try board.deleteSection("Produce")
    expectEqual(copy, "Produce: apple pear | Dairy: milk")
    expectEqual(board, "Dairy: apple milk")
  }

  @Test("counts the bytes of its ids, texts and titles")
  func countsBytes() throws {
    var board: Board = "Produce: apple | Dairy:"
    expectEqual(board.textBytes, 2 * "ProduceappleDairy".utf8.count)
    try board.setText(of: "apple", to: "Äpfel")
    expectEqual(board.textBytes, 2 * "ProduceappleDairy".utf8.count + 1)
    try board.deleteSection("Produce")
    expectEqual(board.textBytes, 2 * "Dairy".utf8.count)
  }

  @Test("returns a range of a section's items in order")
  func showsRanges() {
    let board: Board = "Produce: apple pear fig kiwi"
    var seen: [ItemID] = []
    board.forEachItem(in: 0, 1..<3) { seen.append($0.id) }
    expectEqual(seen, ["pear", "fig"])
  }
}
