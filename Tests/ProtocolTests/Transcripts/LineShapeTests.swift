import BoardModel
import Testing

@testable import Transcripts

@Suite("The shapes of lines")
struct LineShapeTests {
  /// A shape as text, to be compared.
  private func shown(_ shape: LineShape) -> String {
    let words = shape.words.map { $0.literal ?? $0.name.uppercased() }
    let rows =
      switch shape.rows {
      case nil: ""
      case .kinds: " rows"
      case .listing: " listing"
      case .drawings: " drawings"
      }
    return (words + shape.keys.sorted()).joined(separator: " ") + rows
  }

  private func shown(_ shapes: [String: [LineShape]]) -> [String] {
    shapes.flatMap { kind, shapes in shapes.map { "\(kind) \(shown($0))" } }.sorted()
  }

  private func notations(under headings: String...) throws -> [String] {
    try headings.flatMap { try LinesTable.rows(under: $0).map { $0[0] } }
  }

  @Test("agree with lines.md")
  func messages() throws {
    let lines = try notations(under: "Replies", "Events")
      .map { $0.replacing(" key=…", with: " KEY=…") }
    let messages = LineShape.messages.filter { $0.key != "dropline" }
    #expect(shown(messages) == shown(LineShape.table(lines.joined(separator: "\n"))))
  }

  @Test("of rows agree with lines.md")
  func rows() throws {
    let lines = try notations(under: "Rows")
    let rows = LineShape.rows.filter { !["drag", "selected"].contains($0.key) }
    #expect(shown(rows) == shown(LineShape.table(lines.joined(separator: "\n"))))
    let listings = try notations(under: "Listing rows")
    #expect(
      LineShape.listings.values.map(shown).sorted()
        == listings.map { shown(LineShape.shape($0)) }.sorted())
  }

  @Test("have every fact of errors.md")
  func facts() throws {
    let lines =
      try LinesTable.rows(under: "Refusals", of: "errors.md")
      + LinesTable.rows(under: "Errors", of: "errors.md")
    let keys = lines.flatMap { row in
      row[1].split { " `[]".contains($0) }.compactMap { word in
        word.firstIndex(of: "=").map { String(word[..<$0]) }
      }
    }
    #expect(Set(keys) == LineShape.facts)
  }

  @Test("have every key of a policy")
  func policies() {
    #expect(LineShape.policies == Set(PolicyKey.allCases.map(\.rawValue)))
  }
}
