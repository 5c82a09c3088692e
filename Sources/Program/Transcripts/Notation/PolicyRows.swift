/// Completes the rows of policies that a transcript expects: a key that is left out has its default.
struct PolicyRows {
  /// The keys in the order of a row, each with its default if it has one.
  private static let keys: [(name: String, standard: String?)] =
    ProtocolFile.lines.rows(under: "Policies").map { row in
      (row[0], row[2] == "no text" ? nil : row[2])
    }

  /// How many rows of policies each client reads next.
  private var left: [String: Int] = [:]

  mutating func complete(_ step: Step) -> Step {
    guard case .expect(.line(let pattern)) = step.action else { return step }
    let line = pattern.description
    guard let count = left[step.client], count > 0 else {
      let words = line.split(separator: " ").drop { $0.hasPrefix("#") }
      left[step.client] =
        words.starts(with: ["ok", "policy"]) ? words.dropFirst(3).first.flatMap { Int($0) } : nil
      return step
    }
    left[step.client] = count - 1
    let completed = LinePattern(Self.completed(line))
    return Step(line: step.line, client: step.client, action: .expect(.line(completed)))
  }

  private static func completed(_ row: String) -> String {
    let words = row.split(separator: " ")
    var given: [Substring: Substring] = [:]
    for word in words.dropFirst() { given[word.prefix { $0 != "=" }] = word }
    let settings = keys.compactMap { key in
      given.removeValue(forKey: key.name[...]).map(String.init)
        ?? key.standard.map { "\(key.name)=\($0)" }
    }
    let others = words.dropFirst().filter { given.values.contains($0) }.map(String.init)
    return (words.prefix(1).map(String.init) + settings + others).joined(separator: " ")
  }
}
