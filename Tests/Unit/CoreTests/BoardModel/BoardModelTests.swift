import Simulation
import TestKit
import Testing

@testable import BoardModel

/// Random changes of a board with tiny nodes, so that its trees split, join and share all the
/// time, each checked against plain arrays.
@Suite("Thousands of random changes")
struct BoardModelTests {
  @Test(
    "change the board as they change plain arrays, and their inverses restore it (slow: compares whole boards)"
  )
  func agreeWithModel() throws {
    let seed = Int.random(in: 1...Int.max)
    print("seed of the random changes: \(seed)")
    var walk = Walk(seed: seed)
    let start = walk.board
    for step in 1...(isProof ? 20_000 : 6_000) {
      // Phases of growth and of decline.
      try walk.step(growing: step / 2_000 % 2 == 0)
      if step % 100 == 0 { #expect(walk.isRight, "step \(step) of seed \(seed)") }
    }
    walk.board.apply(walk.edits.inverse)
    expectEqual(walk.board, start, "seed \(seed)")
    expectEqual(walk.board.textBytes, start.textBytes, "seed \(seed)")
  }
}

private struct Walk {
  var board: Board
  var model: ModelBoard
  var edits: [Edit] = []
  var chance: SeededRandom

  init(seed: Int) {
    let content = Content(drawing: "A: a b c | B: | C: x y z")
    board = Board(content, tables: BoardTables(nodesOf: 4))
    model = ModelBoard(content: content)
    chance = SeededRandom(seed: seed)
  }

  /// Whether the board agrees with the model in everything, and its trees are sound.
  var isRight: Bool {
    let items = model.paths.map { (model.item(at: $0).id, $0) }
    return board.content == model.content && board.lists.isConsistent && board.order.isConsistent
      && items.allSatisfy { board.indexPath(of: $0) == $1 && board.item(at: $1).id == $0 }
      && model.content.indices.allSatisfy { board.index(of: model.content[$0].id) == $0 }
      && board.textBytes == Board(model.content).textBytes
  }

  mutating func step(growing: Bool) throws {
    switch number(upTo: 99) {
    case 0...29: growing ? try insertItem() : try deleteItem()
    case 30...34: growing ? try deleteItem() : try insertItem()
    case 35...79: try moveItem()
    case 80...89: try moveItems()
    case 90...92: try changeTexts()
    case 93...95: try moveSection()
    case 96...97: growing ? try insertSection() : try deleteSection()
    case 98: growing || number(upTo: 3) > 0 ? try insertSection() : try clearSection()
    default: growing && number(upTo: 9) > 0 ? try insertItem() : try deleteSection()
    }
  }

  private mutating func log(_ changes: [Edit]) {
    for edit in changes {
      let holds = model.apply(edit)
      #expect(holds, "\(edit)")
    }
    edits += changes
  }

  private mutating func insertItem() throws {
    let id = board.newItemID()
    guard let section = anyDestination else { return }
    let path = IndexPath(
      section: section, item: number(upTo: model.content[section].items.count))
    log([try board.insert(Item(id: id, text: Text("text of \(id)")), at: path)])
  }

  private mutating func deleteItem() throws {
    guard let id = anyItem else { return }
    log([try board.deleteItem(id)])
  }

  private mutating func moveItem() throws {
    guard let id = anyItem else { return }
    try moveToAnyPlace([id]) { board, path throws(BoardError) in
      try board.move(id, to: path).map { [$0] } ?? []
    }
  }

  private mutating func moveItems() throws {
    var ids = Set<ItemID>()
    for _ in 0...number(upTo: 7) { if let id = anyItem { ids.insert(id) } }
    let order = ids.sorted().shuffled(using: &chance)
    guard !order.isEmpty else { return }
    try moveToAnyPlace(order) { board, path throws(BoardError) in try board.move(order, to: path) }
  }

  private mutating func moveToAnyPlace(
    _ ids: [ItemID], _ move: (inout Board, IndexPath) throws(BoardError) -> [Edit]
  ) throws {
    guard let section = anyDestination else { return }
    let others = model.without(ids).content[section].items.count
    let path = IndexPath(section: section, item: number(upTo: others))
    var expected = model
    let isThere = expected.move(ids, to: path)
    log(try move(&board, path))
    #expect(isThere && model == expected, "\(ids) to \(path)")
  }

  private mutating func changeTexts() throws {
    guard let id = anyItem, let section = anySection else { return }
    let text = Text(String(repeating: "x", count: number(upTo: 3)))
    log([try board.setText(of: id, to: text)].compactMap { $0 })
    log([try board.renameSection(model.content[section].id, to: text)].compactMap { $0 })
  }

  private mutating func insertSection() throws {
    let items = (0..<number(upTo: 12)).map { _ in Item(id: board.newItemID(), text: "new") }
    let section = Section(id: board.newSectionID(), title: "New", items: items)
    log([try board.insert(section, at: number(upTo: model.content.count))])
  }

  private mutating func deleteSection() throws {
    guard let section = anySection else { return }
    log([try board.deleteSection(model.content[section].id)])
  }

  private mutating func moveSection() throws {
    guard let section = anySection else { return }
    let destination = number(upTo: model.content.count - 1)
    let id = model.content[section].id
    log([try board.moveSection(id, to: destination)].compactMap { $0 })
    expectEqual(model.content[destination].id, id)
  }

  private mutating func clearSection() throws {
    guard let section = anySection else { return }
    log(try board.clearSection(model.content[section].id))
    #expect(model.content[section].items.isEmpty)
  }

  private var anySection: Int? {
    mutating get { model.content.indices.randomElement(using: &chance) }
  }

  /// A section, and often the first one, so that it grows long.
  private var anyDestination: Int? {
    mutating get { number(upTo: 2) > 0 && !model.content.isEmpty ? 0 : anySection }
  }

  private var anyItem: ItemID? {
    mutating get {
      model.paths.randomElement(using: &chance).map { model.item(at: $0).id }
    }
  }

  private mutating func number(upTo limit: Int) -> Int { Int.random(in: 0...limit, using: &chance) }
}
