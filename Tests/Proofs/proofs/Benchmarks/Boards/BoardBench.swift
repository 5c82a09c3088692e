import BoardModel
import Simulation

/// One board, and a script of moves that is repeated on it.
struct BoardBench {
  private static let operations = 20_000

  private(set) var board: Board
  private let items: Int
  private var random = SeededRandom(seed: SampleBoard.seed)
  /// Moves that are valid in sequence on the present board.
  private let script: [Edit]
  /// The items in each section before the script.
  private let counts: [Int]

  init(items: Int, sections: Int) throws {
    self.items = items
    var board = Board(SampleBoard.content(items: items, sections: sections))
    counts = (0..<sections).map { board.itemCount(in: $0) }
    var script: [Edit] = []
    for _ in 0..<Self.operations {
      if let edit = try board.moveAny(using: &random) { script.append(edit) }
    }
    board.apply(script.inverse)
    self.script = script
    self.board = board
  }

  mutating func indexPath() -> Double {
    let ids = (0..<Self.operations).map { _ in
      SampleBoard.itemID(Int.random(in: 0..<items, using: &random))
    }
    return timePerOperation(ids.count) {
      for id in ids { consume(board.indexPath(of: id)) }
    }
  }

  mutating func item() -> Double {
    let paths = (0..<Self.operations).map { _ in board.anyItem(using: &random) }
    return timePerOperation(paths.count) {
      for path in paths { consume(board.item(at: path)) }
    }
  }

  /// Applies the moves of the script by id, and reverts them as edits.
  mutating func move() throws -> (move: Double, apply: Double) {
    let back = script.inverse
    var moves: [Double] = []
    var applies: [Double] = []
    for _ in 0..<5 {
      moves.append(
        try nanoseconds {
          for case .moveItem(let id, _, let destination) in script {
            try board.move(id, to: destination)
          }
        })
      applies.append(nanoseconds { board.apply(back) })
    }
    let count = Double(script.count)
    return (moves.median / count, applies.median / count)
  }

  /// Inserts new items and deletes them in another order.
  mutating func change() throws -> (insert: Double, delete: Double) {
    let added = (items..<items + Self.operations).map { SampleBoard.item($0) }
    let places = added.map { _ in board.anyPlace(using: &random) }
    let gone = added.map(\.id).shuffled(using: &random)
    var inserts: [Double] = []
    var deletes: [Double] = []
    for _ in 0..<5 {
      inserts.append(
        try nanoseconds {
          for (item, place) in zip(added, places) { try board.insert(item, at: place) }
        })
      deletes.append(try nanoseconds { for id in gone { try board.deleteItem(id) } })
    }
    let count = Double(added.count)
    return (inserts.median / count, deletes.median / count)
  }

  /// The same moves as splices of plain arrays of numbers, without a search.
  func arrayMove() -> Double {
    let largest = counts.max() ?? 0
    let moves = script.prefix(max(200, min(Self.operations, 100_000_000 / largest)))
    var times: [Double] = []
    for _ in 0..<3 {
      var sections = counts.map { Array(0..<UInt32($0)) }
      times.append(nanoseconds { Self.splice(&sections, moves) })
      consume(sections)
    }
    return times.median / Double(moves.count)
  }

  private static func splice(_ sections: inout [[UInt32]], _ moves: ArraySlice<Edit>) {
    for case .moveItem(_, let source, let destination) in moves {
      let item = sections[source.section].remove(at: source.item)
      sections[destination.section].insert(item, at: destination.item)
    }
  }
}
