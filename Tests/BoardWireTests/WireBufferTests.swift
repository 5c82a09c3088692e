import BoardCore
import BoardWire
import Testing

@Suite("Replies and events (sections 4, 7 and 8)")
struct WireBufferTests {
  private static let proposal = DropProposal(
    verdict: .allowed(.move), path: [1, 0], anchor: .start("s2"))
  private static let denied = DropProposal(
    verdict: .denied(.limit), board: "today", path: [0, 2], anchor: .before("i9"))

  static let replies: [(Reply, String)] = [
    (.hello("ann"), "ok hello ann"), (.quit, "ok quit"), (.pong(nil), "pong"),
    (.pong("a b"), "pong a b"),
    (.create("b", revision: 0), "ok create b 0"),
    (.open("b", revision: 4, rewound: false), "ok open b 4"),
    (.open("b", revision: 4, rewound: true), "ok open b 4 rewound"), (.close("b"), "ok close b"),
    (.begin(SessionID(1), ["i2", "i3"]), "ok begin d1 i2 i3"),
    (.add(SessionID(1), ["i2"]), "ok add d1 i2"),
    (.remove(SessionID(1), ["i2"]), "ok remove d1 i2"),
    (.remove(SessionID(1), []), "ok remove d1 cancelled"),
    (.propose(SessionID(1), proposal), "ok propose d1 move at 1.0 start:s2"),
    (
      .propose(SessionID(1), denied), "ok propose d1 forbidden at today/0.2 today/before:i9 limit"
    ),
    (.exit(SessionID(12)), "ok exit d12"),
    (.perform(SessionID(1), .moved(revision: 4, path: [1, 0])), "ok perform d1 moved 4 1.0"),
    (
      .perform(SessionID(1), .copied(revision: 12, board: "today", path: [0, 0])),
      "ok perform d1 copied 12 today/0.0"
    ),
    (
      .perform(SessionID(1), .unchanged(revision: 4, path: [1, 0])), "ok perform d1 unchanged 4 1.0"
    ),
    (.perform(SessionID(1), .forbidden(.paused)), "ok perform d1 forbidden paused"),
    (.cancel(SessionID(1), .cancelled), "ok cancel d1 cancelled"),
    (.resume(SessionID(1), nil), "ok resume d1 lifted"),
    (.resume(SessionID(1), proposal), "ok resume d1 over move at 1.0 start:s2"),
    (.insert("i1", [0, 2], revision: 9), "ok insert i1 0.2 9"),
    (.delete(count: 2, revision: 9), "ok delete 2 9"),
    (.move(count: 2, [1, 0], revision: 9), "ok move 2 1.0 9"),
    (.edit("i1", [0, 2], revision: 9), "ok edit i1 0.2 9"),
    (.insertSection("s1", index: 0, revision: 1), "ok insert-section s1 0 1"),
    (.deleteSection("s1", revision: 1), "ok delete-section s1 1"),
    (.moveSection("s1", index: 2, revision: 1), "ok move-section s1 2 1"),
    (.renameSection("s1", index: 2, revision: 1), "ok rename-section s1 2 1"),
    (.clear("s1", count: 10, revision: 1), "ok clear s1 10 1"),
    (.batch("b", revision: 3), "ok batch b 3"),
    (.select("b", ["i1", "i2"]), "ok select b i1 i2"), (.select("b", []), "ok select b none"),
    (.deselect("b", ["i1"]), "ok deselect b i1"), (.deselect("b", []), "ok deselect b none"),
    (.choose("i1", .selected), "ok choose i1 selected"),
    (.choose("i1", .deselected), "ok choose i1 deselected"),
    (.choose("i1", .moved(revision: 9, [1, 0])), "ok choose i1 moved 9 1.0"),
    (.choose("i1", .deleted(revision: 9)), "ok choose i1 deleted 9"),
    (.replace("b", revision: 9_007_199_254_740_991), "ok replace b 9007199254740991"),
    (.listing(.who, words: [], lines: ["a", "b"]), "ok who 2\n| a\n| b"),
    (.listing(.show, words: ["b"], lines: []), "ok show b 0"),
  ]

  @Test("Every reply is written as verbs.md has it", arguments: replies)
  func reply(_ reply: Reply, _ line: String) {
    #expect(written(reply) == line + "\n")
  }

  @Test("A tag is echoed behind the first word, and a replayed reply says so last")
  func tags() {
    #expect(written(.exit(SessionID(1)), tag: "t", replayed: true) == "ok #t exit d1 replayed\n")
    #expect(written(.pong("x"), tag: "t") == "pong #t x\n")
    let refused = written(.refused(.itemGone("i1")), tag: "t", replayed: true)
    #expect(refused.hasPrefix("refused #t item-gone i1 replayed; "))
    #expect(written(.error(.badTag)).hasPrefix("error bad-tag; "))
  }

  @Test("Facts stand before the sentence, escaped where they have to be")
  func facts() {
    let leased = Refusal.leased("i1", by: "ann", in: SessionID(7), seconds: 90)
    #expect(written(.refused(leased)).hasPrefix("refused leased i1 ann d7 90; "))
    #expect(written(.error(.controlByte(0x1B))).hasPrefix("error control-byte 1B; "))
    #expect(written(.error(.controlByte(7))).hasPrefix("error control-byte 07; "))
    #expect(
      written(.error(.unknownVerb("a\u{202E}\\"))).hasPrefix(#"error unknown-verb a\u{202e}\\; "#))
  }

  @Test("An unknown verb is answered with the nearest one")
  func hints() {
    for (word, verb) in [
      ("opne", "open"), ("preform", "perform"), ("list", "boards"), ("DELET", "delete"),
    ] {
      #expect(written(.error(.unknownVerb(word))).contains("Did you mean \"\(verb)\"?"))
    }
    #expect(!written(.error(.unknownVerb("xyzzy"))).contains("mean"))
  }

  static let events: [(Event, String)] = [
    (
      .began(SessionID(7), "b", by: "ann", .all, ["i1", "i2"]),
      "drag d7 began b ann move,copy i1 i2"
    ),
    (.items(SessionID(7), ["i1"]), "drag d7 items i1"),
    (.selected("b", "ann", ["i1", "i2"]), "selected b ann i1 i2"),
    (.selected("b", "ann", []), "selected b ann none"),
    (.over(SessionID(7), nil), "drag d7 over none"),
    (.over(SessionID(7), proposal), "drag d7 over move at 1.0 start:s2"),
    (.suspended(SessionID(7)), "drag d7 suspended"), (.resumed(SessionID(7)), "drag d7 resumed"),
    (.ended(SessionID(7), .moved(revision: 4, path: [1, 0])), "drag d7 ended moved 4"),
    (
      .ended(SessionID(7), .copied(revision: 4, board: "today", path: [1, 0])),
      "drag d7 ended copied 4 today"
    ),
    (.ended(SessionID(7), .forbidden(.paused)), "drag d7 ended forbidden"),
    (.bye(.quit), "bye quit"),
    (.bye(.full), "bye full; The server has as many connections as it takes."),
  ]

  @Test("Every event is written as rule 7.5 has it", arguments: events)
  func event(_ event: Event, _ line: String) {
    var buffer = WireBuffer()
    buffer.append(event)
    #expect(buffer.string == line + "\n")
  }

  @Test("The greeting names version, limits and the index rule")
  func greeting() {
    var buffer = WireBuffer()
    buffer.appendGreeting()
    #expect(
      buffer.string == "dropline 1 ready; line=4096 text=1024 index=after-removal; try \"help\"\n")
  }

  @Test("A batch is its head and its rows, and an empty text leaves no blank")
  func batch() {
    var batch = BatchUpdate()
    batch.deletedSections = [.init("s9", at: 2)]
    batch.insertedSections = [
      .init("s12", title: "Today", items: [.init(Item(id: "i30", text: ""), was: [0, 1])], at: 0)
    ]
    batch.moves = [.init("i4", from: [0, 1], to: [2, 0])]
    batch.inserts = [.init(Item(id: "i9", text: "a\nb"), at: [2, 3])]
    var buffer = WireBuffer()
    buffer.append(batch: batch, board: "b", from: 41, to: 44)
    #expect(
      buffer.string == """
        batch b 41 44 5
        delete-section 2 s9
        insert-section 0 s12 1 Today
        item i30 0.1
        move 0.1 2.0 i4
        insert 2.3 i9 - a\\nb

        """)
  }

  @Test("A snapshot counts the lines of the drag sessions and selections it shows")
  func snapshot() {
    let content: Content = [
      Section(
        id: "s1", title: "To buy", items: [Item(id: "i1", text: "Bread"), Item(id: "i2", text: "")]),
      Section(id: "s2", title: ""),
    ]
    var buffer = WireBuffer()
    buffer.append(
      snapshot: content, board: "b", revision: 3,
      presence: [
        .began(SessionID(1), "b", by: "ann", .copy, ["i1"]), .over(SessionID(1), nil),
        .selected("b", "bob", ["i2", "i1"]),
      ])
    #expect(
      buffer.string == """
        board b 3 2 7
        section s1 2 To buy
        item i1 - Bread
        item i2 -
        section s2 0
        drag d1 began b ann copy i1
        drag d1 over none
        selected b bob i2 i1

        """)
  }

  @Test("A buffer that was emptied keeps its storage, up to what it is told")
  func reuse() {
    var buffer = WireBuffer()
    #expect(buffer.capacity == 0)
    buffer.append(.pong(Text(String(repeating: "x", count: 5000))))
    let capacity = buffer.capacity
    buffer.removeAll()
    #expect(buffer.isEmpty && buffer.capacity == capacity)
    buffer.removeAll(keepingAtMost: 4096)
    #expect(buffer.capacity == 0)
    buffer.append(.quit)
    #expect(buffer.string == "ok quit\n")
  }
}
