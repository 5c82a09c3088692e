import BoardCore
import BoardWire
import Testing

@testable import BoardHub

/// What the hub does for those who asked for the JSON form, and only for them.
@Suite("Watchers in the JSON form")
struct JSONFormTests {
  @Test("share one translation, beside the one batch that those in the text form share")
  func sharing() throws {
    var scene = try HubScene(.fixed(.zero))
    let author = scene.hub.connect(at: scene.now)
    let texts = scene.watchers(20)
    let objects = scene.watchers(20)
    for id in objects { scene.say("hello json", by: id) }
    _ = scene.turn()
    scene.say("edit list/i1 Tea", by: author)
    let delivery = Delivery(scene.turn())
    #expect(delivery.encodings.count == 2)
    for id in texts {
      #expect(delivery.lines(of: id) == ["batch list 100 101 1", "reload 0.1 i1 Tea"])
    }
    let row = #"{"reload":"0.1","item":"i1","text":"Tea"}"#
    let batch = #"{"batch":"list","from":100,"to":101,"rows":[\#(row)]}"#
    for id in objects { #expect(delivery.lines(of: id) == [batch]) }
  }

  @Test("of a large board share the translation of its items, whoever drags")
  func largeSnapshots() throws {
    let items = (0..<2_000).map { Item(id: ItemID("a\($0)")!, text: Text("\($0) \"quoted\"")) }
    let scene = try HubScene(.fixed(.zero))
    try scene.hub.serve("big", content: [Section(id: "s1", title: "All", items: items)])
    let dragger = scene.hub.connect(at: scene.now)
    var contents: Set<ObjectIdentifier> = []
    for round in 0..<3 {
      scene.say("begin big/a\(round)", by: dragger)
      let (object, pieces) = open("big", after: ["hello json"], in: scene)
      #expect(try inText(object) == open("big", after: [], in: scene).lines)
      for case .shared(let encoding) in pieces where encoding.count > Encoding.copyBelow {
        contents.insert(ObjectIdentifier(encoding))
      }
    }
    #expect(contents.count == 1)
  }

  @Test("are told an item of the name replayed, and whether the answer is")
  func replayed() throws {
    let scene = try HubScene(.fixed(.zero))
    let id = scene.hub.connect(at: scene.now)
    for line in [
      "hello json ann secret", "replace list", "section s1 1 A", "item replayed -", "end",
    ] {
      scene.say(line, by: id)
    }
    _ = scene.turn()
    for end in ["]}", #"],"replayed":true}"#] {
      scene.say("#1 select list/replayed", by: id)
      #expect(
        Delivery(scene.turn()).lines(of: id)
          == [#"{"ok":"select","tag":"1","board":"list","items":["replayed""# + end])
    }
  }

  @Test("are told everything in one object for each message, in the order of the text form")
  func order() throws {
    let scene = try HubScene(.fixed(.zero))
    let pair = [["hello text"], ["hello json"]].map { lines in
      let id = scene.hub.connect(at: scene.now)
      for line in lines { scene.say(line, by: id) }
      _ = scene.turn()
      return id
    }
    let commands = [
      "open list", "#1 insert 1.0 a\\u{1b}b", "begin i1", "propose 1.0", "perform", "show",
      "help open",
      "open list 100", "nonsense", "delete nothing", "history list", "ping x", "move i2 1.0",
      "quit",
    ]
    for command in commands {
      for id in pair { scene.say(command, by: id) }
      let delivery = Delivery(scene.turn())
      let objects = delivery.lines(of: pair[1])
      // Who does something first is told another story, so each object is held against itself.
      for object in objects { #expect(inJSON(try inText(object)) == object + "\n") }
      #expect(objects.isEmpty == delivery.lines(of: pair[0]).isEmpty, "\(command)")
    }
  }

  /// What a newcomer is sent that opens a board, behind its reply.
  private func open(
    _ board: String, after lines: [String], in scene: HubScene
  ) -> (lines: String, pieces: [Piece]) {
    let id = scene.hub.connect(at: scene.now)
    for line in lines { scene.say(line, by: id) }
    _ = scene.turn()
    scene.say("open \(board)", by: id)
    let delivery = Delivery(scene.turn())
    let behind = delivery.lines(of: id).drop { !$0.contains("ok") }.dropFirst()
    return (behind.joined(separator: "\n") + "\n", delivery.pieces)
  }

  private func inText(_ json: String) throws -> String {
    let line = json.split(separator: "\n").joined()
    let lines = try Array(line.utf8).withUnsafeBytes { try JSONMessage.lines($0) }
    return String(decoding: lines, as: UTF8.self)
  }

  private func inJSON(_ text: String) -> String {
    var translator = JSONTranslator()
    var json = WireBuffer()
    Array(text.utf8).withUnsafeBytes { translator.translate($0, to: &json) }
    return json.string
  }
}
