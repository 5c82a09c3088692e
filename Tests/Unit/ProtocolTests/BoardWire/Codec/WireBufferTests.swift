import BoardDelivery
import BoardModel
import BoardWire
import Simulation
import TestKit
import Testing

@Suite("Replies and events (sections 4, 7 and 8)")
struct WireBufferTests {
  private static let proposal = DropProposal(
    verdict: .allowed(.move), path: [1, 0], anchor: .start("s2"))
  private static let denied = DropProposal(
    verdict: .denied(.limit), board: "today", path: [0, 2], anchor: .before("i9"))
  private static let drag = SessionID(1)

  static let replies: [(Reply, String)] = [
    (.hello(.init("ann")), "ok hello ann"), (.quit, "ok quit"), (.ping(.init()), "pong"),
    (.ping(.init("#a b")), "pong #a b"),
    (.create(.init("b", revision: 0)), "ok create b rev=0"),
    (.removeBoard(.init("b")), "ok remove-board b"),
    (.renameBoard(.init("a", to: "b")), "ok rename-board a b"),
    (.open(.init("b", revision: 4)), "ok open b 4"),
    (.open(.init("b", revision: 4, isRewound: true)), "ok open b 4 rewound=yes"),
    (.close(.init("b")), "ok close b"),
    (.begin(.init(drag, items: ["i2", "i3"])), "ok begin d1 items=i2,i3"),
    (.add(.init(drag, items: ["i2"])), "ok add d1 items=i2"),
    (.remove(.init(drag, items: ["cancelled"])), "ok remove d1 items=cancelled"),
    (.remove(.init(drag, items: [])), "ok remove d1"),
    (
      .propose(.init(drag, proposal: proposal, revision: 3)),
      "ok propose d1 move at=1.0 anchor=start:s2 rev=3"
    ),
    (
      .propose(.init(drag, proposal: denied, revision: 3)),
      "ok propose d1 forbidden at=0.2 anchor=before:i9 reason=limit board=today rev=3"
    ),
    (.exit(.init(SessionID(12))), "ok exit d12"),
    (
      .perform(.init(drag, outcome: .moved(revision: 4, path: [1, 0]))),
      "ok perform d1 moved rev=4 at=1.0"
    ),
    (
      .perform(.init(drag, outcome: .copied(revision: 12, board: "today", path: [0, 0]))),
      "ok perform d1 copied rev=12 at=0.0 board=today"
    ),
    (
      .perform(.init(drag, outcome: .forbidden(reason: .type))),
      "ok perform d1 forbidden reason=type"
    ),
    (.cancel(.init(drag, outcome: .cancelled)), "ok cancel d1 cancelled"),
    (
      .resume(.init(drag, state: .lifted, items: ["i1"], revision: nil, isShort: false)),
      "ok resume d1 lifted items=i1"
    ),
    (
      .resume(.init(drag, state: .lost, items: ["i1"], revision: nil, isShort: true)),
      "ok resume d1 lost items=i1 short=yes"
    ),
    (
      .resume(
        .init(drag, state: .over(proposal), items: ["i1", "i2"], revision: 4, isShort: false)),
      "ok resume d1 move at=1.0 anchor=start:s2 rev=4 items=i1,i2"
    ),
    (.insert(.init("i1", path: [0, 2], revision: 9)), "ok insert i1 at=0.2 rev=9"),
    (.delete(.init(count: 2, revision: 9)), "ok delete count=2 rev=9"),
    (.move(.init(count: 2, path: [1, 0], revision: 9)), "ok move count=2 at=1.0 rev=9"),
    (.insertSection(.init("s1", index: 0, revision: 1)), "ok insert-section s1 at=0 rev=1"),
    (.deleteSection(.init("s1", revision: 1)), "ok delete-section s1 rev=1"),
    (.clear(.init("s1", count: 10, revision: 1)), "ok clear s1 count=10 rev=1"),
    (.undo(.init(of: 4, revision: 5)), "ok undo of=4 rev=5"),
    (.select(.init("b", items: ["i1", "i2"])), "ok select b items=i1,i2"),
    (.deselect(.init("b", items: [])), "ok deselect b"),
    (.choose(.init("i1", choice: .selected)), "ok choose i1 selected"),
    (
      .choose(.init("i1", choice: .moved(revision: 9, path: [1, 0]))),
      "ok choose i1 moved rev=9 at=1.0"
    ),
    (.choose(.init("i1", choice: .deleted(revision: 9))), "ok choose i1 deleted rev=9"),
    (.replace(.init("b", revision: 9_007_199_254_740_991)), "ok replace b rev=9007199254740991"),
    (
      .who(.init([WhoRow("ann", boards: ["b"], selected: ["i1"]), WhoRow("bob", boards: [])])),
      "ok who 2\nann boards=b selected=i1\nbob"
    ),
    (
      .boards(
        .init([BoardsRow("b", revision: 4, sections: 2, items: 3, watchers: 1)], hasMore: true)),
      "ok boards 1 more=yes\nb rev=4 sections=2 items=3 watchers=1"
    ),
    (
      .find(.init([FindRow("b", path: [0, 1], item: "i1", revision: 4, text: "e=mc2")])),
      "ok find 1\nb 0.1 i1 rev=4 e\\=mc2"
    ),
    (
      .history(
        "b", .init([HistoryRow(6, time: "T", client: "ann", origin: .undo(of: 5), text: "move i1")])
      ),
      "ok history b 1\n6 T ann undo=5 move i1"
    ),
    (.show("b", []), "ok show b 0"), (.help(["a", ""]), "ok help 2\n| a\n|"),
  ]

  @Test("are written as in lines.md", arguments: replies)
  func reply(_ reply: Reply, _ lines: String) throws {
    expectEqual(written(reply), lines + "\n")
    try expectEqual(messages(written(reply, tag: "t")), [.reply(.init(tag: "t", .ok(reply)))])
  }

  @Test("that are repeated have replayed=yes, and are read as the same")
  func replayed() throws {
    let exit = Reply.exit(.init(Self.drag))
    expectEqual(writtenAgain(exit, tag: "t"), "#t ok exit d1 replayed=yes\n")
    try expectEqual(
      messages(writtenAgain(exit, tag: "t")), [.reply(.init(tag: "t", .ok(exit), isReplayed: true))]
    )
    let refused = writtenAgain(.refused(.itemGone("i1")), tag: "t")
    #expect(refused.hasPrefix("#t refused item-gone replayed=yes item=i1 No item has this id"))
    for (reply, _) in Self.replies {
      let again = try messages(writtenAgain(reply, tag: "t"))
      if reply.verb == .ping { continue }
      expectEqual(again, [.reply(.init(tag: "t", .ok(reply), isReplayed: true))])
    }
  }

  @Test("have their facts as keys, escaped, and a sentence after them")
  func facts() {
    let leased = Refusal.leased("i1", by: "ann", drag: SessionID(7), duration: .seconds(90))
    expectEqual(
      written(.refused(leased)),
      "refused leased item=i1 by=ann drag=d7 for=90s ann is dragging it; try again in 90s at the latest.\n"
    )
    #expect(written(.error(.controlByte(7), nil)).hasPrefix("error control-byte byte=07 Control"))
    #expect(
      written(.error(.unknownVerb("a\u{202E}\\ b"), nil))
        .hasPrefix(#"error unknown-verb word=a\u{202e}\\\u{20}b "help" lists"#))
  }

  static let refusals: [Refusal] = [
    .accessDenied(.owner, board: nil), .accessDenied(.editor, board: "b"),
    .alreadySelected("i1"), .badPath("0.9@3"), .badValue("due", type: "date"),
    .batchRule("B3", row: 2), .boardDamaged("b"),
    .boardExists("b"),
    .boardInUse("ann", board: "b"), .destinationGone("before:i9"), .diskFull, .draining,
    .duplicateItem("i1"),
    .futureRevision(3), .idTaken("i1"), .itemGone("0.1"), .itemsGone(["i1", "i2"]),
    .leased("i1", by: "ann", drag: SessionID(7), duration: .seconds(90)), .limit("items", max: 3),
    .mixedSession(SessionID(1)), .nameTaken("ann"), .noBoard, .noSession,
    .notDraggable("i1"), .notOpen("b"), .notOwner("ann", drag: SessionID(1)), .notSelectable("i1"),
    .notSelected("i1"), .notSuspended(SessionID(1)), .nothingToRedo, .nothingToUndo,
    .otherVersion(1), .revisionTooOld(3), .sectionGone("7"), .selectionKept("i1"),
    .sessionEnded(SessionID(1), ending: .copied(revision: 3, board: "b", path: [0, 1])),
    .sessionEnded(SessionID(1), ending: .forbidden(reason: .limit)),
    .sessionEnded(SessionID(1), ending: .expired),
    .sessionSuspended(SessionID(1)), .severalSessions([SessionID(1), SessionID(2)]),
    .staleRevision(3), .tagUsed("t.1"), .unavailable(.seconds(1)),
    .undoConflict(UndoConflict(.item("i1"), .moved, in: 3)),
    .undoConflict(UndoConflict(.section("s1"), .filled, in: 3)), .unknownBoard("b"),
    .unknownSession(SessionID(1)), .spaceChosen(nil), .spaceChosen(.standard),
    .unknownSpace(.standard),
  ]

  @Test("of every code are unchanged after writing and reading", arguments: refusals)
  func refusal(_ refusal: Refusal) throws {
    guard case .reply(let reply)? = try messages(written(.refused(refusal))).first else {
      Issue.record("no reply")
      return
    }
    expectEqual(reply.failure?.refusal, refusal)
    expectEqual(reply.failure, Failure(refusal))
  }

  @Test("have a sample of every code in this test")
  func codes() {
    expectEqual(Set(Self.refusals.map(\.wire.code)), Set(Refusal.Code.allCases))
  }

  @Test("to an unknown verb name the nearest verb")
  func hints() {
    for (word, verb) in [
      ("opne", "open"), ("preform", "perform"), ("list", "boards"), ("DELET", "delete"),
    ] as [(QuotedWord, String)] {
      #expect(written(.error(.unknownVerb(word), nil)).contains("Did you mean \"\(verb)\"?"))
    }
    #expect(!written(.error(.unknownVerb("xyzzy"), nil)).contains("mean"))
  }

  static let events: [(Event, String)] = [
    (
      .began(
        .init(SessionID(7), board: "b", client: "ann", items: ["i1", "i2"], operations: .all)),
      "drag d7 began b ann items=i1,i2 ops=move,copy"
    ),
    (
      .began(
        .init(
          SessionID(7), board: "b", client: "ann", items: ["i24"], operations: .copy,
          external: DragParcel(type: "text/plain", "Call Ann"), isLocal: true)),
      "drag d7 began b ann items=i24 ops=copy external=text/plain local=yes Call Ann"
    ),
    (.items(.init(SessionID(7), items: ["i1"])), "drag d7 items items=i1"),
    (
      .items(.init(SessionID(7), items: ["i1"], external: DragParcel(type: "x", "e=1"))),
      "drag d7 items items=i1 external=x e\\=1"
    ),
    (.selected(.init("b", client: "ann", items: ["none"])), "selected b ann items=none"),
    (.selected(.init("b", client: "ann")), "selected b ann"),
    (.lifted(.init(SessionID(7))), "drag d7 lifted"), (.lost(.init(SessionID(7))), "drag d7 lost"),
    (
      .over(.init(SessionID(7), proposal: proposal)),
      "drag d7 over move at=1.0 anchor=start:s2"
    ),
    (
      .items(
        .init(
          SessionID(7), items: ["i1"],
          external: DragParcel(type: "x", "", fields: ["due": "2026-12-01", "a": "two words"]))),
      #"drag d7 items items=i1 external=x a=two\u{20}words due=2026-12-01"#
    ),
    (.fields(.init("b", fields: ["due": "date", "done": "flag"])), "fields b done=flag due=date"),
    (.fields(.init("b")), "fields b"),
    (.suspended(.init(SessionID(7))), "drag d7 suspended"),
    (.resumed(.init(SessionID(7))), "drag d7 resumed"),
    (.ended(.init(SessionID(7), outcome: .moved(revision: 4))), "drag d7 ended moved rev=4"),
    (
      .ended(.init(SessionID(7), outcome: .copied(revision: 4, board: "today"))),
      "drag d7 ended copied rev=4 board=today"
    ),
    (.ended(.init(SessionID(7), outcome: .forbidden)), "drag d7 ended forbidden"),
    (.removed(.init("b")), "removed b"), (.renamed(.init("a", to: "b")), "renamed a b"),
    (.ping, "ping"),
    (.bye(ByeEvent(.quit)), "bye quit"),
    (.bye(ByeEvent(.full)), "bye full The server has as many connections as it takes."),
  ]

  @Test("that are events are written as in lines.md", arguments: events)
  func event(_ event: Event, _ line: String) throws {
    var buffer = WireBuffer()
    buffer.append(event)
    expectEqual(buffer.string, line + "\n")
    try expectEqual(messages(buffer.string), [.event(event)])
  }

  @Test("that are greetings have the epoch, the client, limits and profiles")
  func greeting() throws {
    let greeting = Greeting(epoch: try #require(Epoch("k7qx")), client: "guest-3")
    var buffer = WireBuffer()
    buffer.append(greeting)
    expectEqual(
      buffer.string,
      """
      dropline 1 epoch=k7qx client=guest-3 line=4096 text=1024 \
      profiles=core,edit,drag,undo,select,fields,counts,people

      """)
    try expectEqual(messages(buffer.string), [.greeting(greeting)])
  }

  @Test("that are batches have their head and their rows, and an empty text leaves no blank")
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
    expectEqual(
      buffer.string,
      """
      batch b 41 44 5
      delete-section 2 s9
      insert-section 0 s12 1 Today
      item i30 was=0.1
      move 0.1 2.0 i4
      insert 2.3 i9 a\\nb

      """)
  }

  @Test("that are snapshots count the lines of their drags and selections")
  func snapshot() {
    let content: Content = [
      Section(
        id: "s1", title: "limit=3",
        items: [Item(id: "i1", text: "e=mc2"), Item(id: "i2", text: "")]),
      Section(id: "s2", title: ""),
    ]
    var buffer = WireBuffer()
    buffer.append(
      snapshot: content, board: "b", revision: 3,
      presence: [
        .began(
          .init(SessionID(1), board: "b", client: "ann", items: ["i1"], operations: .copy)),
        .lifted(.init(SessionID(1))), .selected(.init("b", client: "bob", items: ["i2", "i1"])),
      ])
    expectEqual(
      buffer.string,
      """
      board b 3 2 7
      section s1 2 limit\\=3
      item i1 e\\=mc2
      item i2
      section s2 0
      drag d1 began b ann items=i1 ops=copy
      drag d1 lifted
      selected b bob items=i2,i1

      """)
  }

  @Test("reuse the storage of an emptied buffer, up to a given capacity")
  func reuse() {
    var buffer = WireBuffer()
    expectEqual(buffer.capacity, 0)
    buffer.append(.ping(.init(Text(String(repeating: "x", count: 5000)))))
    let capacity = buffer.capacity
    buffer.removeAll()
    #expect(buffer.isEmpty && buffer.capacity == capacity)
    buffer.removeAll(keepingAtMost: 4096)
    expectEqual(buffer.capacity, 0)
    buffer.append(.quit)
    expectEqual(buffer.string, "ok quit\n")
  }
}
