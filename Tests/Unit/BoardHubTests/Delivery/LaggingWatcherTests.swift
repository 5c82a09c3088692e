import BoardDelivery
import BoardHub
import BoardModel
import TestKit
import Testing

/// What is told about a drag is computed from the board as the same write leaves it with its reader.
@Suite("What a lagging reader is told about drags")
struct LaggingWatcherTests {
  @Test("is in a snapshot before a reply as it is after the command")
  func snapshotBeforeReply() throws {
    var scene = try HubScene(.fixed(.zero))
    let (dragger, watcher) = (scene.connect(), scene.watcher("every=60s"))
    scene.say("edit i9 board=list edited", by: dragger)
    _ = scene.turn()
    for line in ["begin i1,i2 board=list", "propose before:i5 op=copy board=list"] {
      scene.say(line, by: dragger)
    }
    for line in ["replace list", "section s1 - To buy", "item i1 1", "item i2 2", "item i5 5"] {
      scene.say(line, by: dragger)
    }
    for number in 0..<80 { scene.say("item new-\(number) something else", by: dragger) }
    scene.say("end", by: dragger)
    _ = scene.turn()
    scene.say("delete i1 force=yes", by: watcher)
    let lines = Sent(scene.turn()).lines(of: watcher)
    expectEqual(lines.first?.hasPrefix("board list "), true)
    expectEqual(
      lines.filter { $0.hasPrefix("drag ") },
      [
        "drag d1 began list guest-1 items=i2 ops=move,copy",
        "drag d1 over copy at=0.1 anchor=before:i5",
      ])
    scene.pass(.seconds(60))
    expectEqual(Sent(scene.turn()).lines(of: watcher), [])
  }

  @Test("names no items that the batch before it deleted, and has the items before the place")
  func presentItems() throws {
    var scene = try HubScene(.fixed(.seconds(1)))
    let (dragger, watcher) = (scene.watcher(), scene.watcher())
    scene.say("begin i1,i2", by: dragger)
    _ = scene.turn()
    scene.say("begin i3,i4", by: dragger)
    for line in ["propose 0.5 drag=d1", "propose end:s1 drag=d2"] { scene.say(line, by: dragger) }
    for item in ["i1", "i3"] { scene.say("delete \(item) force=yes", by: watcher) }
    _ = scene.turn()
    scene.pass(.seconds(1))
    let lines = Sent(scene.turn()).lines(of: watcher)
    expectEqual(
      lines,
      [
        "drag d1 items items=i2", "drag d1 over move at=0.4 anchor=before:i7",
        "drag d2 began list guest-1 items=i4 ops=move,copy",
        "drag d2 over move at=0.17 anchor=end:s1",
      ])
  }

  @Test("comes behind the data of every other board that it names, also in a circle")
  func otherBoards() throws {
    let scene = try HubScene(.fixed(.zero))
    let author = scene.connect()
    for name in ["b0", "b1", "b2"] {
      for line in ["create \(name)", "insert-section 0 board=\(name) T"] {
        scene.say(line, by: author)
      }
      for number in 0..<3 { scene.say("insert 0.0 board=\(name) \(number)", by: author) }
    }
    let reader = scene.connect()
    for name in ["b2", "b1", "b0"] { scene.say("open \(name)", by: reader) }
    for (index, name) in ["b0", "b1", "b2"].enumerated() {
      scene.say("begin i1 board=\(name)", by: author)
      scene.say("propose 0.0 board=b\((index + 1) % 3) drag=d\(index + 1)", by: author)
    }
    _ = scene.turn()
    scene.hub.setBlocked(reader, true)
    for name in ["b0", "b1", "b2"] {
      scene.say("insert 0.0 board=\(name) new", by: author)
      _ = scene.turn()
    }
    scene.say("perform d1", by: author)
    for drag in ["d2", "d3"] { scene.say("propose before:i4 drag=\(drag) board=b0", by: author) }
    _ = scene.turn()
    scene.hub.setBlocked(reader, false)
    let lines = Sent(scene.turn()).lines(of: reader)
    for (data, event) in [
      ("batch b1 4 6 2", "drag d1 ended copied rev=6 board=b1"),
      ("batch b0 4 5 1", "drag d2 over copy at=0.0 anchor=before:i4 board=b0"),
      ("batch b0 4 5 1", "drag d3 over copy at=0.0 anchor=before:i4 board=b0"),
    ] {
      let (first, second) = (lines.firstIndex(of: data), lines.firstIndex(of: event))
      #expect(try #require(first, "\(lines)") < #require(second, "\(lines)"))
    }
  }

  @Test("leaves out of a snapshot a place on another board, which follows behind that board")
  func openings() throws {
    var scene = try HubScene(.fixed(.seconds(1)))
    let (author, reader) = (scene.connect(), scene.watcher())
    for line in ["create other", "insert-section 0 board=other T", "begin i1 board=list"] {
      scene.say(line, by: author)
    }
    scene.say("begin-external board=other text", by: author)
    _ = scene.turn()
    scene.settle()
    scene.say("insert 0.0 board=list new", by: author)
    _ = scene.turn()
    scene.say("insert 0.0 board=list newer", by: author)
    scene.say("propose before:i21 board=list drag=d2", by: author)
    scene.say("open other", by: reader)
    expectEqual(
      Sent(scene.turn()).lines(of: reader),
      [
        "ok open other 1", "board other 1 1 2", "section s1 0 T",
        "drag d2 began other guest-1 items=i1 ops=copy external=text/plain text",
        "batch list 101 102 1", "insert 0.0 i21 newer",
        "drag d2 over copy at=0.0 anchor=before:i21 board=list",
      ])
  }

  @Test("is in the reply to resume without the items that others took out")
  func resumed() throws {
    let scene = try HubScene(.fixed(.zero))
    let (owner, other) = (scene.connect(), scene.connect())
    scene.say("hello ann token=a-token-of-ann-1", by: owner)
    scene.say("begin i1,i2 board=list", by: owner)
    _ = scene.turn()
    scene.hub.disconnected(owner, at: scene.now)
    scene.say("delete i1 board=list force=yes", by: other)
    let again = scene.connect()
    scene.say("hello ann token=a-token-of-ann-1", by: again)
    scene.say("resume d1", by: again)
    expectEqual(Sent(scene.turn()).lines(of: again).last, "ok resume d1 lifted items=i2")
  }

  @Test("comes behind a batch without rows if the drop that a reply names cancels out")
  func cancelledOut() throws {
    var scene = try HubScene(.fixed(.seconds(1)))
    let (author, reader) = (scene.watcher(), scene.watcher())
    _ = scene.ask(["begin i1", "propose before:i2"], by: reader)
    scene.settle()
    _ = scene.ask(["edit i0 first"], by: author)
    _ = scene.ask(["move i2 0.1"], by: author)
    expectEqual(
      scene.ask(["perform"], by: reader),
      [
        "batch list 101 103 0", "drag d1 ended moved rev=103",
        "ok perform d1 moved rev=103 at=0.1",
      ])
  }
}

@Suite("The drags of one client")
struct DragRateTests {
  @Test("that begin and end between two updates are not sent, however many they are")
  func coalesced() throws {
    var scene = try HubScene(.fixed(.milliseconds(4)))
    let (author, watcher, slow) = (scene.watcher(), scene.watcher(), scene.watcher())
    scene.hub.setBlocked(slow, true)
    scene.say("edit i0 edited", by: author)
    var lines = 0
    // 10,000 begin/cancel in a second.
    for _ in 0..<1_000 {
      for _ in 0..<10 {
        for line in ["begin i1", "cancel"] { scene.say(line, by: author) }
      }
      scene.pass(.milliseconds(1))
      lines += Sent(scene.turn()).lines(of: watcher).count
    }
    #expect(lines <= 4)
    scene.hub.setBlocked(slow, false)
    expectEqual(
      Sent(scene.turn()).lines(of: slow), ["batch list 100 101 1", "reload 0.0 i0 edited"])
  }

  @Test("are at most one beginning and one end of each live drag in a window")
  func live() throws {
    var scene = try HubScene(.fixed(.milliseconds(4)))
    let (author, watcher, slow) = (scene.watcher(), scene.watcher(), scene.watcher())
    scene.hub.setBlocked(slow, true)
    scene.say("edit i0 edited", by: author)
    _ = scene.turn()
    scene.rest()
    var lines = 0
    for _ in 0..<3_000 {
      for line in ["begin i1", "cancel", "begin i1"] { scene.say(line, by: author) }
      lines += Sent(scene.turn()).lines(of: watcher).count
      scene.pass(.milliseconds(1))
      scene.say("cancel", by: author)
      lines += Sent(scene.turn()).lines(of: watcher).count
    }
    // 3,000 ms have 750 windows.
    #expect(lines > 500 && lines <= 2 * 751)
    scene.hub.setBlocked(slow, false)
    expectEqual(
      Sent(scene.turn()).lines(of: slow), ["batch list 100 101 1", "reload 0.0 i0 edited"])
  }

  @Test("are sent to an owner that reads nothing only as they are, when it reads again")
  func owner() throws {
    var scene = try HubScene(.fixed(.zero))
    let (owner, other) = (scene.connect(), scene.connect())
    _ = scene.ask(["begin i9,i8 board=list", "propose before:i19 board=list"], by: owner)
    scene.hub.setBlocked(owner, true)
    for _ in 0..<10_000 {
      scene.say("insert 0.0 board=list x", by: other)
      if scene.hub.hasUnread { _ = scene.hub.goOn(at: scene.now) }
      expectNil(Sent(scene.turn()).writes[owner])
    }
    scene.say("delete i8 board=list force=yes", by: other)
    expectNil(Sent(scene.turn()).writes[owner])
    scene.hub.setBlocked(owner, false)
    scene.pass(.seconds(1))
    expectEqual(
      Sent(scene.turn()).lines(of: owner),
      [
        "drag d1 items items=i9",
        "drag d1 over move at=0.10017 anchor=before:i19",
      ])
  }
}
