import BoardModel
import Simulation

/// Differences of whole contents, as for a `replace`.
enum DifferenceBench {
  static func measure(_ scale: Scale) {
    let items = scale.pick(100_000, quick: 10_000)
    var table = Table(
      "\(items.text) items compared: after", "sections", "batch ms", "edits ms", "rows")
    for sections in [1, 100] {
      let old = SampleBoard.content(items: items, sections: sections)
      for (name, new) in cases(of: old) {
        let batch = timePerOperation(1, rounds: 3) {
          consume(BatchUpdate.difference(from: old, to: new))
        }
        let edits = timePerOperation(1, rounds: 3) { consume(Edit.difference(from: old, to: new)) }
        table.add(
          name, sections.text, (batch / 1e6).text, (edits / 1e6).text,
          BatchUpdate.difference(from: old, to: new).rowCount.text)
      }
    }
    table.show()
  }

  private static func cases(of old: Content) -> [(String, Content)] {
    var random = SeededRandom(seed: SampleBoard.seed)
    let count = old.reduce(0) { $0 + $1.items.count }
    var reversed = old
    var shuffled = old
    for section in old.indices {
      reversed[section].items.reverse()
      shuffled[section].items.shuffle(using: &random)
    }
    return [
      ("nothing", old), ("10 moves", moved(old, 10)), ("a tenth moved", moved(old, count / 10)),
      ("all shuffled", shuffled), ("all reversed", reversed),
    ]
  }

  private static func moved(_ old: Content, _ count: Int) -> Content {
    var board = Board(old)
    var random = SeededRandom(seed: SampleBoard.seed)
    for _ in 0..<count { _ = try? board.moveAny(using: &random) }
    return board.content
  }
}
