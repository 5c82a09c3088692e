import BoardModel
import BoardReplica
import BoardWire
import TestKit
import Testing

@Suite("A settlement")
struct SettlementTests {
  private var replica: Replica

  init() throws {
    replica = try Replica.ofFruit()
  }

  private var texts: [[String]] { replica.texts }

  @Test(
    "of a drop that put everything back is a refusal",
    arguments: [
      ("cancelled", SessionOutcome.cancelled),
      ("forbidden reason=limit", .forbidden(reason: .limit)),
    ])
  mutating func putBack(_ words: String, _ outcome: SessionOutcome) throws {
    _ = try replica.read(
      "ok begin d1 items=a", "ok propose d1 move at=1.0 anchor=start:s2 rev=3")
    let (id, _) = try replica.make(.perform(SessionID(1)))
    expectEqual(texts, [["pear"], ["apple"]])
    let answer = try replica.read("#c-1 ok perform d1 \(words)")
    let refusal = Refusal.sessionEnded(SessionID(1), ending: outcome)
    expectEqual(answer.last, .settled(id, .refused(Failure(refusal))))
    expectEqual(texts, [["apple", "pear"], []])
  }

  @Test("of a drop on another board has the replica's own revision")
  mutating func otherBoard() throws {
    _ = try replica.read(
      "ok begin d1 items=a",
      "ok propose d1 copy at=1.0 anchor=start:s2 board=other rev=800")
    let (id, _) = try replica.make(.perform(SessionID(1)))
    let answer = try replica.read("#c-1 ok perform d1 copied rev=900 at=1.0 board=other")
    expectEqual(answer, [.settled(id, .confirmed(revision: 3))])
  }

  @Test("does not survive a board that was rewound to an earlier revision")
  mutating func rewound() throws {
    let (id, _) = try replica.make(.insert("tea", at: .end("s1")))
    let answer = try replica.read("#c-1 ok insert i7 at=0.2 rev=4")
    expectEqual(answer, [.settled(id, .confirmed(revision: 4))])
    _ = replica.disconnect(keepsUnanswered: true)
    _ = try replica.read(
      "ok open list 2 rewound=yes", "board list 2 1 2", "section s1 1 A", "item a apple")
    expectEqual(texts, [["apple"]])
  }

  @Test("has the revision of the reply, which may be ahead of the board")
  mutating func ahead() throws {
    let (section, _) = try replica.make(.deleteSection("s2"))
    try expectEqual(
      replica.read("#c-1 ok delete-section s2 rev=9 replayed=yes"),
      [.settled(section, .confirmed(revision: 9))])
    let (items, _) = try replica.make(.delete(["a"]))
    try expectEqual(
      replica.read("#c-2 ok delete count=1 rev=10"),
      [
        .settled(items, .confirmed(revision: 10))
      ])
    expectEqual(texts, [["pear"]], "both are shown until the batch comes")
  }
}

@Suite("An own change behind others")
struct WaitingChangeTests {
  private var replica: Replica

  init() throws {
    replica = Replica(of: "list", client: "anna")
    _ = try replica.read(
      "ok open list 3", "board list 3 1 3", "section s1 2 A", "item a apple", "item b pear")
  }

  @Test("is sent after those before it, even if they wait for an id")
  mutating func order() throws {
    _ = try replica.make(.insert("tea", at: .end("s1")))
    let (edit, _) = try replica.make(.edit(replica.shown.itemID(at: [0, 2]), "green tea"))
    let (move, made) = try replica.make(.move(["b"], to: .start("s1")))
    #expect(!made.contains { $0.isSend })
    let answer = try replica.read(
      "batch list 3 4 1", "insert 0.2 i7 tea", "#c-1 ok insert i7 at=0.2 rev=4")
    let edited = try Request(reading: "edit i7 board=list green tea")
    let moved = try Request(reading: "move b start:s1 board=list")
    expectEqual(
      answer.suffix(2),
      [
        .send(edit, tag: "c-2", edited), .send(move, tag: "c-3", moved),
      ])
  }

  @Test("is not matched with another client's item of the same text before it is sent")
  mutating func unsent() throws {
    _ = try replica.make(.insertSection("New", at: .end))
    let section = replica.shown.sectionID(at: 1)
    _ = try replica.make(.insert("tea", at: .end(section)))
    _ = try replica.read("batch list 3 4 1", "insert 0.0 i9 tea")
    expectEqual(
      replica.shown.content.map { $0.items.map(\.text) }, [["tea", "apple", "pear"], ["tea"]])
  }

  @Test("names the item of its reply, not another client's item of the same text")
  mutating func sameText() throws {
    _ = try replica.make(.insert("tea", at: .end("s1")))
    let (edit, _) = try replica.make(.edit(replica.shown.itemID(at: [0, 2]), "green tea"))
    let answer = try replica.read(
      "batch list 3 4 1", "insert 0.2 i7 tea", "batch list 4 5 1", "insert 0.3 i8 tea",
      "#c-1 ok insert i8 at=0.3 rev=5")
    let request = try Request(reading: "edit i8 board=list green tea")
    expectEqual(answer.last, .send(edit, tag: "c-2", request))
    _ = try replica.read("batch list 5 6 1", "reload 0.3 i8 green tea")
    expectEqual(replica.shown.item("i7")?.text, "tea")
  }

  @Test("is matched by its place if another item of the same text is in the same batch")
  mutating func place() throws {
    _ = try replica.make(.insert("tea", at: .end("s1")))
    let provisional = replica.shown.itemID(at: [0, 2])
    let arrival = try replica.read("batch list 3 5 2", "insert 0.0 i7 tea", "insert 0.3 i8 tea")
    var update = ViewUpdate()
    update.insertedItems = [[0, 0]]
    update.renamings = [.item(provisional, to: "i8")]
    expectEqual(arrival, [.update(update)])
  }
}
