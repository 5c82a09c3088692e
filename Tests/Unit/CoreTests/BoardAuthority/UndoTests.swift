import BoardAuthority
import BoardModel
import TestKit
import Testing

@Suite("Undo")
struct UndoTests {
  @Test("moves an item back behind its old neighbour")
  func neighbour() throws {
    var scene = UndoScene(Content(drawing: "A: a b c | B: x"))
    try scene.move("b", to: [1, 0], by: "ann")
    try scene.move("c", to: [0, 0], by: "ben")
    try scene.undo(by: "ann")
    expectEqual(scene.board, "A: c a b | B: x")
  }

  @Test("follows a neighbour that others moved within its section")
  func followsNeighbour() throws {
    var scene = UndoScene(Content(drawing: "A: a b c d | B: x"))
    try scene.move("b", to: [1, 0], by: "ann")
    try scene.move("a", to: [0, 2], by: "ben")
    try scene.undo(by: "ann")
    expectEqual(scene.board, "A: c d a b | B: x")
  }

  @Test("uses the next neighbour before, if the nearest has left the section")
  func nextNeighbour() throws {
    var scene = UndoScene(Content(drawing: "A: a b c | B: x"))
    try scene.move("c", to: [1, 0], by: "ann")
    try scene.move("b", to: [1, 2], by: "ben")
    try scene.undo(by: "ann")
    expectEqual(scene.board, "A: a c | B: x b")
  }

  @Test("uses the start of the section if no neighbour remains")
  func noNeighbour() throws {
    var scene = UndoScene(Content(drawing: "A: a b | B: x"))
    try scene.move("b", to: [1, 0], by: "ann")
    try scene.insert("new", at: [0, 1], by: "ben")
    try scene.move("a", to: [1, 0], by: "ben")
    try scene.undo(by: "ann")
    expectEqual(scene.board, "A: b new | B: a x")
  }

  @Test("follows the section wherever it is")
  func followsSection() throws {
    var scene = UndoScene(Content(drawing: "A: a b | B: x"))
    try scene.move("b", to: [1, 0], by: "ann")
    scene.commit([.moveSection("A", from: 0, to: 1)], by: "ben")
    try scene.undo(by: "ann")
    expectEqual(scene.board, "B: x | A: a b")
  }

  @Test("moves several items back in their old order, as one change")
  func several() throws {
    var scene = UndoScene(Content(drawing: "A: a b c d | B: x"))
    var board = scene.board
    scene.commit(try board.move(["d", "b", "c"], to: [1, 0]), by: "ann")
    expectEqual(scene.board, "A: a | B: d b c x")
    try scene.insert("e", at: [0, 0], by: "ben")
    let head = scene.log.head
    try scene.undo(by: "ann")
    expectEqual(scene.board, "A: e a b c d | B: x")
    expectEqual(scene.log.head, head + 1)
  }

  @Test("restores a section that was removed with its last item, and the item")
  func emptiedSection() throws {
    var scene = UndoScene(Content(drawing: "A: a | B: x | C:"))
    scene.commit(
      [
        .moveItem("a", from: [0, 0], to: [1, 0]),
        .deleteSection(Section(id: "A", title: "A"), at: 0),
      ], by: "ann")
    try scene.insert("new", at: [0, 0], by: "ben")
    try scene.undo(by: "ann")
    expectEqual(scene.board, "A: a | B: new x | C:")
    try scene.redo(by: "ann")
    expectEqual(scene.board, "B: new a x | C:")
  }

  @Test("restores a deleted item with its text")
  func deleted() throws {
    var scene = UndoScene(Content(drawing: "A: a b c | B: x y"))
    scene.commit(
      [
        .deleteItem(Item(id: "b", text: "b"), at: [0, 1]),
        .deleteSection(Content(drawing: "B: x y")[0], at: 1),
      ], by: "ann")
    try scene.insert("new", at: [0, 0], by: "ben")
    try scene.undo(by: "ann")
    expectEqual(scene.board, "A: new a b c | B: x y")
  }

  @Test("keeps the texts of other clients, and restores its own")
  func texts() throws {
    var scene = UndoScene(Content(drawing: "A: a b"))
    scene.commit([.reloadItem("a", at: [0, 0], from: "a", to: "mine")], by: "ann")
    scene.commit([.reloadItem("b", at: [0, 1], from: "b", to: "theirs")], by: "ben")
    try scene.move("a", to: [0, 1], by: "ben")
    try scene.undo(by: "ann")
    expectEqual(scene.board.content.drawing, "A: b=\"theirs\" a")
  }

  @Test("has no conflict with the client's own later changes")
  func ownChanges() throws {
    var scene = UndoScene(Content(drawing: "A: a b c | B:"))
    try scene.move("b", to: [1, 0], by: "ann")
    scene.commit([.reloadItem("b", at: [1, 0], from: "b", to: "own")], by: "ann")
    try scene.move("b", to: [0, 0], by: "ann")
    let back = try scene.takingBack(1, by: "ann")
    expectEqual(back.content.drawing, "A: a b=\"own\" c | B:")
  }

  @Test("does not delete twice, nor restore what its client has restored")
  func ownLeftovers() throws {
    var scene = UndoScene(Content(drawing: "A: a"))
    try scene.insert("new", at: [0, 0], by: "ann")
    scene.commit([.deleteItem(Item(id: "new", text: "new"), at: [0, 0])], by: "ann")
    #expect(try scene.takingBack(1, by: "ann").edits.isEmpty)
    scene.commit([.insertItem(Item(id: "new", text: "new"), at: [0, 1])], by: "ann")
    #expect(try scene.takingBack(2, by: "ann").edits.isEmpty)
  }

  @Test("can leave conflicts as they are, and revert the rest")
  func leaving() throws {
    var scene = UndoScene(Content(drawing: "A: a b c | B: x"))
    var board = scene.board
    scene.commit(try board.move(["b", "c"], to: [1, 0]), by: "ann")
    try scene.move("b", to: [1, 2], by: "ben")
    #expect(throws: UndoConflict(.item("b"), .moved, in: 2)) { try scene.undo(by: "ann") }
    expectEqual(scene.log.head, 2)
    try scene.undo(by: "ann", force: true)
    expectEqual(scene.board, "A: a c | B: x b")
    expectNil(scene.book.nextUndo(of: "ann"))
    try scene.redo(by: "ann")
    expectEqual(scene.board, "A: a | B: c x b")
  }

  @Test("without an effect makes no revision, and the one before is next")
  func nothingLeft() throws {
    var scene = UndoScene(Content(drawing: "A: a b c"))
    try scene.move("a", to: [0, 2], by: "ann")
    try scene.move("c", to: [0, 2], by: "ann")
    try scene.move("b", to: [0, 1], by: "ben")
    expectEqual(scene.board, "A: a b c")
    try scene.undo(by: "ann")
    expectEqual(scene.log.head, 3)
    expectEqual(scene.book.nextUndo(of: "ann"), 1)
  }
}

extension UndoScene {
  mutating func move(_ id: ItemID, to path: IndexPath, by author: Author) throws {
    var copy = board
    commit([try #require(try copy.move(id, to: path))], by: author)
  }

  mutating func insert(_ name: String, at path: IndexPath, by author: Author) throws {
    var copy = board
    let item = Item(id: .init(unchecked: name), text: Text(name))
    commit([try copy.insert(item, at: path)], by: author)
  }
}
