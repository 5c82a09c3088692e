import BoardModel
import BoardReplica
import BoardWire
import TestKit
import Testing

@Suite("An own change")
struct OwnChangeTests {
  private var replica: Replica

  init() throws {
    replica = try Replica.ofFruit()
  }

  private var texts: [[String]] { replica.texts }

  @Test("is shown at once, and remains one row if its batch arrives before its reply")
  mutating func shownOnce() throws {
    let (id, events) = try replica.make(.insert("tea", at: .end("s1")))
    var insert = ViewUpdate()
    insert.insertedItems = [[0, 2]]
    let request = try Request(reading: "insert end:s1 board=list tea")
    expectEqual(events, [.update(insert), .send(id, tag: "c-1", request)])
    let provisional = replica.shown.itemID(at: [0, 2])
    let arrival = try replica.read("batch list 3 4 1", "insert 0.2 i7 tea")
    var naming = ViewUpdate()
    naming.renamings = [.item(provisional, to: "i7")]
    expectEqual(arrival, [.update(naming)])
    let answer = try replica.read("#c-1 ok insert i7 at=0.2 rev=4")
    expectEqual(answer, [.settled(id, .confirmed(revision: 4))])
    expectEqual(texts, [["apple", "pear", "tea"], []])
  }

  @Test("remains shown between its reply and its batch")
  mutating func answerFirst() throws {
    let (id, _) = try replica.make(.insert("tea", at: .end("s1")))
    let answer = try replica.read("#c-1 ok insert i7 at=0.2 rev=4")
    expectEqual(answer, [.settled(id, .confirmed(revision: 4))])
    expectEqual(texts[0], ["apple", "pear", "tea"])
    let arrival = try replica.read("batch list 3 4 1", "insert 0.2 i7 tea")
    expectEqual(arrival.count, 1)
    expectEqual(replica.shown.itemID(at: [0, 2]), "i7")
    #expect(replica.unanswered.isEmpty)
  }

  @Test("is reverted by one update if it is refused, together with the changes on top of it")
  mutating func refused() throws {
    let (id, _) = try replica.make(.insertSection("New", at: .before("s2")))
    let section = replica.shown.sectionID(at: 1)
    let (next, events) = try replica.make(.move(["a"], to: .end(section)))
    #expect(!events.contains { $0.isSend })
    let answer = try replica.read("#c-1 refused limit limit=sections max=2 no more")
    var update = ViewUpdate()
    update.deletedSections = [1]
    update.insertedItems = [[0, 0]]
    var failure = Failure(.limit("sections", max: 2))
    failure.sentence = "no more"
    expectEqual(answer.prefix(2), [.update(update), .settled(id, .refused(failure))])
    expectEqual(answer.count, 3, "the server says what becomes of the other")
    expectEqual(replica.unanswered, [next])
  }

  @Test("that no longer applies is hidden until it is answered")
  mutating func notApplicable() throws {
    let (id, _) = try replica.make(.edit("a", "plum"))
    _ = try replica.read("batch list 3 4 1", "delete 0.0 a")
    expectEqual(texts[0], ["pear"])
    let answer = try replica.read("#c-1 refused item-gone item=a it is gone")
    guard case .settled(id, .refused(let failure)) = answer.first else {
      Issue.record("\(answer)")
      return
    }
    expectEqual(failure.refusal, .itemGone("a"))
    expectEqual(failure.sentence, "it is gone")
  }

  @Test("follows its neighbours when others move items")
  mutating func followsNeighbours() throws {
    _ = try replica.make(.insert("tea", at: .before("b")))
    let events = try replica.read("batch list 3 4 1", "move 0.1 1.0 b")
    expectEqual(texts, [["apple"], ["tea", "pear"]])
    guard case .update(let update) = events.first else {
      Issue.record("\(events)")
      return
    }
    expectEqual(update.movedItems.count + update.insertedItems.count, 2)
  }

  @Test("that clears a section is one reload of the section")
  mutating func clear() throws {
    let (_, events) = try replica.make(.clear("s1"))
    var update = ViewUpdate()
    update.reloadedSections = [0]
    expectEqual(events.first, .update(update))
  }

  @Test("of another client that clears a section is one reload of the section, with the other rows")
  mutating func clearedByOthers() throws {
    let events = try replica.read(
      "batch list 3 4 5", "delete 0.0 a", "delete 0.1 b", "insert-section 0 s3 0 New",
      "insert 2.0 c tea", "insert 2.1 d milk")
    var update = ViewUpdate()
    update.insertedSections = [0]
    update.insertedItems = [[2, 0], [2, 1]]
    update.reloadedSections = [0]
    expectEqual(events, [.update(update)])
  }

  @Test(
    "is no reload of an emptied section in an update with moves, which list views do not support")
  mutating func clearedBesideMove() throws {
    _ = try replica.read("batch list 3 4 1", "move 0.0 1.0 a")
    let events = try replica.read("batch list 4 5 2", "delete 0.0 b", "insert 1.1 c tea")
    var quiet = ViewUpdate()
    quiet.reloadedSections = [0]
    quiet.insertedItems = [[1, 1]]
    expectEqual(events, [.update(quiet)])
    _ = try replica.read("batch list 5 6 1", "insert 0.0 d milk")
    let moved = try replica.read("batch list 6 7 2", "delete 0.0 d", "move 1.1 1.0 c")
    var update = ViewUpdate()
    update.deletedItems = [[0, 0]]
    update.movedItems = [.init(from: [1, 1], to: [1, 0])]
    expectEqual(moved, [.update(update)])
  }

  @Test("is escaped in its command, and refused if it exceeds the limits of a line")
  mutating func commands() throws {
    let (id, events) = try replica.make(.edit("a", "one\ntwo"))
    let request = try Request(reading: "edit a board=list one\\ntwo")
    expectEqual(events.last, .send(id, tag: "c-1", request))
    let long = Text(String(repeating: "x", count: Limits.textBytes + 1))
    #expect(throws: Refusal.limit("text-bytes", max: Limits.textBytes)) {
      try replica.make(.insert(long, at: .end("s1")))
    }
    let many = (0..<1_000).map { ItemID("item\($0)")! }
    #expect(throws: Refusal.limit("line-bytes", max: Limits.lineBytes)) {
      try replica.make(.delete(many))
    }
    #expect(throws: Refusal.unknownSession(SessionID(1))) {
      try replica.make(.perform(SessionID(1)))
    }
    expectEqual(replica.unanswered, [id])
  }

  @Test("inserts copies at once where a drop would, and they keep their index paths")
  mutating func copy() throws {
    _ = try replica.read(
      "ok begin d1 items=a,b", "ok propose d1 copy at=1.0 anchor=start:s2 rev=3")
    let (id, _) = try replica.make(.perform(SessionID(1)))
    expectEqual(texts, [["apple", "pear"], ["apple", "pear"]])
    let arrival = try replica.read(
      "batch list 3 4 2", "insert 1.0 i1 apple", "insert 1.1 i2 pear",
      "drag d1 ended copied rev=4", "#c-1 ok perform d1 copied rev=4 at=1.0")
    guard case .update(let update) = arrival.first else {
      Issue.record("\(arrival)")
      return
    }
    #expect(update.hasNoRows)
    expectEqual(update.renamings.count, 2)
    expectEqual(arrival.last, .settled(id, .confirmed(revision: 4)))
    expectEqual(texts, [["apple", "pear"], ["apple", "pear"]])
  }

  @Test("is not sent again if the board is opened again on the same connection")
  mutating func openedOnceMore() throws {
    let (id, _) = try replica.make(.insert("tea", at: .end("s1")))
    try expectEqual(replica.read("ok open list 3"), [])
    expectEqual(replica.unanswered, [id])
    _ = replica.disconnect(keepsUnanswered: true)
    let again = try replica.read("ok open list 3")
    let request = try Request(reading: "insert end:s1 board=list tea")
    expectEqual(again, [.send(id, tag: "c-1", request)])
    try expectEqual(replica.read("ok open list 3"), [])
  }

  @Test("is not confused with an item of another client with the same provisional id")
  mutating func forgedName() throws {
    _ = try replica.make(.insert("tea", at: .end("s1")))
    let forged = replica.shown.itemID(at: [0, 2])
    _ = try replica.read("batch list 3 4 1", "insert 1.0 \(forged) forged")
    expectEqual(texts[1], ["forged"])
    _ = try replica.read(
      "batch list 4 5 1", "insert 0.2 i7 tea", "#c-1 ok insert i7 at=0.2 rev=5")
    expectEqual(texts, [["apple", "pear", "tea"], ["forged"]])
  }
}

@Suite("A replica")
struct ReplicaTests {
  private var replica: Replica

  init() throws {
    replica = Replica(of: "list")
    _ = try replica.read("ok open list 3", "board list 3 1 2", "section s1 1 A", "item a apple")
  }

  @Test(
    "is unchanged after an illegal batch, and continues from the next snapshot",
    arguments: [
      ["batch list 4 5 1", "delete 0.0 a"], ["batch list 3 4 1", "delete 0.1 b"],
      ["batch list 3 4 1", "delete 0.0 b"],
    ])
  mutating func fault(_ lines: [String]) throws {
    _ = try replica.make(.insert("tea", at: .end("s1")))
    let before = replica.shown
    #expect(throws: ReplicaFault.self) { try replica.read(lines) }
    expectEqual(replica.shown, before)
    expectEqual(replica.revision, 3)
    try expectEqual(replica.openRequest, Request(reading: "open list"))
    try expectEqual(replica.read("batch list 3 4 1", "delete 0.0 a"), [])
    let events = try replica.read("ok open list 7", "board list 7 1 1", "section s1 0 A")
    #expect(events.contains(.reload))
    try expectEqual(replica.openRequest, Request(reading: "open list since=7"))
    expectEqual(replica.shown.itemCount, 1, "the own change is made again")
  }

  @Test("refuses a snapshot with a duplicate id")
  mutating func inconsistent() {
    #expect(throws: ReplicaFault.inconsistentSnapshot) {
      try replica.read(
        "board list 4 1 3", "section s1 2 A", "item a apple", "item a pear")
    }
    expectEqual(replica.revision, 3)
  }

  @Test("counts a batch without rows, and emits no update")
  mutating func emptyBatch() throws {
    try expectEqual(replica.read("batch list 3 9 0"), [])
    expectEqual(replica.revision, 9)
  }

  @Test("is current once it has the revision of the reply to open")
  mutating func current() throws {
    #expect(replica.isCurrent)
    _ = replica.disconnect(keepsUnanswered: true)
    #expect(!replica.isCurrent)
    _ = try replica.read("ok open list 5")
    #expect(!replica.isCurrent)
    _ = try replica.read("batch list 3 5 1", "delete 0.0 a")
    #expect(replica.isCurrent)
  }

  @Test("replaces its drags and selections when the board is opened again")
  mutating func presence() throws {
    let begun = try replica.read(
      "drag d1 began list ben items=a ops=move,copy",
      "drag d1 over move at=0.0 anchor=start:s1", "selected list ben items=a",
      "drag d2 began other ben items=x ops=move", "selected other ben items=x")
    expectEqual(
      begun,
      [
        .drag(.began(SessionID(1))), .drag(.changed(SessionID(1))), .selection("ben", ["a"]),
      ])
    let drag = try #require(replica.drags[SessionID(1)])
    #expect(drag.owner == "ben" && !drag.isOwn && drag.items == ["a"])
    expectEqual(drag.proposal?.path, [0, 0])
    _ = replica.disconnect(keepsUnanswered: true)
    let opened = try replica.read("ok open list 3", "selected list cleo items=a")
    expectEqual(
      opened,
      [
        .drag(.ended(SessionID(1), nil)), .selection("ben", []), .selection("cleo", ["a"]),
      ])
    #expect(replica.drags.isEmpty)
    expectEqual(replica.selections, ["cleo": ["a"]])
  }
}
