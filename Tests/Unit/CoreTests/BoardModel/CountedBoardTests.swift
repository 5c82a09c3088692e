import Simulation
import TestKit
import Testing

@testable import BoardModel

@Suite("A board of which only the places of some items are known")
struct CountedBoardTests {
  @Test(
    "knows in its places what was revealed, whatever is inserted, moved, deleted, revealed and forgotten (slow: compares all)"
  )
  func laws() {
    for seed in randomSeeds() {
      var life = CountedLife(seed: seed, items: seed % 200 == 0 ? 2_000 : 12)
      for step in 0..<120 {
        life.step()
        guard life.isConsistent else {
          Issue.record("seed \(seed), step \(step)")
          return
        }
      }
    }
  }

  @Test("is the same for every small list, whatever is known of it and wherever it changes")
  func smallLists() {
    for count in 1...6 {
      for known in 0..<1 << count {
        for place in 0..<count {
          for change in 0..<4 {
            var life = CountedLife(items: count, known: known)
            life.change(change, at: place)
            #expect(life.isConsistent, "\(count) items, \(known), \(change) at \(place)")
          }
        }
      }
    }
  }

  @Test(
    "has a run for each range of items that are not known, however often items come into sight and go"
  )
  func flatMemory() {
    var board = Board(
      [Section(id: "s", title: "", unknownCount: 1_000_000)], tables: BoardTables(nodesOf: 16))
    var random = SeededRandom(seed: 1)
    var nodes = 0
    for round in 0..<300 {
      var seen: [ItemID] = []
      for _ in 0..<100 {
        let item = random.below(1_000_000)
        let new = Item(id: ItemID(unchecked: "i\(item)"), text: "text")
        if board.reveal(new, at: [0, item]) { seen.append(new.id) }
      }
      // A node has at least a quarter of its children: elements, and the runs between them.
      expectEqual(board.lists.nodes.count - board.lists.freeNodes.count <= 201 / 4 + 20, true)
      for item in seen.shuffled(using: &random) { board.forget(item) }
      expectEqual(board.unknownRanges(in: 0, 0..<1_000_000), [0..<1_000_000])
      expectEqual(board.knownItemCount, 0)
      if round == 10 { nodes = board.lists.nodes.count }
    }
    #expect(board.lists.nodes.count <= 2 * nodes, "nodes are used again")
  }

  @Test("is deleted with its section, and comes with one of a batch")
  func sections() {
    var board = Board([Section(id: "s", title: "", unknownCount: 9)])
    expectEqual(board.itemCount, 9)
    let revealed = [
      board.reveal(Item(id: "a", text: ""), at: [0, 4]),
      // It is on the board once, and another item is there.
      board.reveal(Item(id: "a", text: ""), at: [0, 5]),
      board.reveal(Item(id: "b", text: ""), at: [0, 4]),
    ]
    expectEqual(revealed, [true, false, false])
    var batch = BatchUpdate()
    batch.deletedSections = [.init("s", at: 0)]
    batch.insertedSections = [.init("t", title: "New", at: 0)]
    batch.insertedSections[0].unnamedCount = 300
    expectEqual(batch.validate(on: board), nil)
    let edits = batch.edits(on: board)
    board.apply(edits)
    #expect(board.itemCount(in: 0) == 300 && board.itemCount == 300 && board.knownItemCount == 0)
    expectEqual(board.content, [Section(id: "t", title: "New", unknownCount: 300)])
  }

  @Test("accepts rows of items that are not known, unless they are known elsewhere")
  func rules() {
    var board = Board([Section(id: "s", title: "", unknownCount: 4)])
    let isRevealed = board.reveal(Item(id: "a", text: ""), at: [0, 1])
    #expect(isRevealed)
    var batch = BatchUpdate()
    batch.deletes = [.init("x", at: [0, 2])]
    expectEqual(batch.validate(on: board), nil)
    batch.deletes = [.init("a", at: [0, 2])]
    expectEqual(batch.validate(on: board)?.rule, .wrongID)
    batch.deletes = [.init("x", at: [0, 1])]
    expectEqual(batch.validate(on: board)?.rule, .wrongID)
    batch.deletes = [.init("x", at: [0, 2])]
    batch.inserts = [.init(Item(id: "x", text: ""), at: [0, 0], was: [0, 2])]
    expectEqual(batch.validate(on: board), nil)
    batch.inserts = [.init(Item(id: "x", text: ""), at: [0, 0], was: [0, 3])]
    expectEqual(batch.validate(on: board)?.rule, .takenID)
  }
}

/// A board beside plain arrays, of which nil is an item that is not known.
private struct CountedLife {
  private var board: Board
  private var model: [[Item?]]
  private var random: SeededRandom
  private var names = 0

  /// Two sections in tables with small nodes.
  init(seed: Int, items: Int) {
    random = SeededRandom(seed: seed)
    board = Board(
      [
        Section(id: "s", title: "", unknownCount: items),
        Section(id: "t", title: "", unknownCount: items / 3),
      ], tables: BoardTables(nodesOf: 4))
    model = [Array(repeating: nil, count: items), Array(repeating: nil, count: items / 3)]
  }

  /// One section of so many items, of which some are known.
  init(items: Int, known: Int) {
    self.init(seed: known, items: items)
    for index in 0..<items where known >> index & 1 == 1 { reveal([0, index]) }
  }

  var isConsistent: Bool {
    board.lists.isConsistent && board.itemCount == model.joined().count
      && board.knownItemCount == model.joined().count { $0 != nil }
      && model.indices.allSatisfy { section in
        board.itemCount(in: section) == model[section].count
          && model[section].indices.allSatisfy { item in
            let known = model[section][item]
            return board.knownItem(at: [section, item]) == known
              && (known.map { board.indexPath(of: $0.id) == [section, item] } ?? true)
          }
          && ranges(of: section)
            == board.unknownRanges(in: section, 0..<board.itemCount(in: section))
      }
  }

  private func ranges(of section: Int) -> [Range<Int>] {
    model[section].enumerated().reduce(into: []) { ranges, element in
      guard element.element == nil else { return }
      if let last = ranges.last, last.upperBound == element.offset {
        ranges[ranges.count - 1] = last.lowerBound..<element.offset + 1
      } else {
        ranges.append(element.offset..<element.offset + 1)
      }
    }
  }

  mutating func step() {
    let section = random.below(2)
    let place = random.below(model[section].count + 1)
    guard place < model[section].count else { return insert([section, place]) }
    switch random.below(10) {
    case 0..<4: reveal([section, place])
    case 4..<6: forget([section, place])
    case 6: delete([section, place])
    case 7: insert([section, place])
    default: move([section, place])
    }
  }

  mutating func change(_ change: Int, at place: Int) {
    switch change {
    case 0: reveal([0, place])
    case 1: forget([0, place])
    case 2: delete([0, place])
    default: insert([0, place])
    }
  }

  private mutating func newItem() -> Item {
    names += 1
    return Item(id: ItemID(unchecked: "n\(names)"), text: Text("text \(names)"))
  }

  private mutating func reveal(_ path: IndexPath) {
    guard model[path.section][path.item] == nil else { return }
    let item = newItem()
    model[path.section][path.item] = item
    let isRevealed = board.reveal(item, at: path)
    #expect(isRevealed)
  }

  private mutating func forget(_ path: IndexPath) {
    guard let item = model[path.section][path.item] else { return }
    model[path.section][path.item] = nil
    board.forget(item.id)
  }

  private mutating func insert(_ path: IndexPath) {
    let item = newItem()
    model[path.section].insert(item, at: path.item)
    board.apply(.insertItem(item, at: path))
  }

  private mutating func delete(_ path: IndexPath) {
    let item = model[path.section].remove(at: path.item)
    board.apply(.deleteItem(item ?? .unknown, at: path))
  }

  private mutating func move(_ path: IndexPath) {
    let item = model[path.section].remove(at: path.item)
    let section = random.below(2)
    let target = IndexPath(section: section, item: random.below(model[section].count + 1))
    model[section].insert(item, at: target.item)
    board.apply(.moveItem(item?.id ?? .unknown, from: path, to: target))
  }
}
