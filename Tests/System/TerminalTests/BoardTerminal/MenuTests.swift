import BoardModel
import BoardWire
import Terminal
import TestKit
import Testing

@testable import BoardTerminal

@Suite("The list of boards")
struct BoardMenuTests {
  private func stage() -> ViewStage {
    var stage = ViewStage("A: a", width: 60, height: 10)
    stage.type("b")
    stage.view.showBoards(
      [
        BoardsRow("list", revision: 3, sections: 2, items: 3, watchers: 1),
        BoardsRow(
          "today", revision: 1, sections: 1, items: 1, watchers: 2, title: "Day 1"),
      ], hasMore: false)
    return stage
  }

  @Test("is asked for by b, with the cursor on the present board")
  func drawing() {
    var stage = stage()
    expectEqual(stage.actions, [.list(.boards)])
    expectEqual(
      stage.board(),
      [
        " boards", "  list   2 sections, 3 items, 1 watcher",
        "  today  Day 1: 1 section, 1 item, 2 watchers, on the screen",
      ])
    expectEqual(stage.row(-1), "enter opens  a makes one  D removes  R renames  esc closes")
    #expect(stage.view.drawn()[2, 3].style.isReversed)
    stage.type("<esc>")
    expectEqual(stage.board(), ["A 1", "  a"])
  }

  @Test("opens, makes and renames")
  func choosing() {
    var opening = stage()
    opening.type("k<enter>")
    expectEqual(opening.actions.last, .open("list"))
    var same = stage()
    same.type("<enter>")
    expectEqual(same.actions.count, 1)
    var making = stage()
    making.type("a")
    expectEqual(making.actions.last, .makeBoard)
    var renaming = stage()
    renaming.type("R")
    expectEqual(renaming.actions.last, .openCommandLine("rename-board today "))
    var clicking = stage()
    clicking.mouse(.press, 5, 2)
    expectEqual(clicking.actions.last, .open("list"))
  }

  @Test("removes a board only after y")
  func removing() {
    var stage = stage()
    stage.type("kDnDy")
    expectEqual(stage.actions, [.list(.boards), .removeBoard("list")])
    stage.type("D")
    #expect(stage.row(-1).hasPrefix("remove the board list, 2 "))
  }
}

@Suite("The list of who is here")
struct PeopleMenuTests {
  @Test("has each person once, in one colour, with what they drag and have selected")
  func people() {
    var stage = ViewStage("A: milk tea", width: 70, height: 10)
    stage.change {
      $0.drags = [.init(session: SessionID(1), owner: "ada", items: ["i1"])]
      $0.selections = ["bob": ["i2"]]
    }
    stage.type("w")
    expectEqual(stage.actions, [.list(.people)])
    stage.view.showPeople(
      [
        WhoRow("ada", boards: ["today"]), WhoRow("ada", boards: ["today"]),
        WhoRow("bob", boards: ["today"], selected: ["i2"]), WhoRow("me", boards: ["today"]),
      ], hasMore: false)
    expectEqual(
      stage.board(),
      [
        " here", "  ada  2 connections, drags milk", "  bob  has selected tea", "  me   you",
      ])
    expectEqual(stage.view.drawn()[2, 3].style, Theme.client("bob"))
    stage.type("j<enter>")
    expectEqual(stage.view.cursor.item, "i2")
    let canvas = stage.view.drawn()
    #expect(canvas.text(ofRow: 3).hasSuffix("*bob"))
    expectEqual(canvas[canvas.text(ofRow: 3).count - 1, 3].style.colour, Theme.client("bob").colour)
  }
}

@Suite("A refusal")
struct RefusalTests {
  @Test("says that r tries again, however long it is")
  func retry() {
    var stage = ViewStage("A: a", width: 40)
    stage.view.refuse("ada drags the item i1, which cannot be deleted now")
    expectEqual(stage.row(-1), "ada drags the item i1, w…  r tries again")
    stage.type("r")
    expectEqual(stage.actions, [.retry])
    #expect(stage.row(-1).hasPrefix("arrows move"))
  }
}
