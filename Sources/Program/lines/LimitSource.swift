/// Writes the limits of section 10, and the metrics.
struct LimitSource {
  /// A limit: what it bounds, its name in the code, and its number.
  private struct Limit {
    let what: String
    let name: String
    let number: Int
    /// The unit of a length of time: `seconds`, `milliseconds`.
    let unit: String?
    /// What a refusal calls it, if commands are refused by it.
    let word: String?
  }

  private let limits: [Limit]
  private let metrics: [(word: String, meaning: String)]

  init(lines: String, limits page: String) throws(TableMistake) {
    var limits: [Limit] = []
    let named = try MarkdownTable(of: page, "10. Limits", file: "limits.md").rows
    let others = try MarkdownTable(of: page, "Other limits", file: "limits.md").rows
    for (row, isRefused) in named.map({ ($0, true) }) + others.map({ ($0, false) }) {
      let (what, shown) = (try row.cell("what"), try row.cell("limit"))
      let name = try row.oneCode("in code")
      guard let number = Int(shown.prefix { $0.isNumber }) else {
        throw row.mistake("\"\(shown)\" does not begin with a number")
      }
      guard !limits.contains(where: { $0.name == name }) else {
        throw row.mistake("`\(name)` has a row above")
      }
      let unit = ["seconds", "milliseconds"].first { what.hasPrefix("\($0) ") }
      let word = isRefused ? try row.oneCode("WHAT") : nil
      limits.append(Limit(what: what, name: name, number: number, unit: unit, word: word))
    }
    self.limits = limits
    var metrics: [(word: String, meaning: String)] = []
    for row in try MarkdownTable(of: lines, "Metrics", file: "lines.md").rows {
      for word in try row.code("METRIC") { metrics.append((word, try row.cell("the number"))) }
    }
    self.metrics = metrics
  }

  /// Writes the limits.
  func writeLimits(to swift: inout SwiftText) {
    swift.doc("Every limit of the protocol and of a board, in one place.")
    swift.block("public enum Limits") { swift in
      for limit in limits {
        swift.doc(limit.what.sentence)
        let number = limit.number.inGroups
        swift.line(
          limit.unit.map { "public static let \(limit.name): Duration = .\($0)(\(number))" }
            ?? "public static let \(limit.name) = \(number)")
      }
    }
  }

  /// Writes what refusals call limits.
  func writeWords(to swift: inout SwiftText) {
    let words = limits.compactMap { limit in limit.word.map { (word: $0, limit: limit) } }
    swift.doc("A limit by which commands are refused.")
    swift.block("package enum LimitWord: String, CaseIterable, Sendable") { swift in
      for (word, limit) in words {
        swift.doc(limit.what.sentence)
        let name = word.camelCase
        swift.line("case \(name)" + (name == word ? "" : " = \(word.literal)"))
      }
      swift.line()
      swift.doc("The number, if the operator has set no lower one.")
      swift.block("package var number: Int") { swift in
        swift.choice { swift in
          for (word, limit) in words {
            swift.line("case .\(word.camelCase): Limits.\(limit.name)")
          }
        }
      }
    }
    swift.line()
    swift.block("extension Refusal") { swift in
      swift.doc("A command would exceed a limit: that of the protocol, or a lower one.")
      swift.block("package static func exceeded(_ word: LimitWord, max: Int? = nil) -> Refusal") {
        swift in swift.line(".limit(word.rawValue, max: max ?? word.number)")
      }
    }
  }

  /// Writes the metrics.
  func writeMetrics(to swift: inout SwiftText) {
    swift.doc("What a server counts or measures.")
    swift.block("public enum Metric: String, CaseIterable, Hashable, Sendable") { swift in
      for (word, meaning) in metrics {
        swift.doc(meaning.sentence)
        let name = word.camelCase
        swift.line("case \(name)" + (name == word ? "" : " = \"\(word)\""))
      }
    }
  }
}

extension Int {
  /// The number with a mark between groups of three digits.
  fileprivate var inGroups: String {
    let digits = String(self).reversed()
    let marked = digits.enumerated().map { $0 > 0 && $0 % 3 == 0 ? "\($1)_" : "\($1)" }
    return marked.reversed().joined()
  }
}
