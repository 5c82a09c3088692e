import BoardDelivery
import BoardHub
import TestKit
import Testing

@Suite("The end of a drag")
struct EndOfDragTests {
  @Test("is not sent after a snapshot without the drag")
  func behindSnapshot() throws {
    var scene = try HubScene(.fixed(.zero))
    let (author, watcher) = (scene.watcher(), scene.watcher())
    for round in 0..<200 { scene.say("insert 1.0 number \(round)", by: author) }
    scene.say("begin i1", by: author)
    _ = scene.turn()
    scene.hub.setBlocked(watcher, true)
    scene.say("cancel d1", by: author)
    scene.say("begin i2", by: author)
    scene.say("cancel d2", by: author)
    for _ in 0..<200 { scene.say("delete 1.0", by: author) }
    _ = scene.turn()
    scene.hub.setBlocked(watcher, false)
    let lines = Sent(scene.turn()).lines(of: watcher)
    expectEqual(lines.first, "board list 500 2 22")
    #expect(!lines.contains { $0.hasPrefix("drag ") })
  }

  @Test("is sent to its owner also behind a snapshot without the drag")
  func ownBehindSnapshot() throws {
    var scene = try HubScene(.fixed(.zero))
    let (author, watcher, owner) = (scene.watcher(), scene.watcher(), scene.watcher())
    for round in 0..<200 { scene.say("insert 1.0 number \(round)", by: author) }
    scene.say("begin i1", by: owner)
    _ = scene.turn()
    for reader in [watcher, owner] { scene.hub.setBlocked(reader, true) }
    scene.say("delete i1 force=yes", by: author)
    for _ in 0..<200 { scene.say("delete 1.0", by: author) }
    _ = scene.turn()
    for reader in [watcher, owner] { scene.hub.setBlocked(reader, false) }
    let sent = Sent(scene.turn())
    expectEqual(sent.lines(of: owner).first, "board list 501 2 21")
    expectEqual(sent.lines(of: owner).last, "drag d1 ended gone")
    #expect(!sent.lines(of: watcher).contains { $0.hasPrefix("drag ") })
  }

  @Test("is sent to its owner behind a snapshot also if the owner said its name since")
  func ownOfNamedGuest() throws {
    var scene = try HubScene(.fixed(.zero))
    let (author, owner) = (scene.watcher(), scene.watcher("every=10s"))
    for round in 0..<200 { scene.say("insert 1.0 number \(round)", by: author) }
    scene.say("begin i1", by: owner)
    // Its window begins with this.
    scene.say("insert 1.0 last", by: author)
    _ = scene.turn()
    scene.say("delete i1 force=yes", by: author)
    for _ in 0..<201 { scene.say("delete 1.0", by: author) }
    expectEqual(scene.ask(["hello ann"], by: owner), ["ok hello ann"])
    scene.pass(.seconds(10))
    let lines = Sent(scene.turn()).lines(of: owner)
    expectEqual(lines.first, "board list 503 2 21")
    expectEqual(lines.last, "drag d1 ended gone")
  }

  @Test("on another board is sent after the batch of that board, whatever else is sent")
  func otherBoard() throws {
    var (scene, watcher) = try dropOnOtherBoard()
    scene.say("begin i2 board=list", by: watcher)
    _ = scene.turn()
    scene.pass(.seconds(1))
    try checkOrder(Sent(scene.turn()).lines(of: watcher))
  }

  @Test("on another board is sent after the batch of that board even if its own board is closed")
  func closing() throws {
    let (scene, watcher) = try dropOnOtherBoard()
    scene.say("close list", by: watcher)
    try checkOrder(Sent(scene.turn()).lines(of: watcher))
  }

  /// A drop of `d1` on another board, of which a watcher of both is owed everything.
  private func dropOnOtherBoard() throws -> (HubScene, ConnectionID) {
    var scene = try HubScene(.fixed(.seconds(1)))
    let (author, watcher) = (scene.watcher(), scene.watcher())
    scene.say("create other", by: author)
    scene.say("insert-section 0 board=other Title", by: author)
    scene.say("open other", by: watcher)
    scene.say("begin i1 board=list", by: author)
    _ = scene.turn()
    scene.rest()
    for board in ["other", "list"] { scene.say("insert 0.0 board=\(board) first", by: author) }
    _ = scene.turn()
    scene.say("insert 0.0 board=other second", by: author)
    for line in ["propose 0.0 board=other", "perform"] {
      scene.say(line, by: author)
    }
    _ = scene.turn()
    return (scene, watcher)
  }

  private func checkOrder(_ lines: [String]) throws {
    let batch = lines.firstIndex { $0.hasPrefix("batch other 2 4 ") }
    let end = lines.firstIndex { $0 == "drag d1 ended copied rev=4 board=other" }
    let (first, second) = (try #require(batch), try #require(end))
    #expect(first < second, "\(lines)")
  }
}
