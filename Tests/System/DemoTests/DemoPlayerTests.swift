import BoardHub
import BoardModel
import BoardReplica
import BoardWire
import CheckedClients
import TestKit
import Testing

@testable import dropline

@Suite("The actions of a demo client")
struct DemoPlayerTests {
  private func context(_ content: Content) -> PlayerContext {
    PlayerContext(board: Board(content), revision: 7, dragged: ["i1", "i2"])
  }

  /// A few boards, from an empty one to one that is too full.
  private var boards: [Content] {
    let full = Section(
      id: "s9", title: "Full",
      items: (100..<180).map { Item(id: ItemID(unchecked: "x\($0)"), text: "something") })
    return [
      [], [Section(id: "s1", title: "")], DemoBoard.content, DemoBoard.content + [full],
      [full, Section(id: "s1", title: "Empty")],
    ]
  }

  @Test("depend only on its seed and on the board that it sees")
  func seeds() {
    for seed in 1...5 {
      var one = DemoPlayer("Ada", on: "kanban", seed: seed)
      var two = DemoPlayer("Ada", on: "kanban", seed: seed)
      var other = DemoPlayer("Ada", on: "kanban", seed: seed + 100)
      let context = context(DemoBoard.content)
      let actions = (0..<100).map { _ in one.next(in: context) }
      expectEqual(actions, (0..<100).map { _ in two.next(in: context) })
      #expect(actions != (0..<100).map { _ in other.next(in: context) })
    }
  }

  @Test("can be read by the server")
  func wellFormed() throws {
    for (number, content) in boards.enumerated() {
      var player = DemoPlayer("Ada", on: "kanban", seed: number)
      let context = context(content)
      for _ in 0..<400 {
        let place = Request.drag(.propose(.init(player.place(in: context))))
        for request in requests(of: player.next(in: context)) + [place] {
          var line = WireBuffer()
          line.append(request)
          let read = line.bytes.dropLast().withUnsafeBytes { Command($0)?.request }
          expectEqual(read, .success(request), "\(line.string)")
        }
      }
    }
  }

  @Test("are of every kind")
  func everything() {
    var player = DemoPlayer("Ada", on: "kanban", seed: 3)
    let context = context(DemoBoard.content)
    var kinds: Set<String> = []
    for _ in 0..<3_000 {
      switch player.next(in: context) {
      case .drag(let items, _, let isDropped):
        kinds.insert(isDropped ? "drag" : "lift")
        if items == ["i1"] || items == ["i2"] { kinds.insert("what others drag") }
      case .bring: kinds.insert("bring")
      case .change(let change): kinds.insert(String("\(change)".prefix { $0 != "(" }))
      case .undo: kinds.insert("undo")
      case .redo: kinds.insert("redo")
      case .select(let items): kinds.insert(items.isEmpty ? "deselect" : "select")
      case .choose: kinds.insert("choose")
      case .batch: kinds.insert("batch")
      case .replace: kinds.insert("replace")
      case .command: kinds.insert("command")
      }
    }
    expectEqual(
      kinds,
      [
        "drag", "lift", "what others drag", "bring", "insert", "delete", "move", "edit", "clear",
        "insertSection", "deleteSection", "moveSection", "renameSection", "undo", "redo", "batch",
        "replace", "select", "deselect", "choose", "command",
      ])
  }

  @Test("are also commands of all forms that change a board, and of one that is added")
  func forms() {
    let forms = DemoPlayer.forms.adding(.init("juggle SECTION [board=BOARD]", changing: .board))
    var player = DemoPlayer("Ada", on: "kanban", seed: 4)
    let context = context(DemoBoard.content)
    let said = (0..<1_000).compactMap { _ in player.command(of: forms, in: context) }
    let verbs = Set(said.map { $0.prefix { $0 != " " } })
    let edits = Verb.allCases.filter { $0.family == .edit }.map { $0.rawValue[...] }
    expectEqual(verbs, Set(edits + ["juggle"]))
    #expect(said.contains { $0.wholeMatch(of: /juggle s[0-9]+ board=kanban/) != nil })
  }

  /// The requests of an action as far as they follow from it alone.
  private func requests(of action: Action) -> [Request] {
    switch action {
    case .drag(let items, _, _): [.drag(.begin(.init(ItemReferences(ids: items), on: "kanban")))]
    case .bring(let text, _): [.drag(.beginExternal(.init(text, on: "kanban")))]
    case .change, .select([]): []
    case .select(let items):
      [.selection(.select(.init(ItemReferences(ids: items), on: "kanban")))]
    case .choose(let item): [.selection(.choose(.init(.id(item), on: "kanban")))]
    case .undo(let fields): [.undo(.undo(fields))]
    case .redo(let fields): [.undo(.redo(fields))]
    case .batch(let head, _): [.block(.batch(head))]
    case .replace(let head, _): [.block(.replace(head))]
    case .command(let request): [request]
    }
  }

  @Test("are, as batches or whole contents, legal on the board that it sees")
  func blocks() throws {
    for (number, content) in boards.enumerated() where !content.isEmpty {
      var player = DemoPlayer("Ada", on: "kanban", seed: number)
      let context = context(content)
      for _ in 0..<100 {
        if case .batch(let head, let batch)? = player.batch(context) {
          expectEqual(head, .init("kanban", revision: 7))
          expectNil(batch.validate(on: Board(content)))
        }
        if case .replace(let head, let content)? = player.replacement(context) {
          expectEqual(head, .init("kanban", revision: 7))
          #expect(content.isConsistent)
        }
      }
    }
  }
}
