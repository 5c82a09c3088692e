import BoardModel
import Simulation

extension Group {
  static let compose = Group(
    name: "compose", summary: "edits composed into one batch, on boards of any size"
  ) { scale in
    var table = Table(
      "items", "sections", "edits k", "compose µs", "batch µs", "total µs", "ns/edit", "rows")
    for items in scale.pick([1_000, 10_000, 100_000, 1_000_000], quick: [1_000, 100_000]) {
      for sections in [1, 100] {
        var bench = ComposeBench(items: items, sections: sections)
        for count in scale.pick([1, 10, 100, 1_000, 10_000], quick: [1, 100, 1_000]) {
          let result = try bench.compose(count)
          let total = result.compose + result.batch
          table.add(
            items.text, sections.text, count.text, (result.compose / 1_000).text,
            (result.batch / 1_000).text, (total / 1_000).text, (total / Double(count)).text,
            result.rows.text)
        }
      }
    }
    table.show()
    try NearBench.measure(scale)
    DifferenceBench.measure(scale)
  }
}

/// A board with random edits: of ten, seven are moves, one an insert, one a delete and one a new
/// text.
private struct ComposeBench {
  private var board: Board
  private var random = SeededRandom(seed: SampleBoard.seed)
  private var nextItem: Int

  init(items: Int, sections: Int) {
    board = Board(SampleBoard.content(items: items, sections: sections))
    nextItem = items
  }

  /// Times the composition of new edits and, separately, its batch; in ns.
  mutating func compose(_ count: Int) throws -> (compose: Double, batch: Double, rows: Int) {
    var edits: [Edit] = []
    while edits.count < count {
      if let edit = try edit() { edits.append(edit) }
    }
    let repetitions = max(1, 2_000 / count)
    let composition = Composition(edits)
    let compose = timePerOperation(repetitions) {
      for _ in 0..<repetitions { consume(Composition(edits)) }
    }
    let batch = timePerOperation(repetitions) {
      for _ in 0..<repetitions { consume(composition.batch(content: board)) }
    }
    return (compose, batch, composition.batch(content: board).rowCount)
  }

  private mutating func edit() throws -> Edit? {
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      nextItem += 1
      return try board.insert(SampleBoard.item(nextItem), at: board.anyPlace(using: &random))
    case 1:
      return try board.deleteItem(board.item(at: board.anyItem(using: &random)).id)
    case 2:
      let item = board.item(at: board.anyItem(using: &random))
      return try board.setText(of: item.id, to: Text(item.text.string + "!"))
    default:
      return try board.moveAny(using: &random)
    }
  }
}
