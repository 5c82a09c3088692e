import BoardCore
import BoardWire
import Testing

@Suite("What a client reads")
struct ServerReaderTests {
  /// The messages in what a server wrote.
  private func messages(_ buffer: borrowing WireBuffer) throws -> [ServerMessage] {
    var framer = LineFramer.forServerLines
    var reader = ServerReader()
    var messages: [ServerMessage] = []
    var failure: (any Error)?
    buffer.withUnsafeBytes { bytes in
      _ = framer.feed(bytes) { frame in
        guard case .line(let line) = frame else { preconditionFailure("\(frame)") }
        do {
          if let message = try reader.read(line) { messages.append(message) }
        } catch {
          failure = error
        }
        return failure == nil
      }
    }
    if let failure { throw failure }
    #expect(!reader.isInsideMessage)
    return messages
  }

  @Test("Random batches, snapshots and events come back as they were")
  func roundTrips() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let batch = BatchUpdate.random(using: &random)
      let content = Content.random(using: &random)
      let presence = (0..<3).map { _ in Event.random(using: &random) }
      var buffer = WireBuffer()
      buffer.append(batch: batch, board: "b", from: 4, to: 9)
      buffer.append(snapshot: content, board: "b", revision: 9, presence: presence)
      for event in presence { buffer.append(event) }
      let expected: [ServerMessage] =
        [
          .batch("b", from: 4, to: 9, batch),
          .snapshot("b", revision: 9, content, presence: presence),
        ] + presence.map { .event($0) }
      #expect(try messages(buffer) == expected, "seed \(seed)")
    }
  }

  @Test("Every outcome is told as far as everyone is told it")
  func outcomes() throws {
    let outcomes: [SessionOutcome] = [
      .moved(revision: 4, path: [1, 0]), .copied(revision: 4, board: nil, path: [0, 0]),
      .copied(revision: 4, board: "today", path: [0, 0]), .unchanged(revision: 4, path: [0, 0]),
      .cancelled, .forbidden(.limit), .expired, .gone, .shutdown,
    ]
    for outcome in outcomes {
      var buffer = WireBuffer()
      buffer.append(.ended(SessionID(3), outcome))
      #expect(try messages(buffer) == [.ended(SessionID(3), ReportedOutcome(outcome))])
    }
  }

  @Test("A reply is its words, its sentence and its lines")
  func replies() throws {
    var buffer = WireBuffer()
    buffer.appendGreeting()
    buffer.append(.pong("a  b\n"), tag: "t1")
    buffer.append(.exit(SessionID(1)), replayedFor: "t2")
    buffer.append(.refused(.itemGone("i1")), replayedFor: "t3")
    buffer.append(.error(.unknownVerb("fly;")))
    buffer.append(.error(.badUTF8))
    buffer.append(
      .listing(.policy, words: ["b"], lines: ["one", "", "x; y"]), replayedFor: "t4")
    buffer.append(.listing(.dryrun, words: ["move", "at", "1.0", "end:s1"], lines: []))
    for bye in Bye.allCases { buffer.append(.bye(bye)) }
    let found = try messages(buffer)
    #expect(found[0] == .greeting(version: 1))
    let replies = found.compactMap { message -> ServerReply? in
      guard case .reply(let reply) = message else { return nil }
      return reply
    }
    #expect(replies.map(\.kind) == [.pong, .ok, .refused, .error, .error, .ok, .ok])
    #expect(replies.map(\.tag) == ["t1", "t2", "t3", nil, nil, "t4", nil])
    #expect(replies[0].text == "a  b\n")
    #expect(replies[1].words == ["exit", "d1"] && replies[1].isReplayed)
    #expect(replies[2].words == ["item-gone", "i1"] && replies[2].isReplayed)
    #expect(replies[2].sentence?.isEmpty == false)
    #expect(replies[3].words == ["unknown-verb", "fly;"])
    #expect(replies[4].words == ["bad-utf8"])
    #expect(replies[5].words == ["policy", "b"] && replies[5].isReplayed)
    #expect(replies[5].lines == ["one", "", "x; y"])
    #expect(replies[6].words == ["dryrun", "move", "at", "1.0", "end:s1"])
    #expect(found.suffix(5) == Bye.allCases.map { .event(.bye($0)) }[...])
  }

  @Test("Everything a server writes is a line that can be read, and holds no control byte")
  func hygiene() throws {
    var buffer = WireBuffer()
    for text in TextTests.hostile {
      buffer.append(.pong(Text(text)))
      buffer.append(.error(.unknownVerb(String(text.prefix(3)).filter { $0 != " " })))
      buffer.append(.listing(.show, words: ["b"], lines: [TextEscapes.escaped(text)]))
      buffer.append(
        snapshot: [Section(id: "s1", title: Text(text), items: [Item(id: "i1", text: Text(text))])],
        board: "b", revision: 1)
    }
    #expect(buffer.bytes.allSatisfy { $0 == 0x0A || ($0 >= 0x20 && $0 != 0x7F) })
    #expect(try messages(buffer).count == 4 * TextTests.hostile.count)
  }

  @Test(
    "A line that no server says is found",
    arguments: [
      "batch b 1 2", "batch b 1 x 2", "board b 1 2", "drag 7 over none",
      "drag d7 over fly at 1.0 end:s1",
      "drag d7 over forbidden at 1.0 end:s1 paused", "drag d7 over move at 1.0 b/end:s1",
      "drag d7 began b ann move", "ok", "ok show b", "refused", "drag d7 ended",
      "batch b 1 2 1\nmove 0.0 0.1 -",
      "batch b 1 2 1\ninsert-section 0 s1 1 T", "batch b 1 2 1\nend", "batch b 1 2 1\n",
      "board b 1 1 1\nsection s1 1 T", "board b 1 2 1\nsection s1 0 T",
      "board b 1 1 1\nsection s1 - T",
      "board b 1 1 2\nsection s1 0 T\nitem i1 - x", "board b 1 0 1\nbye quit", "selected b ann",
      "selected b ann 7",
      "board b 1 1 2\nselected b ann i1\nsection s1 0 T",
      "ok help 1\nx", "",
    ].filter { $0 != "drag d7 began b ann move" })
  func malformed(_ text: String) {
    var reader = ServerReader()
    #expect(throws: MalformedLine.self) {
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        _ = try Array(line.utf8).withUnsafeBytes { bytes in try reader.read(bytes) }
      }
    }
    #expect(!reader.isInsideMessage)
  }

  @Test("Events of later versions and trailing words are skipped")
  func later() throws {
    var reader = ServerReader()
    let lines: [(String, ServerMessage)] = [
      ("cursor b ann 0.1", .unknown("cursor")), ("drag d1 hovers", .unknown("drag")),
      ("bye maintenance", .unknown("bye")),
      ("drag d1 suspended for 30", .event(.suspended(SessionID(1)))),
      ("dropline 2 ready", .greeting(version: 2)),
    ]
    for (line, expected) in lines {
      let message = try Array(line.utf8).withUnsafeBytes { try reader.read($0) }
      #expect(message == expected)
    }
  }
}

extension BatchUpdate {
  /// Rows of all kinds with random facts, whether or not they make sense together.
  fileprivate static func random(using random: inout SeededGenerator) -> BatchUpdate {
    var batch = BatchUpdate()
    func count() -> Int { Int.random(in: 0...3, using: &random) }
    func index() -> Int { Int.random(in: 0...12_345, using: &random) }
    func path() -> IndexPath { [index(), index()] }
    func item() -> Item { Item(id: .random(using: &random), text: .random(using: &random)) }
    func was() -> IndexPath? { Bool.random(using: &random) ? path() : nil }
    func arrivals() -> [Arrival] { (0..<count()).map { _ in Arrival(item(), was: was()) } }
    func section() -> SectionID { .random(using: &random) }
    func title() -> Text { .random(using: &random) }
    batch.deletedSections = (0..<count()).map { _ in .init(section(), at: index()) }
    batch.insertedSections = (0..<count()).map { _ in
      .init(section(), title: title(), items: arrivals(), at: index())
    }
    batch.movedSections = (0..<count()).map { _ in .init(section(), from: index(), to: index()) }
    batch.reloadedSections = (0..<count()).map { _ in .init(section(), title: title(), at: index())
    }
    batch.deletes = (0..<count()).map { _ in .init(item().id, at: path()) }
    batch.moves = (0..<count()).map { _ in .init(item().id, from: path(), to: path()) }
    batch.inserts = (0..<count()).map { _ in .init(item(), at: path(), was: was()) }
    batch.reloads = (0..<count()).map { _ in .init(item(), at: path()) }
    return batch
  }
}

extension Content {
  fileprivate static func random(using random: inout SeededGenerator) -> Content {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in
      Section(
        id: .random(using: &random), title: .random(using: &random),
        items: (0..<Int.random(in: 0...4, using: &random)).map { _ in
          Item(id: .random(using: &random), text: .random(using: &random))
        })
    }
  }
}

extension Event {
  /// Any event that may stand in a snapshot.
  fileprivate static func random(using random: inout SeededGenerator) -> Event {
    let session = SessionID(Int.random(in: 1...Limits.number, using: &random))
    let items: [ItemID] = (0..<3).map { _ in .random(using: &random) }
    switch Int.random(in: 0...7, using: &random) {
    case 6: return .selected(.random(using: &random), .random(using: &random), items)
    case 7: return .selected(.random(using: &random), .random(using: &random), [])
    case 0:
      let operations = DropOperations(
        move: Bool.random(using: &random), copy: Bool.random(using: &random))
      return .began(
        session, .random(using: &random), by: .random(using: &random), operations, items)
    case 1: return .items(session, items)
    case 2: return .over(session, nil)
    case 3: return .over(session, .random(using: &random))
    case 4: return .suspended(session)
    default: return .resumed(session)
    }
  }
}

extension DropProposal {
  fileprivate static func random(using random: inout SeededGenerator) -> DropProposal {
    let verdicts: [Verdict] =
      DropOperation.allCases.map { .allowed($0) } + DropReason.allCases.map { .denied($0) }
    let anchors: [Anchor] = [
      .before(.random(using: &random)), .after(.random(using: &random)),
      .start(.random(using: &random)),
      .end(.random(using: &random)),
    ]
    return DropProposal(
      verdict: verdicts.randomElement(using: &random)!,
      board: Bool.random(using: &random) ? .random(using: &random) : nil,
      path: [
        Int.random(in: 0...99, using: &random), Int.random(in: 0...Limits.number, using: &random),
      ],
      anchor: anchors.randomElement(using: &random)!)
  }
}

extension Name {
  fileprivate static func random(using random: inout SeededGenerator) -> Name {
    let letters = Array("abcdXYZ0189_-")
    let count = Int.random(in: 1...63, using: &random)
    return Name("n" + String((0..<count).map { _ in letters.randomElement(using: &random)! }))!
  }
}

extension Text {
  fileprivate static func random(using random: inout SeededGenerator) -> Text {
    Text(String.random(upTo: 12, using: &random))
  }
}
