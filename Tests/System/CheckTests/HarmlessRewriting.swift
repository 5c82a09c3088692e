@testable import Transcripts

/// A rewriting of everything that a client must not rely on: the order of rows of a batch, of keys
/// and of members, sentences, and additions of later versions.
struct HarmlessRewriting: MessageRewriting {
  private var isGreeted = false
  private var count = 0

  mutating func rewrite(_ messages: [ProxiedMessage]) -> [ProxiedMessage] {
    messages.flatMap { message -> [ProxiedMessage] in
      let unknown = unknownEvent(before: message)
      return (unknown.map { [$0] } ?? []) + [rewritten(message)]
    }
  }

  private func rewritten(_ message: ProxiedMessage) -> ProxiedMessage {
    var message = message
    switch message.head {
    case .fields(let head):
      message.head = .fields(rewritten(head))
      let isBatch = head.kind == "batch" || head.words.first == "dryrun"
      if isBatch {
        message.rows = units(message.rows) { $0.fields?.kind }.reversed().flatMap { $0 }
      }
      for index in message.rows.indices {
        message.rows[index].fields = message.rows[index].fields.map(rewritten)
      }
    case .object(let object): message.head = .object(rewritten(object))
    case .other: break
    }
    return message
  }

  private func rewritten(_ line: ProxiedFields) -> ProxiedFields {
    var line = line
    line.keys = [("a-later", "yes")] + line.keys.reversed() + [("b-later", "1,2=3")]
    if hasSentence(line.kind) { line.text = "A sentence, for people: a=b" }
    return line
  }

  private func hasSentence(_ kind: String) -> Bool { ["refused", "error", "bye"].contains(kind) }

  /// Rows that stay together: an inserted section with its items.
  private func units<Row>(_ rows: [Row], _ kind: (Row) -> String?) -> [[Row]] {
    rows.reduce(into: []) { units, row in
      if kind(row) == "item", !units.isEmpty {
        units[units.count - 1].append(row)
      } else {
        units.append([row])
      }
    }
  }
}

// Unknown events.

extension HarmlessRewriting {
  /// An event of a later version, in the form in which the server writes.
  private mutating func unknownEvent(before message: ProxiedMessage) -> ProxiedMessage? {
    defer { isGreeted = true }
    guard isGreeted else { return nil }
    count += 1
    switch message.head {
    case .fields: return ProxiedMessage(head: .other(Array(Self.events[count % 3].utf8)))
    case .object: return ProxiedMessage(head: .object(JSON(Self.objects[count % 2])!))
    case .other: return nil
    }
  }

  private static let events = [
    "weather list rain=yes It rains\n", "drag d1 admired by=ann\n", "tide\n",
  ]
  private static let objects = [
    #"{"kind":"weather","board":"list","rows":[1,{"a":null}],"text":"It rains"}"#,
    #"{"drag":"d1","kind":"drag","event":"admired"}"#,
  ]
}

// The JSON form.

extension HarmlessRewriting {
  private func rewritten(_ object: JSON) -> JSON {
    var object = object
    if hasSentence(object["kind"]?.string ?? "") {
      object.members.removeAll { $0.name == "text" }
      object.members.append(JSON.Member(name: "text", value: .string("For people")))
    }
    if case .array(let rows) = object["rows"] {
      object.members.removeAll { $0.name == "rows" }
      object.members.append(JSON.Member(name: "rows", value: .array(rewritten(rows, of: object))))
    }
    return extended(object)
  }

  private func rewritten(_ rows: [JSON], of object: JSON) -> [JSON] {
    let isBatch = object["kind"]?.string == "batch" || object["verb"]?.string == "dryrun"
    let rows =
      isBatch ? units(rows) { $0["kind"]?.string }.reversed().flatMap { $0 } : rows
    return rows.map { row in
      if case .object = row { extended(row) } else { row }
    }
  }

  /// The object with its members in another order, and some more of them.
  private func extended(_ object: JSON) -> JSON {
    var object = object
    object.members =
      [JSON.Member(name: "later", value: JSON(#"{"a":[1.5,null,"x"]}"#)!)]
      + object.members.reversed() + [JSON.Member(name: "z-later", value: .literal("false"))]
    return object
  }
}
