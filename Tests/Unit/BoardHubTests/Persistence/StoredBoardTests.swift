import BoardHub
import BoardJournal
import BoardModel
import Simulation
import TestKit
import Testing

@Suite("After a restart, removed or renamed boards")
struct StoredBoardTests {
  private let store = MemoryStore()

  @Test("are unchanged")
  func same() throws {
    let before = try StoredHub(store)
    _ = before.say(
      "hello ann token=secret-long-enough", "create a", "create b", "insert-section 0 board=a A")
    _ = before.say("policy 0 limit=3 board=a", "insert 0.0 board=a x", "remove-board b")
    _ = before.say("#1 edit i1 board=a y", "rename-board a b", "#2 edit i1 board=b z")
    // All in one turn: what is written down at its end has the last name.
    _ = before.say("policy * paused=yes board=b", "rename-board b c", "create a", "remove-board a")
    let after = try StoredHub(store)
    expectEqual(after.hub.service.revisions, before.hub.service.revisions)
    _ = after.say("hello ann token=secret-long-enough")
    for line in [
      "boards", "show c", "history c", "policy board=c", "#1 edit i1 board=a y",
      "#2 edit i1 board=b z", "undo c", "create a", "create b", "create new",
    ] {
      expectEqual(after.say(line), before.say(line), "\(line)")
    }
  }

  @Test("have no revision with two contents")
  func revisions() throws {
    let before = try StoredHub(store)
    _ = before.say("create a", "insert-section 0 board=a A", "remove-board a")
    _ = before.say(
      "create b", "insert-section 0 board=b B", "insert 0.0 board=b x", "remove-board b")
    _ = before.say("create c", "rename-board c a")
    expectEqual(before.hub.service.revisions, ["a": 2])
    let after = try StoredHub(store)
    expectEqual(after.hub.service.revisions, ["a": 2])
    expectEqual(after.say("open a since=1"), ["ok open a 2", "board a 2 0 0"])
    expectEqual(after.say("create b"), ["ok create b rev=3"])
    // Its watchers were brought to 2 under the name c.
    expectEqual(after.say("create c"), ["ok create c rev=3"])
  }

  @Test(
    "under a used name continue above its last revision, and earlier revisions get a snapshot",
    arguments: [1, 2, 9])
  func usedName(last: Int) throws {
    let before = try StoredHub(store)
    _ = before.say("hello ann token=secret-long-enough", "create a")
    for _ in 0..<last { _ = before.say("insert-section 0 board=a A") }
    _ = before.say("remove-board a", "create b", "insert-section 0 board=b B")
    _ = before.say("insert 0.0 board=b x", "rename-board b a", "insert 0.0 board=a y")
    let after = try StoredHub(store)
    _ = after.say("hello ann token=secret-long-enough")
    let first = last + 1
    for life in [before, after] {
      expectEqual(life.say("open a since=\(last)")[1], "board a \(first + 1) 1 3")
      #expect(
        life.say("close a", "open a since=\(first)").contains("batch a \(first) \(first + 1) 1"))
      #expect(
        life.say("show a rev=\(last)")[0].hasPrefix("refused revision-too-old rev=\(first)"))
      expectEqual(life.say("history a from=1")[0], "ok history a 1")
      expectEqual(life.say("undo a").last?.hasPrefix("ok undo"), true)
    }
  }

  @Test("are forgotten by name once there are too many, and even then no revision is used twice")
  func many() throws {
    let before = try StoredHub(store)
    for number in 0..<Limits.boards + 5 {
      _ = before.say(
        "create b\(number)", "insert-section 0 board=b\(number) x", "remove-board b\(number)")
    }
    for life in [before, try StoredHub(store)] {
      expectEqual(
        life.say("create b0", "remove-board b0"), ["ok create b0 rev=2", "ok remove-board b0"])
      #expect(life.say("create b1004", "remove-board b1004")[0].hasPrefix("ok create b1004 rev="))
    }
    #expect(before.hub.service.revisions.isEmpty)
  }
}
