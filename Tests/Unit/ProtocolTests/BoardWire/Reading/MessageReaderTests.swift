import BoardModel
import BoardWire
import Simulation
import TestKit
import Testing

@Suite("A message that a client reads")
struct MessageReaderTests {
  @Test("is unchanged after writing and reading, with unknown keys or without")
  func roundTrips() throws {
    let seed = Int.random(in: .min ... .max)
    var random = SeededRandom(seed: seed)
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
      try expectEqual(messages(buffer.string), expected, "seed \(seed)")
      let longer = buffer.string.utf8.split(separator: 0x0A).map {
        "\(String($0)!.withUnknownKey)\n"
      }
      let found = try messages(longer.joined())
      for (found, expected) in zip(found, expected) {
        expectEqual(found, expected, "seed \(seed)")
      }
      expectEqual(found.count, expected.count, "seed \(seed)")
    }
  }

  @Test("is a valid line without control bytes")
  func controlBytes() throws {
    var buffer = WireBuffer()
    for text in TextTests.hostile {
      buffer.append(.ping(.init(Text(text))))
      // A quoted value is a word, which is never empty.
      buffer.append(.error(.unknownVerb(QuotedWord("x\(text.prefix(3))" as String)!), nil))
      buffer.append(.refused(.itemGone("x\(text)")))
      buffer.append(.show("b", [TextEscapes.escaped(text)]))
      buffer.append(
        snapshot: [Section(id: "s1", title: Text(text), items: [Item(id: "i1", text: Text(text))])],
        board: "b", revision: 1)
    }
    #expect(buffer.bytes.allSatisfy { $0 == 0x0A || ($0 >= 0x20 && $0 != 0x7F) })
    try expectEqual(messages(buffer.string).count, 5 * TextTests.hostile.count)
  }

  @Test(
    "is refused if no server can write it",
    arguments: [
      "batch b 1 2", "batch b 1 x 2", "board b 1 2", "drag 7 lifted",
      "drag d7 over fly at=1.0 anchor=end:s1",
      "drag d7 over move anchor=end:s1",
      "drag d7 over move at=1.0 anchor=b/end:s1", "drag d7", "drag d7 ended moved",
      "drag d7 began b ann", "ok", "ok show b", "ok fly", "refused", "ok perform d1 moved rev=4",
      "ok resume d1 move at=1.0", "ok choose i1 moved rev=3",
      "batch b 1 2 1\nmove 0.0 0.1 -", "batch b 1 2 1\nfly 0.0",
      "batch b 1 2 1\ninsert-section 0 s1 1 T", "batch b 1 2 1\nend", "batch b 1 2 1\n",
      "board b 1 1 1\nsection s1 1 T", "board b 1 2 1\nsection s1 0 T",
      "board b 1 1 1\nsection s1 - T", "board b 1 1 2\nsection s1 0 T\nitem i1 x",
      "selected b", "selected b ann items=7", "ok boards 1\nb rev=x sections=1 items=1 watchers=1",
      "batch b 1 2 99999999999", "board b 1 1 2\nselected b ann items=i1\nsection s1 0 T",
      "ok help 1\nx", "", "#t",
    ])
  func malformed(_ text: String) {
    var reader = MessageReader()
    #expect(throws: MalformedLine.self) {
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        _ = try Array(line.utf8).withUnsafeBytes { bytes in try reader.read(bytes) }
      }
    }
    #expect(!reader.isInsideMessage)
  }

  @Test("is skipped if it is of a later version")
  func later() throws {
    for line in ["cursor b ann 0.1", "drag d1 hovers x=1", "bye maintenance", "presence"] {
      try expectEqual(messages(line + "\n"), [.unknown(line)])
    }
    let snapshot = "board b 1 1 3\nsection s1 0\ncursor ann 0.1\nselected b ann items=i1\n"
    guard case .snapshot(_, _, _, let presence)? = try messages(snapshot).first else {
      Issue.record("no snapshot")
      return
    }
    expectEqual(presence, [.selected(.init("b", client: "ann", items: ["i1"]))])
  }

  @Test("may have a code of a later version, which is still a refusal")
  func laterCodes() throws {
    let found = try messages("#t refused too-shy item=i1 rev=3 moon=full It is shy.\n")
    guard case .reply(let reply)? = found.first, let failure = reply.failure else {
      Issue.record("no refusal")
      return
    }
    #expect(failure.code == "too-shy" && failure.sentence == "It is shy.")
    #expect(failure.facts.item == "i1" && failure.facts.revision == 3 && failure.refusal == nil)
  }
}

extension String {
  /// A line of a batch, a snapshot or an event with an unknown key.
  fileprivate var withUnknownKey: String {
    let counts = [
      "batch": 5, "board": 5, "delete-section": 3, "insert-section": 4, "move-section": 4,
      "reload-section": 3, "delete": 3, "move": 4, "insert": 3, "reload": 3, "reconfigure": 3,
      "section": 3,
      "item": 2,
      "selected": 3,
    ]
    // By bytes, since a combining character would make one character of a blank.
    var words = utf8.split(separator: 0x20, omittingEmptySubsequences: false).map { String($0)! }
    let ends = ["began": 5, "over": 4]
    let count = counts[words[0]] ?? ends[words[2]] ?? 3
    words.insert("x-new=1,2", at: min(count, words.count))
    return words.joined(separator: " ")
  }
}

extension BatchUpdate {
  /// Rows of all kinds with random facts, whether or not they make sense together.
  fileprivate static func random(using random: inout SeededRandom) -> BatchUpdate {
    var batch = BatchUpdate()
    func count() -> Int { Int.random(in: 0...3, using: &random) }
    func index() -> Int { Int.random(in: 0...12_345, using: &random) }
    func path() -> IndexPath { [index(), index()] }
    func changes(atLeast least: Int) -> FieldChanges {
      var changes = FieldChanges()
      for name: FieldName in ["a", "due", "z9"].prefix(max(least, count())) {
        changes.set(name, to: Bool.random(using: &random) ? nil : "a=\u{20}b\n")
      }
      return changes
    }
    func item() -> Item {
      Item(
        id: .random(using: &random), text: .random(using: &random),
        fields: Fields().applying(changes(atLeast: 0)))
    }
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
    batch.reloads = (0..<count()).map { _ in
      .init(item().id, text: item().text, changes(atLeast: 0), at: path())
    }
    batch.reconfigures = (0..<count()).map { _ in .init(item().id, changes(atLeast: 1), at: path())
    }
    return batch
  }
}

extension Content {
  fileprivate static func random(using random: inout SeededRandom) -> Content {
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
  fileprivate static func random(using random: inout SeededRandom) -> Event {
    let session = SessionID(Int.random(in: 1...Limits.number, using: &random))
    let items: [ItemID] = (0..<3).map { _ in .random(using: &random) }
    let operations = DropOperations(
      move: Bool.random(using: &random), copy: Bool.random(using: &random))
    let external =
      Bool.random(using: &random) ? DragParcel(type: "text/plain", .random(using: &random)) : nil
    switch Int.random(in: 0...7, using: &random) {
    case 0:
      return .began(
        .init(
          session, board: .random(using: &random), client: .random(using: &random), items: items,
          operations: operations, external: external, isLocal: Bool.random(using: &random)))
    case 1: return .items(.init(session, items: items, external: external))
    case 2: return .lifted(.init(session))
    case 3: return .over(.init(session, proposal: .random(using: &random)))
    case 4: return .suspended(.init(session))
    case 5: return .lost(.init(session))
    case 6:
      return .selected(
        .init(.random(using: &random), client: .random(using: &random), items: items))
    default: return .selected(.init(.random(using: &random), client: .random(using: &random)))
    }
  }
}

extension DropProposal {
  fileprivate static func random(using random: inout SeededRandom) -> DropProposal {
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
  fileprivate static func random(using random: inout SeededRandom) -> Name {
    let letters = Array("abcdXYZ0189_-")
    let count = Int.random(in: 1...63, using: &random)
    return Name("n" + String((0..<count).map { _ in letters.randomElement(using: &random)! }))!
  }
}

extension Text {
  fileprivate static func random(using random: inout SeededRandom) -> Text {
    Text(String.random(upTo: 12, using: &random))
  }
}
