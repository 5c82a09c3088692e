import BoardAuthority
import BoardModel
import TestKit
import Testing

@Suite("Undo has a conflict")
struct UndoConflictTests {
  private let board = Content(drawing: "A: a b | B: x | C:")
  private let move = Edit.moveItem("a", from: [0, 0], to: [1, 0])
  private let edit = Edit.reloadItem("a", at: [0, 0], from: "a", to: "mine")

  @Test("if another client moved the item since, but not if it edited the item")
  func moves() throws {
    let moved = Edit.moveItem("a", from: [1, 0], to: [1, 1])
    expectEqual(conflict([move], [moved]), UndoConflict(.item("a"), .moved, in: 2))
    let edited = Edit.reloadItem("a", at: [1, 0], from: "a", to: "theirs")
    expectNil(conflict([move], [edited]))
  }

  @Test("if another client edited the text since, but not if it moved the item")
  func texts() {
    let edited = Edit.reloadItem("a", at: [0, 0], from: "mine", to: "theirs")
    expectEqual(conflict([edit], [edited]), UndoConflict(.item("a"), .edited, in: 2))
    expectNil(conflict([edit], [move]))
  }

  @Test(
    "if another client set the same field since, but not if it set another one, or edited the text")
  func fields() {
    let mine = Edit.reconfigureItem("a", at: [0, 0], of: [:], by: ["done": "yes"])
    let same = Edit.reconfigureItem("a", at: [0, 0], of: ["done": "yes"], by: ["done": "no"])
    expectEqual(conflict([mine], [same]), UndoConflict(.item("a"), .set, in: 2))
    let other = Edit.reconfigureItem(
      "a", at: [0, 0], of: ["done": "yes"], by: ["due": "x"])
    expectNil(conflict([mine], [other]))
    let edited = Edit.reloadItem("a", at: [0, 0], from: "a", to: "theirs")
    #expect(conflict([mine], [edited]) == nil && conflict([edit], [mine]) == nil)
    let insert = Edit.insertItem(Item(id: "n", text: "n"), at: [2, 0])
    let set = Edit.reconfigureItem("n", at: [2, 0], of: [:], by: ["due": "x"])
    expectEqual(conflict([insert], [set]), UndoConflict(.item("n"), .set, in: 2))
  }

  @Test("if another client deleted the item, or deleted it and inserted it again")
  func deletes() {
    let item = Item(id: "a", text: "a")
    let delete = Edit.deleteItem(item, at: [1, 0])
    expectEqual(conflict([move], [delete]), UndoConflict(.item("a"), .deleted, in: 2))
    let back = conflict([move], [delete], [delete.inverse])
    expectEqual(back, UndoConflict(.item("a"), .inserted, in: 3))
  }

  @Test("if another client inserted the id of a deleted item or section again")
  func names() {
    let item = Edit.deleteItem(Item(id: "a", text: "a"), at: [0, 0])
    expectEqual(conflict([item], [item.inverse]), UndoConflict(.item("a"), .inserted, in: 2))
    let section = Edit.deleteSection(board[2], at: 2)
    expectEqual(
      conflict([section], [section.inverse]), UndoConflict(.section("C"), .inserted, in: 2))
  }

  @Test("if another client changed an inserted item in any way")
  func inserts() {
    let item = Item(id: "n", text: "n")
    let insert = Edit.insertItem(item, at: [2, 0])
    let edited = Edit.reloadItem("n", at: [2, 0], from: "n", to: "theirs")
    expectEqual(conflict([insert], [edited]), UndoConflict(.item("n"), .edited, in: 2))
    let moved = Edit.moveItem("n", from: [2, 0], to: [0, 0])
    expectEqual(conflict([insert], [moved]), UndoConflict(.item("n"), .moved, in: 2))
    let section = Edit.insertSection(Section(id: "N", title: "N"), at: 0)
    let renamed = Edit.reloadSection("N", at: 0, from: "N", to: "theirs")
    expectEqual(conflict([section], [renamed]), UndoConflict(.section("N"), .renamed, in: 2))
    let shifted = Edit.moveSection("N", from: 0, to: 1)
    expectEqual(conflict([section], [shifted]), UndoConflict(.section("N"), .moved, in: 2))
  }

  @Test("if the section of an item is gone, whoever deleted it")
  func lostSection() {
    let gone = Edit.deleteSection(Content(drawing: "C:")[0], at: 2)
    let first = Edit.insertItem(Item(id: "n", text: "n"), at: [2, 0])
    let away = Edit.moveItem("n", from: [2, 0], to: [0, 0])
    var scene = UndoScene(board)
    scene.commit([first], by: "cat")
    scene.commit([away], by: "ann")
    scene.commit([gone], by: "ann")
    #expect(throws: UndoConflict(.section("C"), .deleted, in: 3)) {
      try scene.undo(of: 2, by: "ann")
    }
  }

  @Test("if an inserted section has items of another client")
  func filled() {
    let item = Item(id: "n", text: "n")
    let insert = Edit.insertSection(Section(id: "N", title: "N", items: [item]), at: 0)
    let theirs = Edit.moveItem("a", from: [1, 0], to: [0, 1])
    let bystander = Edit.moveItem("x", from: [2, 0], to: [3, 0])
    expectEqual(
      conflict([insert], [theirs], [bystander]), UndoConflict(.section("N"), .filled, in: 2))
    let out = Edit.moveItem("a", from: [0, 1], to: [1, 0])
    expectNil(conflict([insert], [theirs], [out]))
  }

  /// What stands in the way of taking back ann's change under changes of others.
  private func conflict(_ own: [Edit], _ others: [Edit]...) -> UndoConflict? {
    var scene = UndoScene(board)
    scene.commit(own, by: "ann")
    for edits in others { scene.commit(edits, by: "ben") }
    do throws(UndoConflict) {
      _ = try scene.undo(of: 1, by: "ann")
      return nil
    } catch {
      return error
    }
  }
}
