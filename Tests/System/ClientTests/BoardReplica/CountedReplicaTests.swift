import BoardModel
import BoardWire
import Simulation
import TestKit
import Testing

@testable import BoardReplica

@Suite("A replica of counts")
struct CountedReplicaTests {
  /// A replica of two sections of which the first has so many items.
  private static func counting(_ items: Int = 2_500) throws -> Replica {
    var replica = Replica(of: "list", client: "anna", content: .counts)
    _ = try replica.read(
      "ok open list 3", "board list 3 2 2 content=counts", "section s1 \(items) A",
      "section s2 2 B")
    return replica
  }

  /// The lines of requests.
  private static func lines(_ requests: [Request]) -> [String] {
    requests.map { request in
      var buffer = WireBuffer()
      buffer.append(request)
      return String(buffer.string.dropLast())
    }
  }

  @Test("opens the board for counts, and goes on from its revision")
  func opens() throws {
    var replica = Replica(of: "list", content: .counts)
    expectEqual(Self.lines([replica.openRequest]), ["open list content=counts"])
    replica = try Self.counting()
    expectEqual(Self.lines([replica.openRequest]), ["open list since=3 content=counts"])
    #expect(replica.itemCount(in: 0) == 2_500 && replica.item(at: [0, 2_499]) == nil)
  }

  @Test("asks a server that cannot count for all, and goes on from that")
  func noCounts() throws {
    var replica = try Self.counting()
    _ = replica.disconnect(keepsUnanswered: false)
    replica.giveUpCounts()
    expectEqual(Self.lines([replica.openRequest]), ["open list"])
    _ = try replica.read("ok open list 9", "board list 9 1 2", "section s1 1 A", "item a apple")
    #expect(replica.item(at: [0, 0])?.text == "apple" && replica.isCurrent)
    expectEqual(replica.missing(in: 0..<1, section: 0), [])
    expectEqual(Self.lines([replica.openRequest]), ["open list since=9"])
  }

  @Test("asks for all of a board that has few items, before it shows anything")
  func few() throws {
    for (limit, isWhole) in [(3, false), (4, true)] {
      var replica = Replica(of: "list", content: .counts, fewItems: limit)
      let counts = ["board list 3 2 2 content=counts", "section s1 3 A", "section s2 1 B"]
      let events = try replica.read(["ok open list 3"] + counts)
      expectEqual(events, isWhole ? [] : [.reload])
      expectEqual(replica.isCurrent, !isWhole)
      expectEqual(
        Self.lines([replica.openRequest]),
        [isWhole ? "open list" : "open list since=3 content=counts"])
    }
    var replica = Replica(of: "list", content: .counts, fewItems: 1)
    let events = try replica.read([
      "ok open list 3", "board list 3 1 1 content=counts", "section s1 1 A", "ok open list 4",
      "batch list 3 4 1", "insert 0.0 b pear", "board list 4 1 3", "section s1 2 A", "item b pear",
      "item a apple",
    ])
    #expect(events == [.reload] && replica.isCurrent && replica.shown.itemCount == 2)
    expectEqual(replica.missing(in: 0..<2, section: 0), [])
  }

  @Test("remembers pinned items wherever they are, and asks for those that it does not have")
  func pins() throws {
    var replica = try Self.counting()
    expectEqual(Self.lines(replica.pin(["z"])), ["rows before:z 1 board=list"])
    expectEqual(Self.lines(replica.pin(["z", "y"])), ["rows before:y 1 board=list"])
    _ = try replica.read(
      ["ok rows list 1 at=0.1000 rev=3", "item z pear"], answering: "rows before:z 1 board=list")
    _ = try replica.read(
      "refused destination-gone place=before:y", answering: "rows before:y 1 board=list")
    expectEqual(replica.gone, ["y"])
    expectEqual(replica.pin(["z", "y"]), [])
    replica.itemLimit = 0
    for start in stride(from: 0, to: 900, by: 100) {
      let request = Self.lines(replica.missing(in: start..<start + 100, section: 0))[0]
      let rows = (start..<start + 100).map { "item i\($0) fig" }
      _ = try replica.read(["ok rows list 100 at=0.\(start) rev=3"] + rows, answering: request)
    }
    #expect(replica.shown.contains("z" as ItemID) && replica.shown.knownItemCount < 210)
    _ = try replica.make(.delete(["z"]))
    expectEqual(replica.gone, ["y", "z"])
    expectEqual(replica.pin(["z", "y"]), [])
    _ = try replica.read("batch list 3 4 1", "insert 0.0 y fig")
    expectEqual(replica.gone, ["z"])
    _ = try replica.read("batch list 4 5 1", "delete 0.1001 z")
    expectEqual(replica.gone, ["z"])
    expectEqual(replica.pin([]), [])
    expectEqual(replica.gone, [])
    // Behind a snapshot they are asked for again.
    _ = replica.pin(["y"])
    _ = try replica.read("board list 9 1 1 content=counts", "section s1 7 A")
    expectEqual(Self.lines(replica.pin(["y"])), ["rows before:y 1 board=list"])
  }

  @Test("has what is found at once, at its place")
  func finds() throws {
    var replica = try Self.counting()
    let found = [
      "ok find 3", "list 0.7 h rev=3 done=yes fig", "list 1.0 x rev=3 pear",
      "other 0.1 y rev=9 nut",
    ]
    var update = ViewUpdate()
    update.reconfiguredItems = [[0, 7], [1, 0]]
    try expectEqual(replica.read(found), [.update(update)])
    expectEqual(replica.item(at: [0, 7])?.fields, ["done": "yes"])
    try expectEqual(replica.read(found), [])
  }

  @Test("asks for what is missing, in parts, and not for what is on its way")
  func missing() throws {
    var replica = try Self.counting()
    let requests = replica.missing(in: 0..<2_300, section: 0)
    expectEqual(
      Self.lines(requests),
      [
        "rows 0.0@3 1000 board=list", "rows 0.1000@3 1000 board=list",
        "rows 0.2000@3 300 board=list",
      ])
    expectEqual(Self.lines(replica.missing(in: 0..<2_300, section: 0)), [])
    expectEqual(
      Self.lines(replica.missing(in: 2_200..<9_999, section: 0)), ["rows 0.2300@3 200 board=list"])
    expectEqual(replica.missing(in: 0..<9, section: 2), [])
    // A refusal clears it.
    let refused = try replica.read(
      "refused limit limit=listed-items max=1", answering: Self.lines(requests)[1])
    expectEqual(refused, [])
    expectEqual(
      Self.lines(replica.missing(in: 0..<2_500, section: 0)), ["rows 0.1000@3 1000 board=list"])
    _ = replica.disconnect(keepsUnanswered: true)
    expectEqual(replica.missing(in: 0..<60, section: 0), [], "there is nobody to ask")
    // What is not here is asked for on the next connection, where it is then.
    _ = try replica.read("ok open list 4", "batch list 3 4 1", "insert 0.0 n new")
    expectEqual(
      Self.lines(replica.missingAgain()),
      [
        "rows 0.1@4 1000 board=list", "rows 0.2001@4 300 board=list",
        "rows 0.2301@4 200 board=list", "rows 0.1001@4 1000 board=list",
      ])
    expectEqual(replica.missingAgain(), [])
  }

  @Test("reconfigures rows that arrive, beneath the own changes")
  func arrival() throws {
    var replica = try Self.counting()
    let request = Self.lines(replica.missing(in: 1..<3, section: 0))[0]
    _ = try replica.make(.insert("mine", at: .start("s1")))
    let events = try replica.read(
      ["ok rows list 2 at=0.1 rev=3", "item b pear", "item c done=yes fig"], answering: request)
    var update = ViewUpdate()
    update.reconfiguredItems = [[0, 2], [0, 3]]
    expectEqual(events, [.update(update)])
    expectEqual(replica.item(at: [0, 2])?.text, "pear")
    expectEqual(replica.item(at: [0, 3])?.fields, ["done": "yes"])
    expectEqual(
      Self.lines(replica.missing(in: 0..<5, section: 0)),
      ["rows 0.0@3 1 board=list", "rows 0.3@3 1 board=list"])
  }

  @Test("follows what it asked for through the batches of others")
  func batches() throws {
    var replica = try Self.counting()
    let request = Self.lines(replica.missing(in: 10..<12, section: 0))[0]
    let events = try replica.read(
      "batch list 3 4 3", "delete 0.2 x", "move 0.3 1.0 y", "insert 0.0 n new")
    var update = ViewUpdate()
    update.deletedItems = [[0, 2]]
    update.insertedItems = [[0, 0]]
    update.movedItems = [.init(from: [0, 3], to: [1, 0])]
    expectEqual(events, [.update(update)])
    #expect(replica.item(at: [0, 0])?.text == "new" && replica.item(at: [1, 0]) == nil)
    expectEqual(replica.missing(in: 9..<11, section: 0), [])
    _ = try replica.read(
      ["ok rows list 2 at=0.9 rev=4", "item j 10", "item k 11"], answering: request)
    expectEqual(replica.item(at: [0, 10])?.id, "k")
  }

  @Test("hides own changes of items that it does not have, and sends them nevertheless")
  func ownChanges() throws {
    var replica = try Self.counting()
    let before = replica.shown
    for change in [
      OwnChange.delete(["z"]), .move(["z"], to: .end("s2")), .edit("z", "new"),
      .deleteSection("s1"), .clear("s1"), .insert("x", at: .before("z")),
    ] {
      let (_, events) = try replica.make(change)
      #expect(events.count == 1 && events.allSatisfy(\.isSend) && replica.shown == before)
    }
    _ = try replica.read("#c-1 ok delete count=1 rev=4")
    let events = try replica.read("batch list 3 4 1", "delete 0.7 z")
    #expect(events.count == 1 && replica.itemCount(in: 0) == 2_499)
  }

  @Test("shows an own change when the items that it needs arrive")
  func lateItems() throws {
    var replica = try Self.counting()
    _ = try replica.make(.move(["b"], to: .end("s2")))
    let events = try replica.read("ok rows list 1 at=0.1 rev=3", "item b pear")
    #expect(replica.itemCount(in: 1) == 3 && replica.item(at: [1, 2])?.id == "b")
    #expect(events.count == 1)
  }

  @Test("faults rows that are others than it has, and goes on from a snapshot")
  func wrongRows() throws {
    for rows in [["item b other"], ["item c pear"], ["item b pear", "item b pear"]] {
      var replica = try Self.counting()
      _ = try replica.read("ok rows list 1 at=0.1 rev=3", "item b pear")
      let at = rows == ["item c pear"] ? "0.1" : rows.count == 1 ? "0.1" : "0.5"
      #expect(throws: ReplicaFault.wrongRows) {
        try replica.read(["ok rows list \(rows.count) at=\(at) rev=3"] + rows)
      }
      expectEqual(Self.lines([replica.openRequest]), ["open list content=counts"])
      let events = try replica.read("board list 4 1 1 content=counts", "section s1 7 A")
      #expect(events == [.reload] && replica.shown.itemCount == 7)
    }
  }

  @Test("ignores rows of another revision or board")
  func lateRows() throws {
    var replica = try Self.counting()
    try expectEqual(replica.read("ok rows list 1 at=0.1 rev=2", "item b pear"), [])
    try expectEqual(replica.read("ok rows other 1 at=0.1 rev=3", "item b pear"), [])
    #expect(!replica.shown.contains("b" as ItemID))
  }

  @Test("refuses counts that no board has")
  func hostile() throws {
    let most = Board.mostUnknownItems
    for count in [most, 1 << 40] {
      var replica = Replica(of: "list", content: .counts)
      #expect(throws: ReplicaFault.inconsistentSnapshot) {
        try replica.read(
          "ok open list 3", "board list 3 2 2 content=counts", "section s1 \(count) A",
          "section s2 1 B")
      }
      replica = try Self.counting()
      #expect(throws: ReplicaFault.illegalBatch(Violation(.itemCount, nil))) {
        try replica.read("batch list 3 4 1", "insert-section 0 s9 \(count) content=counts Large")
      }
    }
    var whole = try Replica.ofFruit()
    #expect(throws: ReplicaFault.illegalBatch(Violation(.itemCount, nil))) {
      try whole.read("batch list 3 4 1", "insert-section 0 s9 201 content=counts Large")
    }
  }

  @Test("is told the number of the items of a large section, and asks for them")
  func largeSection() throws {
    var replica = try Self.counting()
    let events = try replica.read(
      "batch list 3 4 1", "insert-section 1 s9 300 content=counts Large")
    var update = ViewUpdate()
    update.insertedSections = [1]
    #expect(events == [.update(update)] && replica.itemCount(in: 1) == 300)
    expectEqual(
      Self.lines(replica.missing(in: 290..<310, section: 1)), ["rows 1.290@4 10 board=list"])
  }

  @Test("finds items that it does not have, in its own view")
  func whereItemsAre() throws {
    var replica = try Self.counting()
    _ = try replica.read("ok rows list 1 at=0.1 rev=3", "item b pear")
    expectEqual(replica.whereRequest(for: ["b"]), nil)
    let request = try #require(replica.whereRequest(for: ["b", "z"]))
    expectEqual(Self.lines([request]), ["where z board=list"])
    _ = try replica.make(.insert("mine", at: .start("s1")))
    expectEqual(replica.path(of: WhereRow("z", path: [0, 7], revision: 3)), [0, 8])
    expectEqual(replica.path(of: WhereRow("z", path: [0, 7], revision: 2)), nil)
  }

  @Test("follows a board that is renamed and removed, and another role")
  func boards() throws {
    var replica = try Self.counting()
    let request = Self.lines(replica.missing(in: 0..<1, section: 0))[0]
    _ = try replica.read("renamed list lists")
    _ = try replica.read(["ok rows lists 1 at=0.0 rev=3", "item a apple"], answering: request)
    expectEqual(
      Self.lines(replica.missing(in: 0..<2, section: 0)), ["rows 0.1@3 1 board=lists"])
    try expectEqual(replica.read("role lists viewer"), [.role])
    try expectEqual(replica.read("removed lists"), [.removed])
    expectEqual(replica.missing(in: 5..<6, section: 0), [])
  }

  @Test(
    "knows as much after many scrolls as after a few, and never forgets what is in sight or in its user's hand (slow: many scrolls)"
  )
  func scrolling() throws {
    let count = 1_000_000
    var replica = try Self.counting(count)
    replica.itemLimit = 200
    _ = try replica.read("ok rows list 1 at=0.1 rev=3", "item held pear")
    _ = try replica.read("drag d1 began list anna items=held ops=move,copy")
    var random = SeededRandom(seed: 1)
    for scroll in 0..<(isThorough ? 1_000_000 : isProof ? 30_000 : 3_000) {
      let start = 2 + random.below(count - 22)
      for request in replica.missing(in: start..<start + 20, section: 0) {
        guard case .board(.rows(let rows)) = request, case .index(let path, _) = rows.place else {
          Issue.record("another request")
          return
        }
        let items = (path.item..<path.item + rows.count).map {
          Item(id: ItemID(unchecked: "i\($0)"), text: "item")
        }
        let head = RowsReply("list", lines: items.count, path: path, revision: 3)
        _ = try replica.receive(
          .reply(ServerReply(.ok(.rows(head, items)))), answering: request)
      }
      guard scroll % 50 == 0 else { continue }
      #expect(
        replica.shown.knownItemCount <= 200
          && replica.shown.unknownRanges(in: 0, start..<start + 20).isEmpty
          && replica.shown.contains("held" as ItemID))
      #expect(replica.seen.sightCount <= 2 * 200 + 200)
    }
  }
}
