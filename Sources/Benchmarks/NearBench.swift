import BoardCore

/// Moves that are about as many as the items of the sections they touch, where comparing these
/// sections by name would do as well.
enum NearBench {
  static func measure(_ scale: Scale) throws {
    var table = Table(
      "items touched", "sections touched", "of items", "moves k", "compose µs", "plain diff µs",
      "compose / diff (goal ≤ 1.2)", "rows", "rows of the diff")
    let sizes = [
      (size: 1_000, touched: 1, sections: 1), (size: 1_000, touched: 1, sections: 100),
      (size: 100, touched: 10, sections: 1_000), (size: 10_000, touched: 1, sections: 10),
    ]
    for (size, touched, sections) in scale.pick(sizes, quick: Array(sizes[..<2])) {
      for share in [0.25, 0.5, 1, 2, 10] where share < 10 || size < 10_000 {
        let count = Int(share * Double(size * touched))
        try measure(size: size, touched: touched, sections: sections, count: count, into: &table)
      }
    }
    table.show()
  }

  private static func measure(
    size: Int, touched: Int, sections: Int, count: Int, into table: inout Table
  ) throws {
    var board = Board(SampleBoard.content(items: size * sections, sections: sections))
    var random = RandomSource()
    let old = (0..<touched).map { board.sectionContent(at: $0) }
    var edits: [Edit] = []
    while edits.count < count {
      if let edit = try board.moveAny(sections: touched, using: &random) { edits.append(edit) }
    }
    let new = (0..<touched).map { board.sectionContent(at: $0) }
    var (composing, comparing, ratios) = ([Double](), [Double](), [Double]())
    for _ in 0..<9 {
      composing.append(nanoseconds { consume(Composition(edits).batch(content: board)) } / 1_000)
      comparing.append(nanoseconds { consume(BatchUpdate.difference(from: old, to: new)) } / 1_000)
      ratios.append(composing.last! / comparing.last!)
    }
    table.add(
      (size * touched).text, touched.text, (size * sections).text, count.text,
      composing.median.text, comparing.median.text, ratios.median.text,
      Composition(edits).batch(content: board).rowCount.text,
      BatchUpdate.difference(from: old, to: new).rowCount.text)
  }
}
