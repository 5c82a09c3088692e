import BoardDelivery
import BoardModel
import BoardWire
import TestKit
import Testing

/// What is sent to clients of a version that has no fields of items (19.5).
@Suite("Watchers that do not know fields")
struct EarlierClientsTests {
  @Test("are sent batches without reconfigure, which may have no rows, in both forms")
  func rows() throws {
    var scene = try HubScene(.fixed(.zero))
    let author = scene.connect()
    let (text, object) = (scene.watchers(1)[0], scene.watchers(1)[0])
    let (knowing, person) = (scene.watchers(1)[0], scene.watchers(1)[0])
    scene.say("hello version=1", by: text)
    scene.say("hello version=1 form=json", by: object)
    scene.say("hello version=1 fields=yes", by: knowing)
    _ = scene.turn()
    scene.say("set i1 board=list done=yes", by: author)
    var sent = Sent(scene.turn())
    let rows = ["batch list 100 101 1", "reconfigure 0.1 i1 done=yes"]
    expectEqual(sent.lines(of: person), rows)
    expectEqual(sent.lines(of: knowing), rows)
    expectEqual(sent.lines(of: text), ["batch list 100 101 0"])
    expectEqual(
      sent.lines(of: object), [#"{"kind":"batch","board":"list","from":100,"to":101,"rows":[]}"#])
    scene.say("edit i1 board=list Tea", by: author)
    scene.say("set i1 board=list done=", by: author)
    sent = Sent(scene.turn())
    expectEqual(sent.lines(of: person), ["batch list 101 103 1", "reload 0.1 i1 done= Tea"])
    expectEqual(sent.lines(of: text), ["batch list 101 103 1", "reload 0.1 i1 done= Tea"])
  }

  @Test("share the batch of all others while no item of the board has had fields")
  func sharing() throws {
    var scene = try HubScene(.fixed(.zero))
    let author = scene.connect()
    let (knowing, earlier) = (scene.watchers(10), scene.watchers(10))
    for id in earlier { scene.say("hello version=1", by: id) }
    _ = scene.turn()
    scene.say("edit i1 board=list Tea", by: author)
    let sent = Sent(scene.turn())
    expectEqual(sent.encodings.count, 1)
    for id in knowing + earlier {
      expectEqual(sent.lines(of: id), ["batch list 100 101 1", "reload 0.1 i1 Tea"])
    }
  }

  @Test("are brought up by a batch of the same revisions after a cut")
  func catchUp() throws {
    let scene = try HubScene(.fixed(.zero))
    let author = scene.connect()
    for value in ["done=yes", "done=", "label=red"] {
      scene.say("set i1 board=list \(value)", by: author)
    }
    _ = scene.turn()
    let id = scene.connect()
    scene.say("hello version=1", by: id)
    scene.say("open list since=100", by: id)
    let lines = Sent(scene.turn()).lines(of: id)
    #expect(
      lines.contains("batch list 100 103 0") && !lines.contains { $0.hasPrefix("reconfigure") })
  }
}
