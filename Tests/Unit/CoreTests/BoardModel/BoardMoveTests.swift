import BoardModel
import TestKit
import Testing

@Suite("A move")
struct BoardMoveTests {
  @Test("counts its destination after the item is taken out")
  func countsAfterRemoval() throws {
    var board: Board = "Produce: apple pear fig | Dairy: milk"
    let edit = try board.move("apple", to: [0, 2])
    expectEqual(board, "Produce: pear fig apple | Dairy: milk")
    expectEqual(edit, .moveItem("apple", from: [0, 0], to: [0, 2]))
  }

  @Test("towards the front counts the same before and after the item is taken out")
  func movesForward() throws {
    var board: Board = "Produce: apple pear fig | Dairy: milk"
    try board.move("fig", to: [0, 1])
    expectEqual(board, "Produce: apple fig pear | Dairy: milk")
  }

  @Test("is refused past the end, not counting the item taken out")
  func refusesPastTheEnd() {
    var board: Board = "Produce: apple pear fig | Dairy: milk"
    #expect(throws: BoardError.noSuchPlace([0, 3])) { try board.move("apple", to: [0, 3]) }
    #expect(throws: BoardError.noSuchPlace([1, 2])) { try board.move("apple", to: [1, 2]) }
    #expect(throws: BoardError.noSuchItem("kiwi")) { try board.move("kiwi", to: [0, 0]) }
    expectEqual(board, "Produce: apple pear fig | Dairy: milk")
  }

  @Test("is equal to a delete and an insert, on every small board")
  func everyMove() throws {
    for start in smallBoards {
      for item in start.content.flatMap(\.items) {
        for destination in start.placesAndMisses {
          var board = Board(start.content)
          var model = start
          let moved = model.move([item.id], to: destination)
          let edit = try? board.move(item.id, to: destination)
          expectEqual(ModelBoard(content: board.content), model)
          expectEqual((edit == nil), (!moved || model == start))
          if let edit { #expect(Board(start.content).holds(edit)) }
        }
      }
    }
  }

  /// Every way to put up to four items into up to three sections.
  private var smallBoards: [ModelBoard] {
    (1...3).flatMap { sections in
      (0...4).flatMap { items in distributions(of: items, over: sections) }
    }
  }
}

@Suite("A move of several items")
struct BoardMoveOfSeveralTests {
  @Test("inserts them one after the other in the given order")
  func keepsGivenOrder() throws {
    var board: Board = "Produce: apple pear fig | Dairy: milk egg"
    let edits = try board.move(["fig", "apple"], to: [1, 1])
    expectEqual(board, "Produce: pear | Dairy: milk fig apple egg")
    expectEqual(
      edits,
      [
        .moveItem("fig", from: [0, 2], to: [1, 1]), .moveItem("apple", from: [0, 0], to: [1, 2]),
      ])
  }

  @Test("counts its destination without all of them")
  func countsWithoutAll() throws {
    var board: Board = "Produce: apple pear fig kiwi"
    try board.move(["apple", "pear"], to: [0, 1])
    expectEqual(board, "Produce: fig apple pear kiwi")
    #expect(throws: BoardError.noSuchPlace([0, 3])) {
      try board.move(["apple", "pear"], to: [0, 3])
    }
  }

  @Test("does not move items that are in their place already")
  func movesFew() throws {
    var board: Board = "Produce: fig apple pear kiwi"
    try expectEqual(board.move(["apple", "pear"], to: [0, 1]), [])
    let edits = try board.move(["apple", "pear", "fig"], to: [0, 0])
    expectEqual(edits, [.moveItem("fig", from: [0, 0], to: [0, 2])])
  }

  @Test("refuses duplicate and unknown items")
  func refusesDuplicates() {
    var board: Board = "Produce: apple pear"
    #expect(throws: BoardError.duplicateItem("pear")) {
      try board.move(["pear", "apple", "pear"], to: [0, 0])
    }
    #expect(throws: BoardError.noSuchItem("kiwi")) {
      try board.move(["pear", "kiwi"], to: [0, 0])
    }
    expectEqual(board, "Produce: apple pear")
  }

  @Test("agrees with its definition, with the fewest edits, on every small board")
  func everySelection() throws {
    for start in distributions(of: 5, over: 2) {
      for ids in selections(upTo: 3, of: start.content.flatMap(\.items).map(\.id)) {
        for destination in start.placesAndMisses { try check(ids, to: destination, on: start) }
      }
    }
  }

  private func check(_ ids: [ItemID], to destination: IndexPath, on start: ModelBoard) throws {
    var board = Board(start.content)
    var model = start
    guard model.move(ids, to: destination) else {
      #expect(throws: BoardError.noSuchPlace(destination)) {
        try board.move(ids, to: destination)
      }
      expectEqual(board.content, start.content)
      return
    }
    let edits = try board.move(ids, to: destination)
    expectEqual(board.content, model.content)
    var replayed = start
    let holds = edits.allSatisfy { replayed.apply($0) }
    #expect(holds && replayed == model)
    expectEqual(edits.count, fewestEdits(moving: ids, from: start, to: model))
  }

  /// The items without which both boards are the same have to move; the fewest such items.
  private func fewestEdits(moving ids: [ItemID], from start: ModelBoard, to end: ModelBoard) -> Int
  {
    selections(upTo: ids.count, of: ids).filter { start.without($0) == end.without($0) }
      .map(\.count).min()!
  }

  /// All ordered selections of at most so many elements, the empty one included.
  private func selections(upTo count: Int, of ids: [ItemID]) -> [[ItemID]] {
    guard count > 0 else { return [[]] }
    return [[]]
      + ids.flatMap { first in
        selections(upTo: count - 1, of: ids.filter { $0 != first }).map { [first] + $0 }
      }
  }
}

/// Every way to put the items a, b, c … in order into the sections A, B, C ….
private func distributions(of items: Int, over sections: Int) -> [ModelBoard] {
  let names = "abcdefgh".prefix(items).map { ItemID(stringLiteral: String($0)) }
  return splits(names[...], into: sections).map { parts in
    ModelBoard(
      content: zip("ABCDEFGH", parts).map { letter, part in
        Section(
          id: SectionID(stringLiteral: String(letter)), title: Text(String(letter)),
          items: part.map { Item(id: $0, text: Text($0.string)) })
      })
  }
}

private func splits(_ names: ArraySlice<ItemID>, into parts: Int) -> [[[ItemID]]] {
  guard parts > 1 else { return [[Array(names)]] }
  return (0...names.count).flatMap { first in
    splits(names.dropFirst(first), into: parts - 1).map { [Array(names.prefix(first))] + $0 }
  }
}
