import BoardModel
import BoardReplica
import BoardWire
import TestKit
import Testing

@Suite("A replica of a server with a new epoch")
struct EpochTests {
  private var replica: Replica

  init() throws {
    replica = Replica(of: "list", client: "anna")
    _ = try replica.read(
      "dropline 1 epoch=aaaa client=guest-1 line=4096 text=1024 profiles=core", "ok hello anna",
      "ok open list 3", "board list 3 1 2", "section s1 1 A", "item i1 apple")
  }

  private static let other =
    "dropline 1 epoch=bbbb client=guest-1 line=4096 text=1024 profiles=core"

  @Test("opens at its revision with the epoch of this revision")
  mutating func open() throws {
    try expectEqual(replica.openRequest, Request(reading: "open list since=3 epoch=aaaa"))
    _ = replica.disconnect(keepsUnanswered: true)
    _ = try replica.read(Self.other)
    try expectEqual(replica.openRequest, Request(reading: "open list since=3 epoch=aaaa"))
    _ = try replica.read("ok open list 9 rewound=yes", "board list 9 1 1", "section s1 0 Z")
    try expectEqual(replica.openRequest, Request(reading: "open list since=9 epoch=bbbb"))
  }

  @Test("settles its changes as lost at the greeting, and never sends them again")
  mutating func changes() throws {
    let (sent, _) = try replica.make(.edit("i1", "plum"))
    let (done, _) = try replica.make(.insert("tea", at: .end("s1")))
    _ = try replica.read("#c-2 ok insert i2 at=0.1 rev=5")
    _ = replica.disconnect(keepsUnanswered: true)
    let (unsent, _) = try replica.make(.delete(["i1"]))
    let events = try replica.read(Self.other)
    expectEqual(events.suffix(2), [.settled(sent, .lost), .settled(unsent, .lost)])
    expectEqual(events.count, 3, "one update reverts them all, \(done) as well")
    expectEqual(replica.texts, [["apple"]])
    let opened = try replica.read(
      "ok hello anna", "ok open list 9 rewound=yes", "board list 9 1 2", "section s1 1 Z",
      "item i1 zucchini")
    expectEqual(opened, [.reload])
    expectEqual(replica.texts, [["zucchini"]])
  }

  @Test("gives up changes made on the old content before the new content arrives")
  mutating func inBetween() throws {
    _ = replica.disconnect(keepsUnanswered: true)
    _ = try replica.read(Self.other)
    let (id, made) = try replica.make(.delete(["i1"]))
    expectEqual(made.count, 1, "the update")
    try expectEqual(replica.read("ok open list 9 rewound=yes"), [])
    let events = try replica.read("board list 9 1 2", "section s1 1 Z", "item i1 zucchini")
    expectEqual(events, [.reload, .settled(id, .lost)])
    expectEqual(replica.texts, [["zucchini"]])
  }

  @Test("does the same if the connection breaks between the greeting and the snapshot")
  mutating func brokenTwice() throws {
    _ = replica.disconnect(keepsUnanswered: true)
    _ = try replica.read(Self.other)
    _ = replica.disconnect(keepsUnanswered: true)
    let (id, _) = try replica.make(.delete(["i1"]))
    try expectEqual(replica.read(Self.other).last, .settled(id, .lost))
    try expectEqual(replica.openRequest, Request(reading: "open list since=3 epoch=aaaa"))
  }

  @Test("forgets drags and selections")
  mutating func presence() throws {
    _ = try replica.read(
      "ok begin d1 items=i1", "drag d2 began list ben items=i9 ops=move", "ok select list items=i1")
    _ = replica.disconnect(keepsUnanswered: true)
    let events = try replica.read(Self.other)
    expectEqual(
      events,
      [
        .drag(.ended(SessionID(1), nil)), .drag(.ended(SessionID(2), nil)),
        .selection("anna", []),
      ])
    #expect(throws: Refusal.unknownSession(SessionID(1))) {
      try replica.make(.perform(SessionID(1)))
    }
  }

  @Test("keeps everything in the same epoch")
  mutating func sameEpoch() throws {
    let (id, _) = try replica.make(.edit("i1", "plum"))
    _ = replica.disconnect(keepsUnanswered: true)
    let greeted = try replica.read(
      "dropline 1 epoch=aaaa client=guest-9 line=4096 text=1024 profiles=core", "ok hello anna")
    expectEqual(greeted, [])
    let request = try Request(reading: "edit i1 board=list plum")
    try expectEqual(replica.read("ok open list 3"), [.send(id, tag: "c-1", request)])
  }

  @Test("treats a server that continues from another epoch as faulty")
  mutating func wrongServer() throws {
    _ = replica.disconnect(keepsUnanswered: true)
    _ = try replica.read(Self.other, "ok open list 4")
    #expect(!replica.isCurrent)
    try expectEqual(replica.read("batch list 3 4 1", "delete 0.0 i1"), [])
    expectEqual(replica.texts, [["apple"]])
  }
}

@Suite("The board of a replica")
struct BoardNameTests {
  @Test("is followed under its new name; repeated commands have the name they were sent with")
  func renamed() throws {
    var replica = try Replica.ofFruit()
    let (old, _) = try replica.make(.edit("a", "plum"))
    try expectEqual(replica.read("renamed list store"), [.renamed(from: "list")])
    expectEqual(replica.board, "store")
    let (new, made) = try replica.make(.edit("b", "fig"))
    let requests = try ["edit a board=list plum", "edit b board=store fig"].map {
      try Request(reading: $0)
    }
    expectEqual(made.last, .send(new, tag: "c-2", requests[1]))
    _ = try replica.read("batch store 3 4 1", "reload 0.0 a plum", "#c-1 ok edit a at=0.0 rev=4")
    _ = replica.disconnect(keepsUnanswered: true)
    try expectEqual(replica.openRequest, Request(reading: "open store since=4"))
    try expectEqual(
      replica.read("ok open store 4"), [.send(new, tag: "c-2", requests[1])], "\(old)")
  }

  @Test("has its old name in a repeated command whose reply was lost, as the tag requires")
  func repeated() throws {
    var replica = try Replica.ofFruit()
    let (id, _) = try replica.make(.edit("a", "plum"))
    _ = try replica.read("renamed list store")
    _ = replica.disconnect(keepsUnanswered: true)
    let request = try Request(reading: "edit a board=list plum")
    try expectEqual(replica.read("ok open store 3"), [.send(id, tag: "c-1", request)])
  }

  @Test("is gone if it is removed, and other boards are not")
  func removed() throws {
    var replica = try Replica.ofFruit()
    try expectEqual(replica.read("removed other", "renamed other third"), [])
    try expectEqual(replica.read("removed list"), [.removed])
    #expect(!replica.isCurrent)
  }
}

@Suite("Replicas of a killed server")
struct EpochSceneTests {
  private static let board = ["section s1 2 Fruit", "item i1 apple", "item i2 pear"]
  private static let other = ["section s1 2 Tools", "item i1 axe", "item i2 plane"]

  @Test("get the new board, even if it has the same ids and a higher revision")
  func otherLife() throws {
    var scene = try ReplicaScene(Self.board)
    let (anna, ben) = (try scene.join("anna", token: "secret-a-long-enough"), try scene.join("ben"))
    try scene.settle()
    try anna.make(.edit("i1", "plum"))
    try scene.settle()
    try anna.make(.delete(["i2"]))
    try anna.make(.insert("tea", at: .after("i1")))
    try scene.say("begin i1 board=list", as: ben)
    try scene.deliver(to: ben)
    try scene.beginEpoch(Epoch("bbbb")!, Self.other, revision: 40)
    for participant in [anna, ben] { try scene.connect(participant) }
    try scene.settle()
    try scene.check()
    expectEqual(anna.replica.texts, [["axe", "plane"]])
    expectEqual(anna.replica.revision, 40)
    #expect(anna.made.suffix(2).allSatisfy { anna.settled[$0] == .lost })
    expectEqual(Set(anna.sentTags).count, anna.sentTags.count, "no tag is sent again")
    #expect(ben.replica.drags.isEmpty)
    expectEqual(ben.dragEvents.last, .ended(SessionID(1), nil))
    expectEqual(anna.reloads, 2)
  }

  @Test("catch up with one batch if it restarts with its data, and lose nothing")
  func sameEpoch() throws {
    var scene = try ReplicaScene(Self.board)
    let (anna, ben) = (try scene.join("anna", token: "secret-a-long-enough"), try scene.join("ben"))
    try scene.settle()
    for text in ["plum", "fig"] { try ben.make(.edit("i1", Text(text))) }
    while !ben.outgoing.isEmpty { try scene.transmit(ben) }
    try anna.make(.edit("i2", "nut"))
    try scene.crash()
    let updates = anna.updates.count
    for participant in [anna, ben] { try scene.connect(participant) }
    try scene.settle()
    try scene.check()
    expectEqual(anna.replica.texts, [["fig", "nut"]])
    expectEqual(anna.reloads, 1)
    expectEqual(anna.updates.count, updates + 1)
    expectEqual(anna.settled.values.first, .confirmed(revision: 4))
  }
}
