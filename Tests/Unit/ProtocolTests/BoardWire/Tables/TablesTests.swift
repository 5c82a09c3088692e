import BoardModel
import BoardWire
import Testing

/// Checks the tables of `protocol/` against the values of the code, in both directions.
@Suite("The tables of the protocol")
struct TablesTests {
  @Test(
    "have every line with its form, and no others",
    arguments: ["Commands", "Replies", "Events", "Rows", "Listing rows"])
  func lines(_ heading: String) throws {
    let forms = try Tables(of: "lines.md").rows(under: heading).map { $0[0] }
    let schemas = LineSchema.tables.first { $0.title == heading }?.schemas ?? []
    // The greeting stands alone, and the keys of codes are in errors.md.
    let ours = schemas.filter { !["dropline", "refused", "error"].contains($0.kind) }
      .map {
        $0.notation.replacing(
          " [KEY=VALUE…]", with: $0.kind == nil ? " KEY=VALUE…" : " [KEY=VALUE…]")
      }
    #expect(Set(forms.filter { !$0.contains("key=…") && !$0.hasPrefix("dropline ") }) == Set(ours))
    #expect(Set(forms).count == forms.count)
  }

  @Test("have each reply with its verb, and each command with its profile")
  func verbs() throws {
    let rows = try Tables(of: "lines.md").rows(under: "Commands")
    for row in rows {
      let verb = Verb(rawValue: String(row[0].prefix { $0 != " " }))
      #expect(verb?.profile.rawValue == row[3], "\(row[0])")
    }
    #expect(rows.count == Verb.allCases.count)
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
        #expect(used.reduce(into: Set()) { $0.formUnion($1) } == keys, "\(row[0])")
      }
    }
  }

  static let errors: [LineError] = [
    .badArgument("a"), .badEscape, .badJSON(column: 1), .badName("a"), .badNumber("a"),
    .badRow(line: 1), .badTag, .badUTF8, .blockTooLong(1), .controlByte(1), .duplicateKey("a"),
    .lineTooLong(1), .missingArgument("a"), .notDropline, .textTooLong(1), .tooManyArguments("a"),
    .tooManyRows(1), .unfinishedLine, .unknownKey("a"), .unknownVerb("a"),
  ]

  @Test("have every refusal")
  func refusals() throws {
    let codes = try Tables(of: "errors.md").column(0, under: "Refusals")
    #expect(codes == codes.sorted())
    #expect(codes == Refusal.Code.allCases.map(\.rawValue).sorted())
  }

  @Test("have every error")
  func errors() throws {
    let codes = try Tables(of: "errors.md").column(0, under: "Errors")
    #expect(codes == codes.sorted())
    #expect(codes == LineError.Code.allCases.map(\.rawValue).sorted())
  }

  @Test("have the errors that close the connection")
  func closing() throws {
    let rows = try Tables(of: "errors.md").rows(under: "Errors")
    #expect(
      rows.filter { $0[3] == "closes" }.map { $0[0] } == ["not-dropline", "unfinished-line"])
    #expect(rows.allSatisfy { ["closes", "goes on"].contains($0[3]) })
  }

  @Test("have every code of bye")
  func byes() throws {
    let reasons = try Tables(of: "errors.md").column(0, under: "Byes")
    #expect(Set(reasons) == Set(Bye.allCases.map(\.rawValue)))
    #expect(reasons.count == Bye.allCases.count)
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

  @Test("have the row of section 10 that each limit is")
  func limitNames() throws {
    let rows = try Tables(of: "errors.md").rows(under: "Limits")
    #expect(rows.allSatisfy { Self.limits[$0[0]] != nil })
    #expect(
      rows.map { $0[1] } == [
        "items", "sections", "board-bytes", "server-bytes", "boards", "session-items",
        "client-sessions", "board-sessions", "dragged-items", "external-items", "selected-items",
        "board-selected-items", "watched-boards", "unfinished-bytes",
      ])
    let refused = Set(
      try Tables.serverLines().compactMap { $0.firstMatch(of: /refused limit limit=([a-z-]+)/) }
        .map { String($0.1) })
    #expect(refused.isSubset(of: rows.map { $0[1] }) && !refused.isEmpty)
  }

  @Test("let the contract have the date of its last change")
  func date() throws {
    let changes = try Tables(of: "CHANGES.md").text.split(separator: "\n")
    let last = try #require(changes.first { $0.hasPrefix("## ") }).dropFirst(3)
    #expect(try Tables(of: "specification.md").text.contains("\nVersion 1, of \(last). "))
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
    #expect(Set(named) == Set(withRows))
  }

  @Test("have every key of a policy")
  func policyKeys() throws {
    let keys = try Tables(of: "specification.md").column(0, under: "8. Drag sessions")
    #expect(keys == PolicyKey.allCases.map(\.rawValue))
  }

  @Test("have the numbers of Limits, all of them and no others")
  func limits() throws {
    let rows = try Tables(of: "specification.md").rows(under: "10. Limits")
    let numbers = rows.map { row in row[1].prefix { $0.isNumber } }
    let named = zip(rows.map { $0[0] }, numbers.map { Int($0) ?? -1 })
    #expect(Dictionary(uniqueKeysWithValues: named) == Self.limits)
    let connections = rows.first { $0[0] == "connections" }?[1]
    #expect(
      connections == "\(Limits.connections), or the descriptor limit less "
        + "\(Limits.reservedDescriptors)")
  }

  private static let limits: [String: Int] = [
    "bytes of an incoming line": Limits.lineBytes,
    "bytes of the line that a command in the JSON form stands for": Limits.commandBytes,
    "bytes of a name": Limits.nameBytes,
    "bytes of a text": Limits.textBytes,
    "bytes of a title": Limits.titleBytes,
    "characters of a tag": Limits.tagBytes,
    "items of a board": Limits.items,
    "sections of a board": Limits.sections,
    "bytes of the names, texts and titles of a board, each item and section counted as 64 more":
      Limits.boardBytes,
    "the same of all boards": Limits.allBoardBytes,
    "boards of a server": Limits.boards,
    "items of a drag session": Limits.sessionItems,
    "live drag sessions of a client": Limits.clientSessions,
    "live drag sessions of a board": Limits.boardSessions,
    "items from outside in all drag sessions": Limits.externalItems,
    "items of a board dragged at one time": Limits.draggedItems,
    "items of a board selected by a client": Limits.selectedItems,
    "items of a board selected by all clients together": Limits.boardSelectedItems,
    "wrong tokens of a connection, or for a name from an address": Limits.wrongTokens,
    "seconds for which they count": seconds(Limits.guessMemory),
    "names and addresses of which they are counted": Limits.guessedNames,
    "boards a connection watches": Limits.watchedBoards,
    "rows of a `batch`": Limits.batchRows,
    "lines of a `replace`": Limits.replaceLines,
    "errors in a row": Limits.errorsInARow,
    "connections": Limits.connections,
    "unsent bytes before a connection is read no further": Limits.unsentBytes,
    "bytes of unread answers of all connections before long answers wait": Limits.unreadAnswers,
    "seconds a connection may take nothing of its answers then": seconds(Limits.untakenIfFull),
    "remembered replies of a client": Limits.rememberedReplies,
    "bytes of these replies": Limits.rememberedBytes,
    "edits stored for catch-up, counting each item of an inserted or deleted section":
      Limits.logEdits,
    "bytes of the names and texts of these edits, of a board": Limits.logBytes,
    "bytes of the names and texts of these edits, of all boards": Limits.allLogBytes,
    "changes of a client that it can undo": Limits.undoneChanges,
    "revisions by which a board's snapshot on the disk may be behind": Limits.keptRevisions,
    "edits over which an index path `@REV` is mapped": Limits.carriedEdits,
    "ends of drags and selections of a board stored for slow watchers": Limits.presenceEvents,
    "outcomes remembered": Limits.outcomes,
    "clients without a connection remembered": Limits.departedClients,
    "rows of a listing": Limits.listingLines,
    "rows of `find`": Limits.foundItems,
    "bytes of a block": Limits.blockBytes,
    "bytes of unfinished lines and blocks of all connections": Limits.unfinishedBytes,
    "values of a line in the JSON form": Limits.jsonValues,
    "members of an object in the JSON form": Limits.jsonMembers,
    "levels of nested values of a line in the JSON form": Limits.jsonDepth,
    "commands of a connection executed in one turn": Limits.commandsInATurn,
    "milliseconds that a greeting may wait for the first bytes of a client":
      Int(Limits.greetingDelay / .milliseconds(1)),
    "seconds for the handshake of an encrypted connection": seconds(Limits.handshake),
    "bytes of the handshakes of all connections that have arrived and are not taken yet":
      Limits.handshakeBytes,
    "connections for which there is no room, in the handshake": Limits.refusedHandshakes,
    "seconds that a connection is read after its last line": seconds(Limits.linger),
    "bytes that are read of it then": Limits.lingerBytes,
    "milliseconds of silence that end this if the server stops":
      Int(Limits.lingerSilence / .milliseconds(1)),
    "seconds for the header of the PROXY protocol": seconds(Limits.proxyHeader),
    "bytes of it, in version 2": Limits.proxyHeaderBytes,
    "seconds for the first line of a connection if nine tenths of them are taken":
      seconds(Limits.firstLineIfCrowded),
    "seconds for a token, if a connection has no role without one": seconds(Limits.login),
    "seconds of silence inside a line": seconds(Limits.unfinishedLine),
    "seconds a connection may take nothing if others need its place":
      seconds(Limits.untakenAnswers),
    "seconds an idle guest keeps its place from others": seconds(Limits.shortestIdleTime),
    "seconds a drag session may be idle": seconds(Limits.sessionIdle),
    "seconds a drag session may live": seconds(Limits.sessionLife),
    "seconds a drag session may be suspended": seconds(Limits.sessionGrace),
    "seconds an outcome is remembered": seconds(Limits.outcomeMemory),
    "bytes of the head of an HTTP request": Limits.httpHeadBytes,
    "header fields of an HTTP request": Limits.httpFields,
    "bytes of the target of an HTTP request": Limits.httpTargetBytes,
    "seconds for the head of an HTTP request": seconds(Limits.httpHead),
    "HTTP requests of a connection that are read at once": Limits.pipelinedRequests,
    "HTTP connections that are no WebSockets": Limits.httpConnections,
    "the same from one address": Limits.httpConnectionsOfAddress,
    "bytes of the payload of a WebSocket frame of a client": Limits.frameBytes,
    "seconds of silence before a WebSocket is sent a ping": seconds(Limits.frameSilence),
    "seconds of silence before a WebSocket is closed": seconds(Limits.longestFrameSilence),
  ]

  private static func seconds(_ time: Duration) -> Int { Int(time.components.seconds) }
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
    #expect(missing == [])
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
    #expect(missing == [])
    #expect(Set(answered).subtracting(codes) == [])
  }

  @Test("that is a rule of a legal batch is broken in a transcript, if a client can break it")
  func rules() throws {
    let prefix = "refused batch-rule rule="
    let broken = Set(
      try Tables.serverLines().filter { $0.hasPrefix(prefix) }
        .map { String($0.dropFirst(prefix.count).prefix { $0 != " " }) })
    let typed = (1...7).map { "A\($0)" } + (1...12).map { "B\($0)" } + (1...4).map { "H\($0)" }
    #expect(broken == Set(typed), "C1 and C2 are about counts, which a client does not say")
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
