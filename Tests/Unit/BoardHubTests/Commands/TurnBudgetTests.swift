import BoardModel
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

@Suite("The budget of a turn")
struct TurnBudgetTests {
  /// Edits a board in one revision each, so that so many lie behind it.
  private func scene(edits: Int) throws -> HubScene {
    let scene = try HubScene(.fixed(.zero))
    let author = scene.connect()
    for number in 0..<edits { scene.say("edit i1 board=list text \(number)", by: author) }
    scene.goOn()
    _ = scene.turn()
    return scene
  }

  private func recipients(_ effects: [Effect]) -> Set<ConnectionID> {
    Set(Sent(effects).writes.keys)
  }

  @Test("is shared by all connections: when it is spent, the others wait for the next turn")
  func shared() throws {
    let scene = try scene(edits: 200)
    let clients = (0..<10).map { _ in scene.connect() }
    _ = scene.turn()
    // One catch-up of 200 edits costs more than that.
    scene.hub.budget.stepsPerTurn = 500
    for (number, client) in clients.enumerated() {
      scene.say("open list since=\(101 + number)", by: client)
    }
    expectEqual(recipients(scene.turn()), [clients[0]])
    #expect(scene.hub.hasUnread)
    for client in clients.dropFirst() {
      _ = scene.hub.goOn(at: scene.now)
      #expect(scene.hub.budget.steps <= 0, "one command takes the turn")
      expectEqual(recipients(scene.turn()), [client], "in the order in which they asked")
    }
    #expect(!scene.hub.hasUnread)
  }

  @Test("lets those who ask little have the turn before a second long command")
  func bystander() throws {
    let scene = try scene(edits: 200)
    let (greedy, bystander) = (scene.connect(), scene.connect())
    _ = scene.turn()
    scene.hub.budget.stepsPerTurn = 500
    scene.say("show list rev=101\nshow list rev=102\nshow list rev=103", by: greedy)
    scene.say("ping", by: bystander)
    expectEqual(recipients(scene.turn()), [greedy])
    _ = scene.hub.goOn(at: scene.now)
    _ = scene.hub.goOn(at: scene.now)
    expectEqual(Sent(scene.turn()).lines(of: bystander), ["pong"])
  }

  @Test("lets long commands wait one behind the other, and nobody else behind them")
  func long() throws {
    let scene = try scene(edits: 1_000)
    let clients = (0..<5).map { _ in scene.hub.connect(at: scene.now) }
    let bystander = scene.hub.connect(at: scene.now)
    _ = scene.turn()
    scene.hub.budget.stepsPerTurn = 2_000
    for (number, client) in clients.enumerated() {
      scene.say("open list since=\(101 + number)\nping \(number)", by: client)
    }
    scene.say("ping", by: bystander)
    let first = Sent(scene.turn())
    expectEqual(first.lines(of: bystander), ["pong"])
    expectEqual(first.lines(of: clients[0]).last, "pong 0")
    expectEqual(Set(first.writes.keys), [bystander, clients[0]])
    for (number, client) in clients.enumerated().dropFirst() {
      scene.say("ping again", by: bystander)
      _ = scene.hub.goOn(at: scene.now)
      let sent = Sent(scene.turn())
      expectEqual(sent.lines(of: bystander), ["pong again"])
      expectEqual(sent.lines(of: client).first, "ok open list 1100")
      #expect(!sent.lines(of: client).contains("pong \(number)"), "what follows has its own turn")
    }
    _ = scene.hub.goOn(at: scene.now)
    expectEqual(Sent(scene.turn()).lines(of: clients[4]), ["pong 4"])
    #expect(!scene.hub.hasUnread)
  }

  @Test("is not spent in front of a ping by those who resume, each at its own revision")
  func resumes() throws {
    let scene = try scene(edits: 600)
    let crowd = (0..<200).map { _ in scene.hub.connect(at: scene.now) }
    let bystander = scene.hub.connect(at: scene.now)
    _ = scene.turn()
    for (number, client) in crowd.enumerated() {
      scene.say("open list since=\(101 + number)", by: client)
    }
    scene.say("ping", by: bystander)
    var turns = 1
    while Sent(scene.turn()).lines(of: bystander) != ["pong"], turns < 100 {
      _ = scene.hub.goOn(at: scene.now)
      turns += 1
    }
    #expect(turns <= 2)
  }

  @Test("is spent by changes in front of drags, each of which is evaluated again with its items")
  func drags() throws {
    func stepsOfInserts(dragging drags: Int) throws -> Int {
      let scene = try HubScene(.fixed(.zero))
      scene.hub.budget.stepsPerTurn = .max / 4
      let items = (0..<400).map { Item(id: ItemID("w\($0)")!, text: "") }
      try scene.hub.service.serve("wide", content: [Section(id: "s1", title: "", items: items)])
      let (owner, author) = (scene.connect(), scene.connect())
      for drag in 0..<drags {
        let names = (0..<20).map { "w\(20 * drag + $0)" }.joined(separator: ",")
        scene.say("begin \(names) board=wide", by: owner)
        scene.say("propose 0.5 drag=d\(drag + 1) board=wide", by: owner)
      }
      _ = scene.turn()
      let before = scene.hub.budget.steps
      for _ in 0..<65 { scene.say("insert 0.0 board=wide x", by: author) }
      return before - scene.hub.budget.steps
    }
    let steps = try stepsOfInserts(dragging: 16) - stepsOfInserts(dragging: 0)
    #expect(steps >= 65 * 16 * TurnBudget.mappedEdit + 16 * 20 * TurnBudget.resolvedItem)
  }

  @Test("is spent by one listing of very many connections, and the next one waits for its turn")
  func listings() throws {
    let scene = try scene(edits: 0)
    let crowd = (0..<300).map { _ in scene.hub.connect(at: scene.now) }
    let bystander = scene.hub.connect(at: scene.now)
    _ = scene.turn()
    scene.hub.budget.stepsPerTurn = 2_000
    for client in crowd.prefix(3) { scene.say("who", by: client) }
    for client in crowd.prefix(3) {
      scene.say("ping", by: bystander)
      if client != crowd[0] { _ = scene.hub.goOn(at: scene.now) }
      let sent = Sent(scene.turn())
      expectEqual(Set(sent.writes.keys), [bystander, client])
      expectEqual(sent.lines(of: client).first, "ok who 302")
    }
    #expect(!scene.hub.hasUnread)
  }

  @Test("is spent by those who come and leave, of whom the rest has later turns")
  func crowd() throws {
    let scene = try scene(edits: 0)
    let crowd = (0..<100).map { _ in scene.hub.connect(at: scene.now) }
    let bystander = scene.connect()
    _ = scene.turn()
    scene.hub.budget.stepsPerTurn = 1_000
    for client in crowd { scene.say("ping", by: client) }
    #expect(recipients(scene.turn()).count < 20)
    scene.goOn()
    _ = scene.turn()
    for client in crowd { scene.hub.inputEnded(by: client, at: scene.now) }
    var closed = Sent(scene.turn()).closed
    var turns = 1
    while closed.count < crowd.count, scene.hub.hasUnread {
      scene.say("ping", by: bystander)
      _ = scene.hub.goOn(at: scene.now)
      let sent = Sent(scene.turn())
      #expect(sent.closed.count <= 20)
      expectEqual(sent.lines(of: bystander), ["pong"], "nobody waits for those who leave")
      closed += sent.closed
      turns += 1
    }
    #expect(Set(closed) == Set(crowd) && turns > 4)
  }

  @Test("is for what others send before it is for newcomers, of whom some are answered in any turn")
  func newcomersLast() throws {
    let scene = try scene(edits: 0)
    let crowd = (0..<100).map { _ in scene.hub.connect(at: scene.now) }
    let bystander = scene.connect()
    _ = scene.turn()
    scene.hub.budget.stepsPerTurn = 1_000
    for client in crowd { scene.say("ping", by: client) }
    scene.say("ping behind all", by: bystander)
    let sent = Sent(scene.turn())
    expectEqual(sent.lines(of: bystander), ["pong behind all"])
    var answered = crowd.filter { sent.lines(of: $0) == ["pong"] }
    #expect((1...5).contains(answered.count), "a quarter of the turn is theirs")
    for _ in 0..<100 where answered.count < crowd.count {
      for number in 0..<50 { scene.say("ping \(number)", by: bystander) }
      _ = scene.hub.goOn(at: scene.now)
      let sent = Sent(scene.turn())
      #expect(!sent.lines(of: bystander).isEmpty)
      let next = crowd.filter { sent.lines(of: $0) == ["pong"] }
      #expect(!next.isEmpty, "however much others send")
      answered += next
    }
    expectEqual(answered, crowd, "in the order in which they came")
  }

  @Test("is spent by each who is sent a snapshot, also one that was encoded before")
  func sharedSnapshot() throws {
    let scene = try HubScene(.fixed(.zero))
    let text = Text(String(repeating: "x", count: 1_000))
    let items = (0..<100).map { Item(id: ItemID("w\($0)")!, text: text) }
    try scene.hub.service.serve("wide", content: [Section(id: "s1", title: "", items: items)])
    let (first, second) = (scene.connect(), scene.connect())
    scene.say("open wide", by: first)
    _ = scene.turn()
    let before = scene.hub.budget.steps
    scene.say("open wide", by: second)
    #expect(before - scene.hub.budget.steps >= 100_000 / TurnBudget.bytesPerStep)
  }

  @Test("is for what others sent before it is for those who leave, of whom some leave in any turn")
  func endsLast() throws {
    let scene = try scene(edits: 0)
    let crowd = (0..<100).map { _ in scene.hub.connect(at: scene.now) }
    let bystander = scene.connect()
    _ = scene.turn()
    scene.hub.budget.stepsPerTurn = 4 * TurnBudget.departure
    for client in crowd { scene.hub.inputEnded(by: client, at: scene.now) }
    scene.say("ping behind all", by: bystander)
    _ = scene.hub.goOn(at: scene.now)
    let sent = Sent(scene.turn())
    expectEqual(sent.lines(of: bystander), ["pong behind all"])
    #expect(sent.closed.count < 10)
    for number in 0..<100 { scene.say("ping \(number)", by: bystander) }
    for _ in 0..<10 {
      _ = scene.hub.goOn(at: scene.now)
      #expect(!Sent(scene.turn()).closed.isEmpty, "however much others send")
    }
  }

  @Test("does not let those who leave hold the places of those who come")
  func placesOfEnded() throws {
    let scene = try scene(edits: 0)
    let crowd = (0..<100).map { _ in scene.hub.connect(at: scene.now) }
    _ = scene.turn()
    scene.hub.budget.stepsPerTurn = TurnBudget.departure
    for client in crowd { scene.hub.inputEnded(by: client, at: scene.now) }
    let closed = Sent(scene.turn()).closed
    for client in closed { scene.hub.disconnected(client, at: scene.now) }
    for client in crowd where !closed.contains(client) {
      let room = try #require(scene.hub.room.makeRoom(at: scene.now) { _ in 0 })
      expectEqual(room.id, client)
      #expect(String(decoding: room.farewell, as: UTF8.self).hasPrefix("bye quit"))
      scene.hub.disconnected(client, at: scene.now)
    }
    expectEqual(scene.hub.room.count, 1, "the author of the scene")
  }

  @Test("is for short commands that wait before it is for long ones, but not for more than 3 turns")
  func shortFirst() throws {
    let scene = try scene(edits: 1_000)
    let (greedy, crowd) = ((0..<2).map { _ in scene.hub.connect(at: scene.now) }, scene.connect())
    _ = scene.turn()
    scene.hub.budget.stepsPerTurn = 400
    for (number, client) in greedy.enumerated() {
      scene.say("open list since=\(101 + number)", by: client)
    }
    for number in 0..<200 { scene.say("ping \(number)", by: crowd) }
    var longTurns: [Int] = []
    for turn in 0..<8 {
      if turn > 0 { _ = scene.hub.goOn(at: scene.now) }
      let sent = Sent(scene.turn())
      if greedy.contains(where: { !sent.lines(of: $0).isEmpty }) { longTurns.append(turn) }
      #expect(!sent.lines(of: crowd).isEmpty)
    }
    expectEqual(longTurns, [0, 4], "the first one begins when nothing waits")
  }

  @Test("is spent by watchers at many revisions, of whom the rest is served in later turns")
  func flush() throws {
    var scene = try HubScene(.fixed(.milliseconds(10)))
    let watchers = scene.watchers(10)
    let author = scene.connect()
    for watcher in watchers {
      scene.hub.setBlocked(watcher, true)
      for number in 0..<30 {
        scene.say("edit i1 board=list text \(watcher.slot) \(number)", by: author)
      }
      scene.rest()
    }
    scene.hub.budget.stepsPerTurn = 400
    for watcher in watchers { scene.hub.setBlocked(watcher, false) }
    var turns = 0
    var served: [ConnectionID] = []
    while served.count < watchers.count, turns < 100 {
      let sent = recipients(scene.turn())
      #expect(sent.count <= 8)
      served += sent
      turns += 1
      scene.pass(.milliseconds(10))
    }
    #expect(turns > 1)
    #expect(Set(served) == Set(watchers) && served.count == watchers.count)
  }

  @Test("is saved by a snapshot where it has fewer lines than there are edits behind the watcher")
  func snapshot() throws {
    let scene = try scene(edits: 1_200)
    let (near, far) = (scene.connect(), scene.connect())
    _ = scene.turn()
    let (batch, state) = ("batch list 300 1300 1", "board list 1300 2 22")
    #expect(scene.ask(["open list since=300"], by: near).contains(batch))
    #expect(scene.ask(["open list since=101"], by: far).contains(state))
  }
}
