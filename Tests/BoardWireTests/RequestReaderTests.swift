import BoardCore
import BoardWire
import Testing

@Suite("Commands (section 3 and verbs.md)")
struct RequestReaderTests {
  /// Every form of `protocol/verbs.md`, and what it asks.
  static let requests: [(String, Request)] = [
    ("help", .help(topic: nil)), ("help propose", .help(topic: "propose")),
    ("hello ann", .hello("ann", token: nil, form: nil)),
    ("hello ann 0123", .hello("ann", token: "0123", form: nil)),
    ("hello json", .hello(nil, token: nil, form: .json)),
    ("hello text ann 0123", .hello("ann", token: "0123", form: .text)),
    ("ping", .ping(nil)), ("ping  a b ", .ping(" a b ")), ("quit", .quit), ("boards", .boards),
    ("create b", .create("b")), ("open b", .open("b", revision: nil, every: nil)),
    ("open b 41 every=250ms", .open("b", revision: 41, every: .milliseconds(250))),
    ("open b every=60s", .open("b", revision: nil, every: .seconds(60))),
    ("close", .close(nil)), ("close b", .close("b")), ("show b", .show("b", revision: nil)),
    ("who", .who(nil)),
    (
      "begin i1 0.2@7 ops=copy local=yes",
      .begin([.id("i1"), .path([0, 2], revision: 7)], on: nil, operations: .copy, local: true)
    ),
    (
      "begin today/i1 today/0.2",
      .begin(
        [.id("i1"), .path([0, 2], revision: nil)], on: "today", operations: nil, local: false)
    ),
    ("begin external: Call Ann", .beginExternal(type: "text/plain", "Call Ann", on: nil)),
    ("begin today/external:text/uri x", .beginExternal(type: "text/uri", "x", on: "today")),
    ("begin", .begin([], on: nil, operations: nil, local: false)),
    ("delete", .delete([], on: nil, force: false)), ("remove d1", .remove([], from: SessionID(1))),
    ("move 1.0", .move([], to: .index([1, 0], revision: nil), on: nil, force: false)),
    ("add i1", .add([.id("i1")], to: nil)),
    ("add d7 1.0", .add([.path([1, 0], revision: nil)], to: SessionID(7))),
    ("add d7 external:a/b t", .addExternal(type: "a/b", "t", to: SessionID(7))),
    ("remove d7 i1 i2", .remove([.id("i1"), .id("i2")], from: SessionID(7))),
    ("propose 1.0", .propose(nil, nil, .index([1, 0], revision: nil), on: nil)),
    (
      "propose d1 copy today/before:i3",
      .propose(SessionID(1), .copy, .before(.id("i3")), on: "today")
    ),
    ("propose after:0.1@4", .propose(nil, nil, .after(.path([0, 1], revision: 4)), on: nil)),
    ("propose start:s1", .propose(nil, nil, .start(.id("s1")), on: nil)),
    ("propose end:0", .propose(nil, nil, .end(.index(0)), on: nil)),
    ("propose into:i1", .propose(nil, nil, .into(.id("i1")), on: nil)),
    ("exit d2", .exit(SessionID(2))), ("perform", .perform(nil)),
    ("perform d1", .perform(SessionID(1))),
    ("cancel", .cancel(nil, force: false)),
    ("cancel d1 force=yes", .cancel(SessionID(1), force: true)),
    ("cancel force=yes", .cancel(nil, force: true)), ("resume d9", .resume(SessionID(9))),
    ("dryrun 1.0", .dryrun(.session(nil), nil, .index([1, 0], revision: nil), on: nil)),
    (
      "dryrun d1 move 1.0",
      .dryrun(.session(SessionID(1)), .move, .index([1, 0], revision: nil), on: nil)
    ),
    (
      "dryrun today/i1 copy copy end:s1",
      .dryrun(.items([.id("i1"), .id("copy")]), .copy, .end(.id("s1")), on: "today")
    ),
    ("drags b", .drags("b")),
    (
      "insert today/0.0 Call Ann",
      .insert("Call Ann", at: .index([0, 0], revision: nil), on: "today")
    ),
    ("insert 0.0 ", .insert("", at: .index([0, 0], revision: nil), on: nil)),
    (
      "delete i1 0.1 force=yes",
      .delete([.id("i1"), .path([0, 1], revision: nil)], on: nil, force: true)
    ),
    (
      "move i1 0.1 1.0",
      .move(
        [.id("i1"), .path([0, 1], revision: nil)], to: .index([1, 0], revision: nil), on: nil,
        force: false)
    ),
    (
      "move today/i1 today/end:s1 force=yes",
      .move([.id("i1")], to: .end(.id("s1")), on: "today", force: true)
    ),
    (#"edit i1 a\nb\\c\u{1F34E}"#, .edit(.id("i1"), "a\nb\\c🍎", on: nil)),
    ("insert-section end To do", .insertSection("To do", at: .end, on: nil)),
    ("insert-section b/0 x", .insertSection("x", at: .index(0), on: "b")),
    ("delete-section b/s1 force=yes", .deleteSection(.id("s1"), on: "b", force: true)),
    ("move-section s1 before:2", .moveSection(.id("s1"), to: .before(.index(2)), on: nil)),
    ("rename-section 0 New", .renameSection(.index(0), "New", on: nil)),
    ("clear s1", .clear(.id("s1"), on: nil, force: false)),
    ("batch b 4 force=yes", .batch("b", revision: 4, force: true)),
    ("replace b", .replace("b", revision: nil, force: false)),
    ("policy", .policy(nil, [], on: nil)), ("policy b/", .policy(nil, [], on: "b")),
    (
      "policy b/* ops=none max-items=3 types=item,text/plain",
      .policy(.board, [.operations(.none), .maxItems(3), .types(["item", "text/plain"])], on: "b")
    ),
    (
      "policy s1 limit=none types=any paused=yes empty=remove draggable=inherit local-only=no",
      .policy(
        .section(.id("s1")),
        [
          .limit(nil), .types(nil), .paused(true), .empty(.remove), .inherit(.draggable),
          .localOnly(false),
        ],
        on: nil)
    ),
    (
      "policy b/* selection=multiple highlight=no keep-selected=yes on-choose=move:s1",
      .policy(
        .board,
        [
          .selection(.multiple), .highlight(false), .keepSelected(true),
          .onChoose(.move(to: .id("s1"))),
        ], on: "b")
    ),
    (
      "policy 0 on-choose=move:1 on-choose=delete on-choose=none keep-selected=inherit",
      .policy(
        .section(.index(0)),
        [
          .onChoose(.move(to: .index(1))), .onChoose(.delete), .onChoose(.none),
          .inherit(.keepSelected),
        ], on: nil)
    ),
    (
      "select b/i1 0.2@7",
      .select([.id("i1"), .path([0, 2], revision: 7)], on: "b")
    ),
    ("select", .select([], on: nil)), ("select none", .selectNone(on: nil)),
    ("select b/none", .selectNone(on: "b")),
    ("select none i1", .select([.id("none"), .id("i1")], on: nil)),
    ("deselect none", .deselect([.id("none")], on: nil)),
    ("choose b/0.1", .choose(.path([0, 1], revision: nil), on: "b")),
  ]

  @Test("Every form of a command is read", arguments: requests)
  func forms(_ line: String, _ expected: Request) {
    #expect(request(line) == expected)
  }

  @Test("Verbs are matched without regard to case, and blanks may stand around words")
  func verbCase() {
    #expect(request("PeRFoRM") == .perform(nil))
    #expect(request("  MOVE-SECTION   s1  end  ") == .moveSection(.id("s1"), to: .end, on: nil))
    for verb in Verb.allCases {
      #expect(mistake(verb.rawValue.uppercased()) != .unknownVerb(verb.rawValue.uppercased()))
    }
  }

  @Test("An empty line, and a line of blanks, is no command")
  func blank() {
    #expect(read("") == nil)
    #expect(read("    ") == nil)
  }

  @Test("A tag before the verb is told, of an error as well")
  func tags() {
    #expect(read("#a.B_9- ping") == Command(tag: "a.B_9-", verb: .ping, .success(.ping(nil))))
    #expect(read("#t fly") == Command(tag: "t", .failure(.unknownVerb("fly"))))
    #expect(read("#t") == Command(tag: "t", .failure(.missingArgument("VERB"))))
    let longest = String(repeating: "x", count: 32)
    #expect(read("#\(longest) ping")?.tag == longest)
    for bad in ["# ping", "#\(longest)x ping", "#a,b ping", "#é ping"] {
      #expect(read(bad) == Command(tag: nil, .failure(.badTag)))
    }
  }

  /// Lines that are wrong, and how.
  static let mistakes: [(String, LineError)] = [
    ("fly", .unknownVerb("fly")), ("undone", .unknownVerb("undone")),
    ("open", .missingArgument("BOARD")), ("open b 007", .badNumber("007")),
    ("open b +7", .badNumber("+7")), ("open b -0", .badNumber("-0")),
    ("open b 9007199254740992", .badNumber("9007199254740992")),
    ("open b 99999999999999999999999999999999999", .badNumber("99999999999999999999999999999999")),
    ("open b 1 2", .tooManyArguments("2")), ("open 7", .badName("7")), ("open d7", .badName("d7")),
    ("open -b", .badName("-b")), ("open a.b", .badName("a.b")),
    ("open b every=61s", .badArgument("every=61s")), ("open b every=2m", .badArgument("every=2m")),
    ("hello ann abc", .badArgument("TOKEN")), ("hello ann a/b/c", .badArgument("TOKEN")),
    ("propose", .missingArgument("PLACE")), ("propose i3", .badArgument("i3")),
    ("propose 1.0 2.0", .tooManyArguments("2.0")), ("propose 1.x", .badNumber("x")),
    ("propose 01.0", .badNumber("01")), ("propose 1.", .badArgument("1.")),
    ("propose 1.0@", .badArgument("1.0@")), ("propose 1.0@x", .badNumber("x")),
    ("propose beside:i3", .badArgument("beside:i3")), ("propose before:", .badArgument("before:")),
    ("propose today/", .badArgument("today/")), ("propose /1.0", .badArgument("/1.0")),
    ("propose d01 1.0", .badNumber("01")), ("perform x", .badArgument("x")),
    ("perform d1 d2", .tooManyArguments("d2")), ("resume", .missingArgument("SESSION")),
    ("resume x", .badArgument("x")),
    ("begin i1 ops=fly", .badArgument("ops=fly")),
    ("begin i1 b/i2", .badArgument("b/i2")), ("begin a/i1 b/i2", .badArgument("b/i2")),
    ("begin external:", .missingArgument("TEXT")),
    ("begin external:a,b x", .badArgument("external:a,b")),
    ("delete i1 force=no", .badArgument("force=no")),
    ("delete i1 force=yes i2", .tooManyArguments("i2")), ("move", .missingArgument("PLACE")),
    ("move i1", .missingArgument("PLACE")), ("move b/i1", .missingArgument("PLACE")),
    ("edit i1", .missingArgument("TEXT")),
    ("insert 0.0", .missingArgument("TEXT")), (#"edit i1 a\b"#, .badEscape),
    (#"edit i1 a\"#, .badEscape), (#"edit i1 \u{}"#, .badEscape),
    (#"edit i1 \u{d800}"#, .badEscape),
    (#"edit i1 \u{110000}"#, .badEscape), (#"edit i1 \u{0000041}"#, .badEscape),
    (#"edit i1 \u{41"#, .badEscape), (#"edit i1 \u41"#, .badEscape),
    ("insert-section s1 x", .badArgument("s1")), ("clear", .missingArgument("SECTION")),
    ("policy s1 colour=red", .badArgument("colour=red")),
    ("policy s1 limit=x", .badArgument("limit=x")),
    ("policy s1 selection=single", .badArgument("selection=single")),
    ("policy s1 selection=inherit", .badArgument("selection=inherit")),
    ("policy * selection=two", .badArgument("selection=two")),
    ("policy * highlight=", .badArgument("highlight=")),
    ("policy * on-choose=move:", .badArgument("on-choose=move:")),
    ("policy * on-choose=move:d1", .badName("d1")),
    ("policy * on-choose=fly", .badArgument("on-choose=fly")),
    ("choose", .missingArgument("ITEM")), ("choose a b", .tooManyArguments("b")),
    ("select d1", .badName("d1")), ("select a/i1 b/i2", .badArgument("b/i2")),
    ("deselect force=yes", .badName("force=yes")),
    ("policy s1 limit=01", .badNumber("01")), ("policy s1 types=", .badArgument("types=")),
  ]

  @Test("A line that is wrong is told how", arguments: mistakes)
  func wrong(_ line: String, _ expected: LineError) {
    #expect(mistake(line) == expected)
  }

  @Test("A text may have 1024 bytes and a title 256, counted without escapes")
  func limits() {
    let text = String(repeating: "é", count: 512)
    #expect(request("edit i1 " + text) == .edit(.id("i1"), Text(text), on: nil))
    #expect(mistake("edit i1 x" + text) == .textTooLong(1024))
    let escaped = String(repeating: #"\u{0}"#, count: 256)
    #expect(mistake("rename-section s1 " + escaped) == nil)
    #expect(mistake("rename-section s1 x" + escaped) == .textTooLong(256))
    let name = String(repeating: "n", count: 64)
    #expect(request("create " + name) != nil)
    #expect(mistake("create n" + name) == .badName(String(repeating: "n", count: 32)))
  }

  @Test("What is quoted back is cut to 32 bytes between characters")
  func quotes() {
    let word = String(repeating: "é", count: 40)
    #expect(mistake("x" + word) == .unknownVerb("x" + String(repeating: "é", count: 15)))
  }

  @Test("No line whatever stops the program")
  func randomLines() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let words =
      Verb.allCases.map(\.rawValue) + [
        "i1", "1.0", "d7", "d", "-", "#t", "before:", "today/", "/", ":", "@", "1.0@3", "=",
        "force=yes",
        "external:", "ops=", "end", "", "\\", "é", "9007199254740991", "*",
      ]
    for _ in 0..<20_000 {
      let line = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        words.randomElement(using: &random)!
          + (Int.random(in: 0..<8, using: &random) == 0 ? words.randomElement(using: &random)! : "")
      }.joined(separator: " ")
      if case .failure(let error) = read(line)?.request {
        #expect(written(.error(error)).utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A }, "seed \(seed)")
      }
    }
  }
}
