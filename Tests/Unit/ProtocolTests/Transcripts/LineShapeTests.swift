import BoardModel
import BoardWire
import TestKit
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

  @Test("are read from lines.md: one for each reply and each event")
  func messages() throws {
    let verbs = try #require(LineShape.messages["ok"]).compactMap { $0.words.first?.literal }
    expectEqual(Set(verbs + ["ping"]), Set(Verb.allCases.map(\.rawValue)))
    let rows = try ["Replies", "Events"].flatMap { try LinesTable.rows(under: $0) }
    expectEqual(LineShape.messages.values.joined().count, rows.count + 1)
    let greeting = LineShape.messages["dropline"]?.map(shown)
    expectEqual(greeting, ["VERSION client epoch line profiles text"])
  }

  @Test("have their words, their keys, and what follows them")
  func parts() {
    let shapes = LineShape.messages.values.joined().map(shown)
    for shape in [
      "help drawings", "show BOARD drawings", "history BOARD more listing",
      "dryrun VERDICT anchor at board reason rev rows", "BOARD FROM TO rows",
      "DRAG over VERDICT anchor at board reason", "DRAG lifted", "BOARD CLIENT items",
      "BOARD REV SECTIONS content rows", "REASON retry", "",
    ] {
      #expect(shapes.contains { $0 == shape || $0.replacing(" replayed", with: "") == shape })
    }
  }

  @Test("are those of lines.md in rows, too")
  func rows() throws {
    let kinds = try LinesTable.rows(under: "Rows").map { $0[0].split(separator: " ")[0] }
    let events = ["drag", "selected", "policy", "fields"]
    expectEqual(Set(LineShape.rows.keys), Set(kinds.map(String.init) + events))
    let verbs = ["boards", "who", "find", "where", "drags", "policy", "history", "stats"]
    expectEqual(Set(LineShape.listings.keys), Set(verbs))
    expectEqual(LineShape.listings["who"].map(shown), "CLIENT boards selected")
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
    expectEqual(Set(keys), LineShape.facts)
  }

  @Test("have every key of a policy")
  func policies() {
    expectEqual(LineShape.policies, Set(PolicyKey.allCases.map(\.rawValue)))
  }
}
