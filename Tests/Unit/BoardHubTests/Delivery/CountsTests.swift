import Allocations
import BoardDelivery
import BoardModel
import BoardWire
import TestKit
import Testing

@testable import BoardHub

/// What is sent to those who count items and ask for them by `rows` (section 20).
@Suite("Watchers that count")
struct CountsTests {
  private static let counts = [
    "ok open list 100", "board list 100 2 2 content=counts", "section s1 20 To buy",
    "section s2 0 Bought",
  ]

  @Test("are sent the very bytes of a batch that all others are")
  func sharing() throws {
    var scene = try HubScene(.fixed(.zero))
    let author = scene.connect()
    let whole = scene.watchers(10)
    let counting = (0..<10).map { _ in scene.connect() }
    _ = scene.turn()
    for id in counting { scene.say("open list content=counts", by: id) }
    var sent = Sent(scene.turn())
    expectEqual(sent.lines(of: counting[3]), Self.counts)
    scene.say("edit i1 board=list Tea", by: author)
    scene.say("insert 1.0 board=list Milk", by: author)
    sent = Sent(scene.turn())
    expectEqual(sent.encodings.count, 1)
    for id in whole + counting { expectEqual(sent.lines(of: id)[0], "batch list 100 102 2") }
  }

  @Test("are told that they ask where too many items are, before any is looked for")
  func tooMany() throws {
    let scene = try HubScene(.fixed(.zero))
    let id = scene.connect()
    _ = scene.turn()
    func ask(_ count: Int) -> [String] {
      let items = Array(repeating: "i1", count: count).joined(separator: ",")
      return scene.ask(["where \(items) board=list"], by: id)
    }
    expectEqual(ask(1_000).count, 1_001)
    expectEqual(ask(1_001), ["refused limit limit=listed-items max=1000"])
  }

  @Test("and others by turns need no allocation per watcher and batch")
  func allocations() throws {
    func count(pairs: Int) throws -> Int {
      let scene = try HubScene(.fixed(.zero))
      scene.hub.budget.stepsPerTurn = .max / 4
      let author = scene.connect()
      for index in 0..<2 * pairs {
        scene.say(index % 2 == 0 ? "open list" : "open list content=counts", by: scene.connect())
      }
      _ = scene.turn()
      var total = 0
      for round in 0..<20 {
        scene.say("edit i\(round % 10) board=list \(round)", by: author)
        let before = allocationsOfThisThread()
        let effects = scene.turn()
        total += Int(allocationsOfThisThread() - before)
        expectEqual(Sent(effects).encodings.count, 1)
      }
      return total
    }
    let (few, many) = (try count(pairs: 5), try count(pairs: 505))
    #expect(many - few <= 10 * 20, "\(few) for 10 watchers, \(many) for 1,010")
  }

  @Test("are sent the number of the items of a large section, in both forms")
  func largeSection() throws {
    var scene = try HubScene(.fixed(.zero))
    let author = scene.connect()
    let whole = scene.watchers(1)[0]
    let (text, object) = (scene.connect(), scene.connect())
    scene.say("hello form=json", by: object)
    for id in [text, object] { scene.say("open list content=counts", by: id) }
    _ = scene.turn()
    let items = (0...Limits.countedItems).map { "item - \($0)" }
    for line in ["batch list", "insert-section 0 big \(items.count) Big"] + items + ["end"] {
      scene.say(line, by: author)
    }
    let sent = Sent(scene.turn())
    expectEqual(sent.lines(of: whole).count, items.count + 2)
    expectEqual(
      sent.lines(of: text),
      ["batch list 100 101 1", "insert-section 0 big 201 content=counts Big"])
    expectEqual(
      sent.lines(of: object),
      [
        #"{"kind":"batch","board":"list","from":100,"to":101,"rows":[{"kind":"insert-section","index":0,"section":"big","items":201,"content":"counts","text":"Big"}]}"#
      ])
  }

  @Test("are sent a snapshot of counts in place of more lines than they may be sent")
  func longBatch() throws {
    var scene = try HubScene(.fixed(.zero))
    scene.hub.budget.stepsPerTurn = .max / 4
    let author = scene.connect()
    let whole = scene.watchers(1)[0]
    let counting = scene.connect()
    scene.say("open list content=counts", by: counting)
    _ = scene.turn()
    for line in ["batch list"] + (0...Limits.countedLines).map({ "insert 1.\($0) - \($0)" }) + [
      "end"
    ] {
      scene.say(line, by: author)
    }
    let sent = Sent(scene.turn())
    #expect(sent.lines(of: whole)[0].hasPrefix("b"))
    expectEqual(
      sent.lines(of: counting),
      [
        "board list 101 2 2 content=counts", "section s1 20 To buy",
        "section s2 \(Limits.countedLines + 1) Bought",
      ])
  }

  @Test("are sent all when they ask for it, and nothing when they go on to count")
  func reopening() throws {
    let scene = try HubScene(.fixed(.zero))
    let id = scene.connect()
    _ = scene.turn()
    scene.say("open list content=counts", by: id)
    expectEqual(Sent(scene.turn()).lines(of: id), Self.counts)
    scene.say("open list content=counts", by: id)
    expectEqual(Sent(scene.turn()).lines(of: id), ["ok open list 100"])
    scene.say("open list", by: id)
    expectEqual(Sent(scene.turn()).lines(of: id).count, 24)
    scene.say("open list content=counts", by: id)
    expectEqual(Sent(scene.turn()).lines(of: id), ["ok open list 100"])
  }

  @Test("pay for the items that they ask for, and others are answered between their commands")
  func costs() throws {
    let scene = try HubScene(.fixed(.zero))
    let (flood, other) = (scene.connect(), scene.connect())
    _ = scene.turn()
    for _ in 0..<400 { scene.say("rows 0.0 1000 board=list", by: flood) }
    scene.say("ping", by: other)
    let sent = Sent(scene.turn())
    expectEqual(sent.lines(of: other), ["pong"])
    #expect(sent.lines(of: flood).count < 400 * 21)
  }
}
