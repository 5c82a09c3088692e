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
    guard !line.hasPrefix("{") else {
      let isReply = line.contains("\"kind\":\"ok\",\"verb\":\"policy\"")
      return isReply ? step.expecting(Self.completed(object: line)) : step
    }
    guard let count = left[step.client], count > 0 else {
      let words = line.split(separator: " ").drop { $0.hasPrefix("#") }
      left[step.client] =
        words.starts(with: ["ok", "policy"]) ? words.dropFirst(3).first.flatMap { Int($0) } : nil
      return step
    }
    left[step.client] = count - 1
    return step.expecting(Self.completed(line))
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

  /// The object of a reply with its rows, none of which has a brace in a value.
  private static func completed(object line: String) -> String {
    let rows = line.split(separator: "{\"target\":", omittingEmptySubsequences: false)
    return rows.dropFirst().reduce(String(rows[0])) { begin, row in
      let members = row.prefix { $0 != "}" }
      let parts = members.split(separator: ",\"")
      let settings = keys.compactMap { key in
        parts.dropFirst().first { $0.hasPrefix("\(key.name)\":") }.map { "\"\($0)" }
          ?? key.standard.map { "\"\(key.name)\":\"\($0)\"" }
      }
      let all = ([String(parts[0])] + settings).joined(separator: ",")
      return begin + "{\"target\":\(all)\(row.dropFirst(members.count))"
    }
  }
}

extension Step {
  /// The step with another line that is expected.
  fileprivate func expecting(_ line: String) -> Step {
    Step(line: self.line, client: client, action: .expect(.line(LinePattern(line))))
  }
}
