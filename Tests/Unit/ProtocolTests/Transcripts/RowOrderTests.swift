import Testing

/// Rule 6.8 holds for what the protocol shows.
@Suite("The rows of a batch in the vectors")
struct RowOrderTests {
  @Test("come in the order of the rows in lines.md, and each kind ascending")
  func order() throws {
    let kinds = try LinesTable.rows(under: "Rows").map { $0[0].prefix { $0 != " " } }
    for rows in try batches() {
      let keys = rows.map { $0.split(separator: " ") }.filter { $0[0] != "item" }
        .map { words -> [Int] in
          let path = words[1].split(separator: ".").compactMap { Int($0) }
          return [kinds.firstIndex(of: words[0]) ?? -1] + path
        }
      let isInOrder = zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
      #expect(isInOrder, "\(rows)")
    }
  }

  @Test("say of a drag that it came from outside, or that it stays on its board, and not both")
  func began() throws {
    let lines = try JSONVector.all().map { $0.lines[0] }
    let began = lines.filter { $0.contains(" began ") }
    #expect(!began.isEmpty)
    for line in began {
      #expect(!(line.contains(" external=") && line.contains(" local=")), "\(line)")
    }
  }

  private func batches() throws -> [[String]] {
    let inBoth = try JSONVector.all().filter { !$0.isClients && $0.lines[0].hasPrefix("batch ") }
    return BatchModelTests.Vector.all(in: "composition.txt").map { $0.all("row") }
      + inBoth.map { Array($0.lines.dropFirst()) }
  }
}
