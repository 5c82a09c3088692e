import BoardModel
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

@Suite("A board that is removed")
struct RemovedBoardTests {
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

  @Test("is deleted with its undo history, policies and selections, and its name is free")
  func gone() {
    _ = ask("edit i0 board=list x", "policy * limit=3 board=list", "select i1 board=list")
    expectEqual(ask("remove-board list"), ["ok remove-board list"])
    expectEqual(ask("edit i0 board=list x"), ["refused unknown-board board=list"])
    expectEqual(ask("boards"), ["ok boards 0"])
    // No revision of a name stands for two contents, so the new board begins behind the old one.
    expectEqual(
      ask("create list", "open list"),
      [
        "ok create list rev=102", "ok open list 102", "board list 102 0 0",
      ])
    expectEqual(ask("undo"), ["refused nothing-to-undo"])
    expectEqual(ask("policy *").last?.contains(" limit=none "), true)
    expectEqual(ask("who list").last, "guest-1 boards=list")
  }

  @Test("is refused if another client watches it, unless forced")
  mutating func watched() {
    let watcher = scene.watcher()
    expectEqual(ask("remove-board list"), ["refused board-in-use by=guest-2 board=list"])
    expectEqual(ask("remove-board list force=yes"), ["ok remove-board list"])
    expectEqual(ask("ping", by: watcher), ["pong"])
  }

  @Test("is not refused if only its own client watches it and drags there")
  func own() {
    _ = ask("open list", "begin i1", "propose 1.0")
    expectEqual(
      ask("remove-board list"), ["drag d1 ended gone", "removed list", "ok remove-board list"])
  }

  @Test("is refused if another client's drag has items or a destination there")
  mutating func dragged() {
    let other = scene.connect()
    _ = ask("create notes", "insert-section 0 board=notes N", by: other)
    _ = ask("begin i1 board=list", by: other)
    for name in ["list", "notes"] {
      if name == "notes" { _ = ask("propose 0.0 board=notes", by: other) }
      expectEqual(ask("remove-board \(name)"), ["refused board-in-use by=guest-2 board=\(name)"])
    }
    // Who drags and does not watch is told in front of nothing of its own.
    scene.say("remove-board notes force=yes", by: author)
    expectEqual(Sent(scene.turn()).lines(of: other), ["drag d1 lost"])
    scene.pass(.seconds(1))
    scene.say("remove-board list force=yes", by: author)
    expectEqual(Sent(scene.turn()).lines(of: other), ["drag d1 ended gone"])
    expectEqual(ask("resume d1", by: other), ["refused session-ended drag=d1 outcome=gone"])
    #expect(scene.hub.drags.drivers.isEmpty)
  }

  @Test("is sent to its watchers after their unsent batches, and is no longer watched")
  mutating func removedEvent() {
    let (slow, quick) = (scene.watcher("every=10s"), scene.watcher())
    _ = ask("edit i0 board=list x", "begin i1 board=list")
    _ = ask("edit i0 board=list y")
    scene.say("remove-board list force=yes", by: author)
    let delivery = Sent(scene.turn())
    let end = ["drag d1 ended gone", "removed list"]
    expectEqual(
      delivery.lines(of: slow),
      [
        "batch list 101 102 1", "reload 0.0 i0 y",
      ] + end)
    expectEqual(delivery.lines(of: quick), ["batch list 101 102 1", "reload 0.0 i0 y"] + end)
    expectEqual(ask("close", by: slow), ["refused no-board"])
    expectEqual(scene.hub.roster.open.map(\.subscriptions.count).reduce(0, +), 0)
    scene.rest()
    expectNil(scene.nextDeadline)
  }

  @Test("is sent to a client that does not read in a bounded number of bytes")
  mutating func blocked() {
    let watcher = scene.watcher()
    scene.hub.setBlocked(watcher, true)
    for number in 0..<500 { _ = ask("edit i\(number % 20) board=list \(number)") }
    scene.say("remove-board list force=yes", by: author)
    let lines = Sent(scene.turn()).lines(of: watcher)
    expectEqual(lines.last, "removed list")
    #expect(lines.count < 30)
  }

  @Test("first sends the end of a drag that dropped there")
  mutating func foreignEnd() {
    let watcher = scene.watcher()
    _ = ask("create notes", "insert-section 0 board=notes N")
    _ = ask("open notes", by: watcher)
    scene.rest()
    _ = ask("begin i1 board=list", "propose 0.0 op=copy board=notes")
    _ = ask("insert-section 1 board=notes M")
    _ = ask("perform")
    scene.say("remove-board notes force=yes", by: author)
    expectEqual(
      Sent(scene.turn()).lines(of: watcher).suffix(3),
      [
        "insert 0.0 i1 item 1", "drag d1 ended copied rev=3 board=notes", "removed notes",
      ])
  }

  @Test("sends no batch of the boards whose drags were over it if their changes cancel out")
  mutating func cancelledOut() {
    let watcher = scene.watcher()
    _ = ask("create notes", "insert-section 0 board=notes N")
    _ = ask("open notes", by: watcher)
    _ = ask("begin i1 board=list", "propose 0.0 op=copy board=notes")
    scene.settle()
    scene.say("edit i0 board=list x", by: author)
    scene.say("undo list", by: author)
    scene.say("remove-board notes force=yes", by: author)
    expectEqual(Sent(scene.turn()).lines(of: watcher), ["drag d1 lost", "removed notes"])
    scene.say("edit i0 board=list y", by: author)
    scene.pass(.seconds(1))
    expectEqual(
      Sent(scene.turn()).lines(of: watcher), ["batch list 100 103 1", "reload 0.0 i0 y"])
  }

  @Test("does not count for the limit of boards")
  func limit() {
    for number in 1..<Limits.boards { _ = ask("create b\(number)") }
    expectEqual(ask("create more"), ["refused limit limit=boards max=\(Limits.boards)"])
    expectEqual(
      ask("remove-board b7", "create more"), ["ok remove-board b7", "ok create more rev=0"])
    for _ in 0..<2_000 { _ = ask("remove-board more", "create more") }
    expectEqual(ask("remove-board more"), ["ok remove-board more"])
  }

  @Test("does not delete stored replies: a retry gets the same reply")
  func retry() {
    _ = ask("hello ann token=secret-long-enough")
    let first = ask("#1 edit i0 board=list x") + ask("#2 remove-board list")
    expectEqual(first, ["#1 ok edit i0 at=0.0 rev=101", "#2 ok remove-board list"])
    let again = ask("#1 edit i0 board=list x") + ask("#2 remove-board list")
    expectEqual(again, first.map { $0 + " replayed=yes" })
  }
}
