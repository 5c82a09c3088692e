import BoardModel
import BoardWire
import TestKit
import Testing

/// Checks the tables of `protocol/` against the values of the code, in both directions.
@Suite("The tables of the protocol")
struct TablesTests {
  @Test("have each reply with its verb, and each command with its profile")
  func verbs() throws {
    let rows = try Tables(of: "lines.md").rows(under: "Commands")
    for row in rows {
      let verb = Verb(rawValue: String(row[0].prefix { $0 != " " }))
      expectEqual(verb?.profile.rawValue, row[3], "\(row[0])")
    }
    expectEqual(rows.count, Verb.allCases.count)
  }

  @Test("have the keys of each code")
  func keys() throws {
    for (heading, samples) in [
      ("Refusals", WireBufferTests.refusals.map { ($0.wire.code.rawValue, $0.wire.facts) }),
      ("Errors", Self.errors.map { ($0.wire.code.rawValue, $0.wire.facts) }),
    ] {
      for row in try Tables(of: "errors.md").rows(under: heading) {
        let keys = Set(row[1].matches(of: /([a-z]+)=/).map { String($0.1) })
        let used = samples.filter { $0.0 == row[0] }.map { $0.1.keys }
        #expect(!used.isEmpty, "\(row[0])")
        expectEqual(used.reduce(into: Set()) { $0.formUnion($1) }, keys, "\(row[0])")
      }
    }
  }

  static let errors: [LineError] = [
    .badArgument("a"), .badEscape, .badJSON(1), .badName("a"), .badNumber("a"),
    .badRow(1), .badTag, .badUTF8, .blockTooLong(1), .controlByte(1), .duplicateKey("a"),
    .lineTooLong(1), .missingArgument("a"), .notDropline, .textTooLong(1), .tooManyArguments("a"),
    .tooManyFields(16), .tooManyRows(1), .unfinishedLine, .unknownKey("a"), .unknownVerb("a"),
  ]

  @Test("have every refusal")
  func refusals() throws {
    let codes = try Tables(of: "errors.md").column(0, under: "Refusals")
    expectEqual(codes, codes.sorted())
    expectEqual(codes, Refusal.Code.allCases.map(\.rawValue).sorted())
  }

  @Test("have every error")
  func errors() throws {
    let codes = try Tables(of: "errors.md").column(0, under: "Errors")
    expectEqual(codes, codes.sorted())
    expectEqual(codes, LineError.Code.allCases.map(\.rawValue).sorted())
  }

  @Test("have the errors that close the connection")
  func closing() throws {
    let rows = try Tables(of: "errors.md").rows(under: "Errors")
    expectEqual(
      rows.filter { $0[3] == "closes" }.map { $0[0] }, ["not-dropline", "unfinished-line"])
    #expect(rows.allSatisfy { ["closes", "goes on"].contains($0[3]) })
  }

  @Test("have every code of bye")
  func byes() throws {
    let reasons = try Tables(of: "errors.md").column(0, under: "Byes")
    expectEqual(Set(reasons), Set(Bye.allCases.map(\.rawValue)))
    expectEqual(reasons.count, Bye.allCases.count)
  }

  @Test(
    "say for each code whose fault it is, and when to repeat the command",
    arguments: ["Refusals", "Errors", "Byes"])
  func faults(_ heading: String) throws {
    for row in try Tables(of: "errors.md").rows(under: heading) {
      let (fault, retry) = (row[row.count - 2], row[row.count - 1])
      #expect(["client", "user", "race", "server"].contains(fault), "\(row[0])")
      let forms = ["never", "at once", "after ", "when ", "with", "as ", "on "]
      #expect(forms.contains { retry.hasPrefix($0) }, "\(row[0])")
    }
  }

  @Test("have the word of each limit by which commands are refused")
  func limitNames() throws {
    let rows = try Tables(of: "limits.md").rows(under: "10. Limits")
    let others = try Tables(of: "limits.md").rows(under: "Other limits")
    let connections = others.first { $0[0] == "connections" }?[1]
    expectEqual(
      connections?.hasSuffix(" descriptor limit less \(Limits.reservedDescriptors)"), true)
    expectEqual(
      rows.map { $0[3] },
      [
        "items", "sections", "board-bytes", "server-bytes", "boards", "item-fields", "field-bytes",
        "field-types", "session-items",
        "client-sessions", "board-sessions", "dragged-items", "external-items", "selected-items",
        "board-selected-items", "listed-items", "watched-boards", "unfinished-bytes",
      ])
    let refused = Set(
      try Tables.serverLines().compactMap { $0.firstMatch(of: /refused limit limit=([a-z-]+)/) }
        .map { String($0.1) })
    #expect(refused.isSubset(of: rows.map { $0[3] }) && !refused.isEmpty)
  }

  @Test("let the page for authors of clients name each reply that has rows")
  func repliesWithRows() throws {
    let text = try Tables(of: "README.md").text
    let note = try #require(text.firstMatch(of: /- The replies with rows are those to ([^.]*)\./)).1
    let named = note.matches(of: /`([a-z]+)`/).map { String($0.1) }
    let rows = try Tables(of: "lines.md").rows(under: "Replies").map { $0[0] }
    let withRows = rows.filter { $0.contains(" LINES") }.compactMap { row in
      row.firstMatch(of: /^ok ([a-z]+)/).map { String($0.1) }
    }
    expectEqual(Set(named), Set(withRows))
  }

  @Test("have every key of a policy")
  func policyKeys() throws {
    let keys = try Tables(of: "lines.md").column(0, under: "Policies")
    expectEqual(keys, PolicyKey.allCases.map(\.rawValue))
  }
}

/// Coverage of the transcripts: every verb and every code occurs in at least one.
@Suite("Every word of the protocol")
struct TablesInTranscriptsTests {
  /// What transcripts cannot cover, and why.
  private static let exceptions: [String: String] = [
    "refused board-damaged": "needs a damaged file",
    "bye full": "takes as many connections as a server has",
    "bye shutdown": "ends the server that the transcript is played on",
    "bye unknown-space": "is said only over a WebSocket",
    "bye unavailable": "needs a server with several spaces",
  ]

  @Test("that is a verb is in a transcript")
  func verbs() throws {
    let said = Set(try Tables.clientLines().compactMap(Self.verb))
    let missing = Verb.allCases.map(\.rawValue).filter { !said.contains($0) }
    expectEqual(missing, [])
  }

  @Test(
    "that is a code is in a transcript",
    arguments: [
      ("refused", Refusal.Code.allCases.map(\.rawValue)),
      ("error", LineError.Code.allCases.map(\.rawValue)),
      ("bye", Bye.allCases.map(\.rawValue)),
    ])
  func codes(_ kind: String, _ codes: [String]) throws {
    let lines = try Tables.serverLines().map { line in
      line.split(separator: " ").map(String.init).drop { $0.hasPrefix("#") }
    }
    let answered = lines.filter { $0.first == kind }.compactMap { $0.dropFirst().first }
    let missing = codes.filter { !answered.contains($0) && Self.exceptions["\(kind) \($0)"] == nil }
    expectEqual(missing, [])
    expectEqual(Set(answered).subtracting(codes), [])
  }

  @Test("that is a rule of a legal batch is broken in a transcript, if a client can break it")
  func rules() throws {
    let prefix = "refused batch-rule rule="
    let broken = Set(
      try Tables.serverLines().filter { $0.hasPrefix(prefix) }
        .map { String($0.dropFirst(prefix.count).prefix { $0 != " " }) })
    let typed = (1...7).map { "A\($0)" } + (1...12).map { "B\($0)" } + (1...4).map { "H\($0)" }
    expectEqual(broken, Set(typed), "C1 and C2 are about counts, which a client does not say")
  }

  private static func verb(_ line: String) -> String? {
    line.split(separator: " ").first { !$0.hasPrefix("#") }?.lowercased()
  }
}

extension Facts {
  /// The keys that a line with these facts has.
  fileprivate var keys: Set<String> {
    let line = Failure(code: "code", facts: self).description
    return Set(line.matches(of: /([a-z]+)=/).map { String($0.1) })
  }
}
