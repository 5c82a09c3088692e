import BoardModel
import Simulation

/// About as many moves as the touched sections have items: the case in which comparing these
/// sections by id would be as fast.
struct NearBench {
  /// The number of touched sections: half of those on the board.
  private let touched: Int
  /// The number of their items.
  private let size: Int

  static func measure(_ scale: Scale) throws {
    var table = Table(
      "items touched n", "sections", "moves k", "k / n", "compose µs", "plain diff µs",
      "compose / plain diff (goal ≤ 1.2)", "difference µs", "compose / difference", "rows")
    for size in scale.pick([1_000, 100_000], quick: [1_000]) {
      for sections in [1, 10] {
        let bench = NearBench(touched: sections, size: size)
        for share in [0.1, 0.5, 1, 2] { try bench.measure(share, into: &table) }
      }
    }
    table.show()
  }

  private func measure(_ share: Double, into table: inout Table) throws {
    var board = Board(SampleBoard.content(items: 2 * size, sections: 2 * touched))
    let old = (0..<touched).map { board.sectionContent(at: $0) }
    let edits = try moves(Int(share * Double(size)), on: &board)
    let new = (0..<touched).map { board.sectionContent(at: $0) }
    let compose: () -> Void = { consume(Composition(edits).batch(content: board)) }
    let plain: () -> Void = { consume(PlainDiff.batch(from: old, to: new)) }
    let ours: () -> Void = { consume(BatchUpdate.difference(from: old, to: new)) }
    var (times, toPlain, toOurs) = ([[Double]](), [Double](), [Double]())
    for _ in 0..<9 {
      let round = [nanoseconds(compose), nanoseconds(plain), nanoseconds(ours)].map { $0 / 1_000 }
      times.append(round)
      toPlain.append(round[0] / round[1])
      toOurs.append(round[0] / round[2])
    }
    table.add(
      size.text, touched.text, edits.count.text, share.text, times.map { $0[0] }.median.text,
      times.map { $0[1] }.median.text, toPlain.median.text, times.map { $0[2] }.median.text,
      toOurs.median.text, Composition(edits).batch(content: board).rowCount.text)
  }

  private func moves(_ count: Int, on board: inout Board) throws -> [Edit] {
    var random = SeededRandom(seed: SampleBoard.seed)
    var edits: [Edit] = []
    while edits.count < count {
      if let edit = try board.moveAny(sections: touched, using: &random) { edits.append(edit) }
    }
    return edits
  }
}
