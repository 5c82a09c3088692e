import BoardHub
import BoardJournal
import BoardModel
import Simulation
import TestKit
import Testing

@Suite("After a restart, new ids")
struct RestoredIDsTests {
  private let store = MemoryStore()
  private static let content: Content = [
    Section(id: "s1", title: "", items: ["i1", "i2", "i3"].map { Item(id: $0, text: "") }),
    Section(id: "s2", title: ""),
  ]
  private static let hello = "hello ann token=a-token-long-enough"

  /// A board of a file, of which the item with the highest number was deleted.
  private func before() throws -> StoredHub {
    let stored = try StoredHub(store)
    try stored.hub.service.serve("list", content: Self.content)
    expectEqual(stored.say(Self.hello, "delete i3 board=list").last, "ok delete count=1 rev=1")
    return stored
  }

  @Test("are none that the board had, in a file or by choice")
  func chosen() throws {
    let stored = try before()
    _ = stored.say("delete-section s2 board=list", "batch list", "insert 0.0 i7 x", "end")
    _ = stored.say("delete i7 board=list")
    let after = try StoredHub(store)
    expectEqual(after.say("insert 0.0 board=list y"), ["ok insert i8 at=0.0 rev=5"])
    expectEqual(after.say("insert-section 0 board=list z"), ["ok insert-section s3 at=0 rev=6"])
  }

  @Test("are none in the snapshots and revisions of a journal that counted only what it assigned")
  func earlier() throws {
    _ = try before()
    let journal = MemoryJournal(store)
    _ = journal.acquire()
    let outcome = journal.commit([
      .boardNumber("list", "items", 1), .boardNumber("list", "sections", 1),
    ])
    expectEqual(outcome, .committed)
    let after = try StoredHub(store)
    expectEqual(after.say("insert 0.0 board=list y"), ["ok insert i4 at=0.0 rev=2"])
    expectEqual(after.say(Self.hello, "undo list").last, "ok undo of=1 rev=3")
  }

  @Test("are none that a drag from outside has had since before")
  func external() throws {
    let stored = try before()
    expectEqual(stored.say("begin-external board=list x"), ["ok begin-external d1 items=i4"])
    stored.hub.drain.stop(at: .zero)
    _ = stored.say()
    let after = try StoredHub(store)
    expectEqual(after.say("insert 0.0 board=list y"), ["ok insert i5 at=0.0 rev=2"])
  }

  @Test("of the highest numbers are in no file")
  func unchoosable() throws {
    let item = Item(id: "i9000000000000000000", text: "")
    #expect(throws: Refusal.idTaken(item.id.string)) {
      try StoredHub(store).hub.service.serve(
        "list", content: [Section(id: "A", title: "", items: [item])])
    }
  }
}
