import BoardModel
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

@Suite("A renamed board")
struct RenamedBoardTests {
  private var scene: HubScene
  private let author: ConnectionID

  init() throws {
    scene = try HubScene(.fixed(.seconds(1)))
    author = scene.connect()
    _ = scene.turn()
  }

  private func ask(_ lines: String..., by client: ConnectionID? = nil) -> [String] {
    scene.ask(lines, by: client ?? author)
  }

  @Test("keeps its revision, history, drags, policies, selections and watchers")
  mutating func same() {
    _ = ask("open list", "edit i0 x", "policy * limit=30", "select i1", "begin i2", "propose 1.0")
    let watcher = scene.watcher()
    expectEqual(ask("rename-board list shop"), ["renamed list shop", "ok rename-board list shop"])
    expectEqual(ask("show list"), ["refused unknown-board board=list"])
    expectEqual(ask("policy *").last?.contains(" limit=30 "), true)
    expectEqual(
      ask("perform"),
      [
        "batch shop 101 102 1", "move 0.2 1.0 i2", "drag d1 ended moved rev=102",
        "ok perform d1 moved rev=102 at=1.0",
      ])
    expectEqual(
      ask("undo", "undo").filter { $0.hasPrefix("ok") },
      [
        "ok undo of=102 rev=103", "ok undo of=101 rev=104",
      ])
    expectEqual(ask("who shop").last, "guest-2 boards=shop")
    expectEqual(ask("close").first, "ok close shop")
    _ = ask("quit")
    scene.hub.disconnected(author, at: scene.now)
    scene.rest()
    #expect(scene.hub.boards.selected.isEmpty)
    expectEqual(ask("who shop", by: watcher).last, "guest-2 boards=shop")
  }

  @Test("is refused the name of another board; its own name changes nothing")
  func taken() {
    _ = ask("create other")
    expectEqual(ask("rename-board list other"), ["refused board-exists board=other"])
    expectEqual(ask("rename-board list list"), ["ok rename-board list list"])
    expectEqual(ask("rename-board no list"), ["refused unknown-board board=no"])
  }

  @Test("is sent to watchers after their unsent batches, and their next batch has the new name")
  mutating func renamedEvent() {
    let watcher = scene.watcher()
    _ = ask("edit i0 board=list x")
    _ = ask("edit i0 board=list y")
    scene.say("rename-board list shop", by: author)
    scene.say("edit i1 board=shop z", by: author)
    expectEqual(
      Sent(scene.turn()).lines(of: watcher),
      [
        "batch list 101 102 1", "reload 0.0 i0 y", "renamed list shop",
      ])
    scene.pass(.seconds(1))
    expectEqual(
      Sent(scene.turn()).lines(of: watcher), ["batch shop 102 103 1", "reload 0.1 i1 z"])
  }

  @Test("any number of times is one event to a client that does not read, before the batch")
  mutating func blocked() {
    let watcher = scene.watcher()
    scene.hub.setBlocked(watcher, true)
    for (old, new) in [("list", "a"), ("a", "b"), ("b", "c")] {
      scene.say("rename-board \(old) \(new)", by: author)
      scene.say("edit i1 board=\(new) \(new)", by: author)
      expectNil(Sent(scene.turn()).writes[watcher])
    }
    scene.hub.setBlocked(watcher, false)
    scene.pass(.seconds(1))
    expectEqual(
      Sent(scene.turn()).lines(of: watcher),
      [
        "renamed list c", "batch c 100 103 1", "reload 0.1 i1 c",
      ])
    #expect(scene.hub.delivery.formerNames.isEmpty)
  }

  @Test("has the place of a drag without the items that it lost in the same turn")
  func lostItems() {
    let owner = scene.connect()
    _ = ask("begin i0,i1 board=list", "propose 0.0", by: owner)
    _ = ask("delete i0 force=yes board=list", "rename-board list shop")
    expectEqual(
      ask("drags").last,
      "d1 shop guest-2 move items=i1 ops=move,copy at=0.0 anchor=before:i2 short=yes")
  }

  @Test("is sent to its author before the reply, even if the author does not read")
  func blockedAuthor() {
    _ = ask("open list")
    scene.hub.setBlocked(author, true)
    expectEqual(
      ask("rename-board list a", "rename-board a b", "rename-board b c", "close"),
      [
        "renamed list a", "ok rename-board list a", "renamed a b", "ok rename-board a b",
        "renamed b c", "ok rename-board b c", "ok close c",
      ])
  }

  @Test("is sent to a client that does not read before anything else")
  mutating func blockedOthers() {
    let watcher = scene.watcher()
    _ = ask("create notes", "insert-section 0 board=notes N")
    _ = ask("begin i1", "close", "open notes", "propose 0.0 board=notes", by: watcher)
    scene.settle()
    scene.hub.setBlocked(watcher, true)
    scene.say("rename-board notes a", by: author)
    expectEqual(Sent(scene.turn()).lines(of: watcher), [])
    expectEqual(ask("cancel", by: watcher), ["renamed notes a", "ok cancel d1 cancelled"])
    _ = ask("rename-board a b")
    expectEqual(
      ask("hello form=json", "hello form=text", by: watcher),
      [
        "renamed a b", #"{"kind":"ok","verb":"hello","client":"guest-2"}"#, "ok hello guest-2",
      ])
    _ = ask("rename-board b c")
    expectEqual(ask("close", by: watcher), ["renamed b c", "ok close c"])
  }

  @Test("has in unsent drag events its new name")
  mutating func blockedEvents() {
    let watcher = scene.watcher()
    scene.hub.setBlocked(watcher, true)
    _ = ask("begin i1 board=list", "select i2 board=list", "rename-board list shop")
    scene.hub.setBlocked(watcher, false)
    scene.pass(.seconds(5))
    let lines = Sent(scene.turn()).lines(of: watcher)
    expectEqual(
      lines,
      [
        "renamed list shop", "drag d1 began shop guest-1 items=i1 ops=move,copy",
        "selected shop guest-1 items=i2",
      ])
  }

  @Test("is not sent to connections after bye")
  mutating func closing() {
    let (leaving, other) = (scene.watcher(), scene.watcher())
    scene.say("quit", by: leaving)
    scene.say("rename-board list shop", by: author)
    scene.say("remove-board shop force=yes", by: author)
    let delivery = Sent(scene.turn())
    expectEqual(delivery.lines(of: leaving), ["ok quit", "bye quit"])
    expectEqual(delivery.lines(of: other), ["renamed list shop", "removed shop"])
  }

  @Test("keeps the order of batches and ends of drags, also for a client that does not read")
  mutating func foreignEnd() {
    let watcher = scene.watcher()
    _ = ask("create notes", "insert-section 0 board=notes N")
    _ = ask("open notes", by: watcher)
    scene.settle()
    _ = ask("begin i1 board=list")
    scene.hub.setBlocked(watcher, true)
    _ = ask("propose 0.0 op=copy board=notes", "perform", "rename-board notes memo")
    scene.hub.setBlocked(watcher, false)
    scene.pass(.seconds(5))
    let lines = Sent(scene.turn()).lines(of: watcher)
    let batch = lines.firstIndex { $0.hasPrefix("batch memo 1 2 ") } ?? .max
    let end = lines.firstIndex { $0.hasPrefix("drag d1 ended copied rev=2") } ?? 0
    expectEqual(lines.first, "renamed notes memo")
    #expect(batch < end, "\(lines)")
  }

  @Test("back to its old name is no event to a client that does not read")
  mutating func back() {
    let watcher = scene.watcher()
    scene.hub.setBlocked(watcher, true)
    _ = ask("rename-board list a", "rename-board a b")
    // The name was used until now, by this very board.
    _ = ask("rename-board b list")
    scene.hub.setBlocked(watcher, false)
    scene.pass(.seconds(1))
    let lines = Sent(scene.turn()).lines(of: watcher)
    expectEqual(lines.first, "board list 101 2 22")
  }

  @Test("under a used name continues above its last revision, and earlier revisions get a snapshot")
  mutating func usedName() {
    let (watcher, old) = (scene.watcher(), scene.watcher())
    _ = ask("create shop", "insert-section 0 board=shop A")
    for number in 0..<200 { _ = ask("rename-section 0 board=shop \(number)") }
    _ = ask("remove-board shop")
    expectEqual(ask("close", by: old), ["ok close list"])
    scene.say("rename-board list shop", by: author)
    expectEqual(
      Sent(scene.turn()).lines(of: watcher), ["batch list 100 202 0", "renamed list shop"])
    expectEqual(
      ask("open shop since=150", by: old).prefix(2), ["ok open shop 202", "board shop 202 2 22"])
    // The watcher had revision 202 under the old name, so that is used as well.
    expectEqual(ask("create list"), ["ok create list rev=203"])
    expectEqual(ask("edit i0 board=shop x"), ["ok edit i0 at=0.0 rev=203"])
    scene.rest()
    expectEqual(ask("open shop since=202", by: old), ["ok open shop 203"])
    expectEqual(ask("close", by: watcher), ["ok close shop"])
    expectEqual(ask("open shop since=202", by: watcher)[1], "batch shop 202 203 1")
    // Above the last revision of the name already: there it continues, without its past.
    _ = ask("create low", "remove-board low")
    expectEqual(ask("rename-board shop low"), ["ok rename-board shop low"])
    expectEqual(ask("undo low", "history low"), ["refused nothing-to-undo", "ok history low 0"])
    expectEqual(ask("show low rev=202"), ["refused revision-too-old rev=203"])
    expectEqual(ask("edit 0.0@202 board=low y"), ["refused revision-too-old rev=203"])
    expectEqual(ask("edit i0 board=low y", "undo low").last, "ok undo of=204 rev=205")
    expectEqual(ask("close", by: watcher).last, "ok close low")
    expectEqual(ask("open low since=202", by: watcher)[1], "board low 205 2 22")
  }

  @Test("is announced to the drags of other boards that are over it")
  mutating func foreignDrags() {
    let watcher = scene.watcher()
    _ = ask("create notes", "insert-section 0 board=notes N", "begin i1 board=list")
    _ = ask("propose 0.0 board=notes")
    scene.settle()
    scene.say("rename-board notes memo", by: watcher)
    let delivery = Sent(scene.turn())
    let event = "drag d1 over copy at=0.0 anchor=start:s1 board=memo"
    expectEqual(delivery.lines(of: author), [event])
    expectEqual(delivery.lines(of: watcher), ["ok rename-board notes memo", event])
    expectEqual(ask("perform"), ["ok perform d1 copied rev=2 at=0.0 board=memo"])
  }
}
