import BoardModel
import BoardReplica
import BoardWire
import Simulation
import TestKit
import Testing

@testable import dropline

@Suite("A list view that applies only updates")
struct ListViewTests {
  private let content: Content = [
    Section(
      id: "s1", title: "To buy",
      items: [Item(id: "i1", text: "Bread"), Item(id: "i2", text: "Milk")]),
    Section(id: "s2", title: "Basket", items: [Item(id: "i3", text: "Tea")]),
  ]

  private func list(_ content: Content) -> ListView {
    var list = ListView()
    list.reload(from: Board(content))
    return list
  }

  @Test("equals the board after any update", arguments: 1...8)
  func random(_ seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var replica = Replica(of: "kanban")
    var now = DemoBoard.content
    _ = try replica.receive(.snapshot("kanban", revision: 0, now, presence: []))
    var list = list(now)
    for revision in 0..<60 {
      let before = now
      for _ in 0...random.below(6) { alter(&now, by: &random, revision) }
      let batch: BatchUpdate = .difference(from: before, to: now)
      let events = try replica.receive(
        .batch("kanban", from: revision, to: revision + 1, batch))
      for case .update(let update) in events { try list.perform(update, of: replica.shown) }
      expectEqual(list.content, now, "seed \(seed), revision \(revision)")
    }
  }

  private func alter(_ content: inout Content, by random: inout SeededRandom, _ revision: Int) {
    guard !content.isEmpty else {
      content = DemoBoard.content
      return
    }
    let section = random.below(content.count)
    let count = content[section].items.count
    switch random.below(7) {
    case 0:
      let id = ItemID(unchecked: "n\(revision)-\(random.next())")
      content[section].items.insert(Item(id: id, text: "new"), at: random.below(count + 1))
    case 1 where count > 0: content[section].items.remove(at: random.below(count))
    case 2 where count > 0:
      content[section].items[random.below(count)].text = Text("text of \(revision)")
    case 3 where count > 0:
      let item = content[section].items.remove(at: random.below(count))
      let other = random.below(content.count)
      content[other].items.insert(item, at: random.below(content[other].items.count + 1))
    case 4: content[section].title = Text("title of \(revision)")
    case 5 where content.count > 2: content.remove(at: section)
    default:
      let id = SectionID(unchecked: "t\(revision)-\(random.next())")
      if content.count < 8 { content.insert(Section(id: id, title: "new"), at: section) }
      content.swapAt(section, random.below(content.count))
    }
  }

  @Test("renames the rows that it shows")
  func renaming() throws {
    var list = list(content)
    var after = content
    after[0].items[1] = Item(id: "i9", text: "Milk")
    after[1] = Section(id: "s9", title: "Basket", items: after[1].items)
    var update = ViewUpdate()
    update.renamings = [.item("i2", to: "i9"), .section("s2", to: "s9")]
    try list.perform(update, of: Board(after))
    expectEqual(list.content, after)
  }

  @Test("reports an update that does not fit")
  func faults() {
    let wrong: [(inout ViewUpdate) -> Void] = [
      { $0.deletedItems = [[0, 2]] }, { $0.deletedItems = [[0, 0]] },
      { $0.deletedItems = [[0, 0], [0, 0]] }, { $0.insertedItems = [[0, 7]] },
      { $0.insertedItems = [[1, 0]] }, { $0.deletedSections = [1] },
      { $0.deletedSections = [2] }, { $0.insertedSections = [2] },
      { $0.insertedSections = [1] }, { $0.reloadedItems = [[2, 0]] },
      { $0.reloadedSections = [5] },
    ]
    for (number, change) in wrong.enumerated() {
      var list = list(content)
      var update = ViewUpdate()
      change(&update)
      #expect(throws: ListView.Fault.self, "\(number)") {
        try list.perform(update, of: Board(content))
      }
    }
  }
}
