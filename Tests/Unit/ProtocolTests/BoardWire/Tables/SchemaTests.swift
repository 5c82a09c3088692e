import Foundation
import TestKit
import Testing

/// Checks `protocol/vectors/json.schema.json` against lines.md. `.ci/grammar` checks lines against it.
@Suite("The JSON Schema")
struct SchemaTests {
  @Test(
    "has each line of lines.md with its members, and knows which must be there",
    arguments: [
      ("Commands", "command-"), ("Replies", ""), ("Events", "event-"), ("Rows", "row-"),
    ])
  func lines(_ heading: String, _ prefix: String) throws {
    let file = Tables.folder.appending(path: "vectors/json.schema.json")
    let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    let definitions = try #require(schema?["$defs"] as? [String: [String: Any]])
    for row in try Tables(of: "lines.md").rows(under: heading) where !row[0].contains("key=…") {
      let tokens = row[0].split(separator: " ")
      let literals = tokens.filter { $0.allSatisfy { $0.isLowercase || $0 == "-" } }
      let name = prefix + literals.joined(separator: "-")
      let definition = try #require(definitions[name], "\(name)")
      let properties = try #require(definition["properties"] as? [String: Any], "\(name)")
      let required = definition["required"] as? [String] ?? []
      expectEqual(members(tokens), ours(Array(properties.keys)), "\(name)")
      expectEqual(members(tokens.filter { $0.first != "[" }), ours(required), "\(name)")
    }
  }

  /// The members of the words and keys of a form.
  private func members(_ tokens: [Substring]) -> Set<String> {
    let names = tokens.map { $0.filter { !"[]".contains($0) } }.compactMap { token -> String? in
      if token.hasPrefix("KEY=") || token == "LINES" { return nil }
      if token.hasPrefix("FIELD=") { return "fields" }
      if let sign = token.firstIndex(of: "=") { return String(token[..<sign]) }
      return token.allSatisfy(\.isUppercase) ? token.lowercased() : nil
    }
    return ours(names)
  }

  /// The names of members without those that the form of a line does not name.
  private func ours(_ names: [String]) -> Set<String> {
    let others = ["tag", "kind", "verb", "event", "rows", "replayed"]
    let policies = (try? Tables(of: "lines.md").column(0, under: "Policies")) ?? []
    let isPolicy = Set(names).isSuperset(of: policies)
    return Set(names).subtracting(others).subtracting(isPolicy ? policies : [])
  }
}
