import BoardModel
import BoardWire
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

/// What the hub does for those who asked for the JSON form, and only for them.
@Suite("Watchers in the JSON form")
struct JSONFormTests {
  @Test("share one translation, next to the one batch that watchers in the text form share")
  func sharing() throws {
    var scene = try HubScene(.fixed(.zero))
    let author = scene.connect()
    let texts = scene.watchers(20)
    let objects = scene.watchers(20)
    for id in objects { scene.say("hello form=json", by: id) }
    _ = scene.turn()
    scene.say("edit i1 board=list Tea", by: author)
    let delivery = Sent(scene.turn())
    expectEqual(delivery.encodings.count, 2)
    for id in texts {
      expectEqual(delivery.lines(of: id), ["batch list 100 101 1", "reload 0.1 i1 Tea"])
    }
    let row = #"{"kind":"reload","path":"0.1","item":"i1","text":"Tea"}"#
    let batch = #"{"kind":"batch","board":"list","from":100,"to":101,"rows":[\#(row)]}"#
    for id in objects { expectEqual(delivery.lines(of: id), [batch]) }
  }

  @Test("of a large board share the translation of its items, whichever client drags")
  func largeSnapshots() throws {
    let items = (0..<2_000).map { Item(id: ItemID("a\($0)")!, text: Text("\($0) \"quoted\"")) }
    let scene = try HubScene(.fixed(.zero))
    try scene.hub.service.serve("big", content: [Section(id: "s1", title: "All", items: items)])
    let dragger = scene.connect()
    var contents: Set<ObjectIdentifier> = []
    for round in 0..<3 {
      scene.say("begin a\(round) board=big", by: dragger)
      let (object, pieces) = open("big", after: ["hello form=json"], in: scene)
      expectEqual(inJSON(open("big", after: [], in: scene).lines), object)
      for case .shared(let encoding) in pieces where encoding.count > Encoding.copyBelow {
        contents.insert(ObjectIdentifier(encoding))
      }
    }
    expectEqual(contents.count, 1)
  }

  @Test("get replayed=true with a repeated reply")
  func replayed() throws {
    let scene = try HubScene(.fixed(.zero))
    let id = scene.connect()
    scene.say("hello ann token=secret-long-enough form=json", by: id)
    _ = scene.turn()
    for end in ["}", #","replayed":true}"#] {
      scene.say("#1 select i1 board=list", by: id)
      expectEqual(
        Sent(scene.turn()).lines(of: id),
        [
          #"{"tag":"1","kind":"ok","verb":"select","board":"list","items":["i1"]"# + end
        ])
    }
  }

  @Test("get every message of the text form, one object each")
  func order() throws {
    let scenes = try [HubScene(.fixed(.zero)), HubScene(.fixed(.zero))]
    let clients = scenes.map { $0.hub.connect(at: $0.now) }
    scenes[1].say("hello form=json", by: clients[1])
    for scene in scenes { _ = scene.turn() }
    let commands = [
      "open list", "#1 insert 1.0 a\\u{1b}b", "begin i1", "propose 1.0", "perform", "show",
      "help open", "open list since=100", "close", "open list since=100", "nonsense",
      "delete nothing", "history list", "boards", "who", "drags", "policy", "find item",
      "dryrun 1.0 items=i3", "ping x", "move i2 1.0", "quit",
    ]
    for command in commands {
      for index in scenes.indices { scenes[index].say(command, by: clients[index]) }
      let text = Sent(scenes[0].turn()).writes[clients[0], default: []].joined()
      let objects = Sent(scenes[1].turn()).writes[clients[1], default: []].joined()
      expectEqual(inJSON(text), objects, "\(command)")
      #expect(!objects.isEmpty)
    }
  }

  /// What a newcomer is sent that opens a board, behind its reply.
  private func open(
    _ board: String, after lines: [String], in scene: HubScene
  ) -> (lines: String, pieces: [OutputPiece]) {
    let id = scene.connect()
    for line in lines { scene.say(line, by: id) }
    _ = scene.turn()
    scene.say("open \(board)", by: id)
    let delivery = Sent(scene.turn())
    let behind = delivery.lines(of: id).drop { !$0.contains("ok") }.dropFirst()
    return (behind.joined(separator: "\n") + "\n", delivery.pieces)
  }

  private func inJSON(_ text: String) -> String {
    var translator = JSONTranslator()
    var json = WireBuffer()
    Array(text.utf8).withUnsafeBytes { translator.translate($0, to: &json) }
    return json.string
  }
}
