import BoardHub
import Testing

@Suite("The end of a drag")
struct EndOfDragTests {
  @Test("is told behind a snapshot to those who knew of the drag, and to nobody else")
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
    let lines = Delivery(scene.turn()).lines(of: watcher)
    #expect(lines.first == "board list 500 2 22")
    #expect(lines.filter { $0.hasPrefix("drag ") } == ["drag d1 ended cancelled"])
  }
}
