import BoardModel
import BoardReplica
import BoardWire
import TestKit
import Testing

@Suite("The drags of a replica")
struct DragTests {
  private var replica: Replica
  private let session = SessionID(1)

  init() throws { replica = try Replica.ofFruit() }

  private var drag: DragPresence? { replica.drags[session] }

  @Test("show external items one after the other")
  mutating func external() throws {
    let begun = try replica.read("drag d1 began list ben items=i5 ops=copy external=text/plain Tea")
    expectEqual(begun, [.drag(.began(session))])
    expectEqual(drag?.external, ["i5": DragParcel(type: "text/plain", "Tea")])
    expectEqual(drag?.operations, .copy)
    _ = try replica.read("drag d1 items items=i5,i6 external=text/html <b>")
    expectEqual(drag?.external["i6"], DragParcel(type: "text/html", "<b>"))
    expectEqual(drag?.external["i5"]?.text, "Tea")
    _ = try replica.read("drag d1 items items=i6")
    expectEqual(drag?.items, ["i6"])
    expectEqual(drag?.external.keys.sorted(), ["i6"])
  }

  @Test("have a state: over a place, lifted, or lost")
  mutating func states() throws {
    _ = try replica.read("drag d1 began list ben items=a ops=move,copy local=yes")
    #expect(drag?.state == .lifted && drag?.isLocal == true)
    let over = try replica.read("drag d1 over copy at=1.0 anchor=start:s2")
    expectEqual(over, [.drag(.changed(session))])
    expectEqual(drag?.proposal?.anchor, .start("s2"))
    _ = try replica.read("drag d1 lost")
    #expect(drag?.state == .lost && drag?.proposal == nil)
    _ = try replica.read("drag d1 suspended")
    expectEqual(drag?.isSuspended, true)
    _ = try replica.read("drag d1 resumed", "drag d1 lifted")
    #expect(drag?.state == .lifted && drag?.isSuspended == false)
    try expectEqual(
      replica.read("drag d1 ended moved rev=4"), [.drag(.ended(session, .moved(revision: 4)))])
  }

  @Test("of its own are known from the replies and their requests")
  mutating func own() throws {
    _ = try replica.read("ok begin d1 items=a", answering: "begin a ops=copy local=yes")
    #expect(drag?.isOwn == true && drag?.owner == "anna")
    #expect(drag?.operations == .copy && drag?.isLocal == true)
    _ = try replica.read("ok add d1 items=a,b", answering: "add b")
    expectEqual(drag?.items, ["a", "b"])
    _ = try replica.read(
      "ok propose d1 forbidden at=1.0 anchor=start:s2 reason=type rev=3")
    expectEqual(drag?.proposal?.verdict, .denied(.type))
    _ = try replica.read("ok exit d1")
    expectEqual(drag?.state, .lifted)
    _ = try replica.read("drag d1 suspended", "ok resume d1 lost items=a")
    #expect(drag?.state == .lost && drag?.isSuspended == false && drag?.items == ["a"])
    _ = try replica.read("ok add d1 items=a,b", answering: "add b")
    _ = try replica.read("ok remove d1 items=b")
    expectEqual(drag?.items, ["b"])
    try expectEqual(replica.read("ok remove d1"), [.drag(.ended(session, .cancelled))])
  }

  @Test("of its own on another board are not drags of this board")
  mutating func elsewhere() throws {
    try expectEqual(replica.read("ok begin d1 items=a", answering: "begin a board=other"), [])
  }

  @Test("of its own with external items are shown at once at their destination")
  mutating func ownExternal() throws {
    _ = try replica.read("ok begin-external d1 items=i5", answering: "begin-external Tea")
    _ = try replica.read(
      "ok add-external d1 items=i5,i6", answering: "add-external type=text/html Milk")
    expectEqual(drag?.external["i5"], DragParcel(type: "text/plain", "Tea"))
    expectEqual(drag?.external["i6"], DragParcel(type: "text/html", "Milk"))
    _ = try replica.read("ok propose d1 copy at=0.1 anchor=before:b rev=3")
    let (id, _) = try replica.make(.perform(session))
    expectEqual(replica.texts, [["apple", "Tea", "Milk", "pear"], []])
    let events = try replica.read(
      "batch list 3 4 2", "insert 0.1 i5 Tea", "insert 0.2 i6 Milk", "drag d1 ended copied rev=4",
      "#c-1 ok perform d1 copied rev=4 at=0.1")
    expectEqual(events.last, .settled(id, .confirmed(revision: 4)))
    expectEqual(replica.texts, [["apple", "Tea", "Milk", "pear"], []])
    expectEqual(replica.shown.itemID(at: [0, 1]), "i5")
  }

  @Test("and selections of a guest are its own, by the name in the greeting")
  func guest() throws {
    var replica = Replica(of: "list")
    _ = try replica.read(
      "dropline 1 epoch=aaaa client=guest-7 line=4096 text=1024 profiles=core", "ok open list 3",
      "board list 3 1 4", "section s1 1 A", "item a apple", "drag d1 began list guest-7 items=a",
      "selected list guest-7 items=a")
    expectEqual(replica.client, "guest-7")
    expectEqual(replica.drags[SessionID(1)]?.isOwn, true)
    expectEqual(replica.selection, ["a"])
    let events = try replica.read("ok hello anna")
    expectEqual(events, [.drag(.changed(SessionID(1)))])
    expectEqual(replica.drags[SessionID(1)]?.owner, "anna")
  }

  @Test("are not its own by the name in the greeting if it has another name")
  func named() throws {
    var replica = Replica(of: "list", client: "anna")
    _ = try replica.read("dropline 1 epoch=aaaa client=guest-7 line=4096 text=1024 profiles=core")
    expectEqual(replica.client, "anna")
  }
}
