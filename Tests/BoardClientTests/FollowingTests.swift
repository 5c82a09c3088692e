import BoardClient
import BoardCore
import BoardReplica
import BoardWire
import ReplicaSupport
import Testing

@testable import BoardServerTests

@Suite("A connection to a server")
struct FollowingTests {
  static let list: Content = [
    Section(
      id: "s1", title: "Fruit", items: [Item(id: "a", text: "apple"), Item(id: "b", text: "pear")]),
    Section(id: "s2", title: "Dairy", items: [Item(id: "c", text: "milk")]),
  ]

  let server: RunningServer
  let scene: Scene

  init() throws {
    server = try RunningServer(boards: [(name: "list", content: Self.list, revision: 3)])
    scene = try Scene()
  }

  private func live(as name: ClientName? = nil) throws -> CheckedView {
    let view = try scene.connect(to: server.port, as: name)
    try scene.run { view.connection.state == .live }
    return view
  }

  @Test("opens the board and reads it anew")
  func opens() throws {
    let view = try live()
    #expect(view.calls == ["didChange", "boardWillChange", "boardDidReload", "didChange"])
    #expect(view.states == [.connecting, .live])
    #expect(view.connection.replica.revision == 3)
    #expect(view.shown == Self.list)
  }

  @Test("shows an own change at once, and gives it its name when it is confirmed")
  func ownInsert() throws {
    let view = try live()
    let change = try view.connection.make(.insert("tea", at: .end("s1")))
    #expect(view.shown[0].items.map(\.text) == ["apple", "pear", "tea"])
    let provisional = view.shown[0].items[2].id
    try scene.run { view.settled[change] != nil }
    #expect(view.settled[change] == .confirmed(revision: 4))
    #expect(view.shown[0].items[2] == Item(id: "i1", text: "tea"))
    #expect(view.updates.count == 2)
    #expect(view.updates[1].hasNoRows)
    #expect(view.updates[1].renamings == [.item(provisional, to: "i1")])
  }

  @Test("takes a refused change back by one update")
  func refused() throws {
    let (view, other) = (try live(as: "anna"), try live(as: "ben"))
    other.connection.begin(["a"])
    try scene.run { !view.connection.replica.drags.isEmpty }
    let change = try view.connection.make(.delete(["a", "b"]))
    #expect(view.shown[0].items.isEmpty)
    try scene.run { view.settled[change] != nil }
    guard case .refused(let words, let sentence) = view.settled[change] else {
      Issue.record("\(String(describing: view.settled[change]))")
      return
    }
    #expect(words.prefix(3) == ["leased", "a", "ben"])
    #expect(sentence?.isEmpty == false)
    #expect(view.shown == Self.list)
    #expect(view.updates.count == 2)
  }

  @Test("shows changes of others as updates of a list view")
  func foreign() throws {
    let (view, other) = (try live(), try live())
    try other.connection.make(.move(["a"], to: .end("s2")))
    try scene.run { view.connection.replica.revision == 4 }
    var update = ViewUpdate()
    update.movedItems = [.init(from: [0, 0], to: [1, 1])]
    #expect(view.updates == [update])
    try other.connection.make(.clear("s2"))
    try scene.run { view.connection.replica.revision == 5 }
    var clearing = ViewUpdate()
    clearing.reloadedSections = [1]
    #expect(view.updates.last == clearing)
  }

  @Test("sends a change that names something new once the server has named it")
  func dependent() throws {
    let view = try live()
    try view.connection.make(.insertSection("New", at: .before("s2")))
    let section = view.connection.replica.shown.sectionID(at: 1)
    try view.connection.make(.insert("tea", at: .end(section)))
    let item = view.connection.replica.shown.itemID(at: [1, 0])
    try view.connection.make(.edit(item, "coffee"))
    let last = try view.connection.make(.move([item], to: .before("a")))
    #expect(view.shown[0].items[0].text == "coffee")
    try scene.run { view.settled[last] != nil }
    #expect(view.settled.values.allSatisfy { if case .confirmed = $0 { true } else { false } })
    #expect(view.shown.map(\.title) == ["Fruit", "New", "Dairy"])
    #expect(view.shown[0].items[0] == Item(id: "i1", text: "coffee"))
  }

  @Test("drags: others see it, and the drop is shown at once")
  func drag() throws {
    let (view, other) = (try live(as: "anna"), try live(as: "ben"))
    view.connection.begin(["a", "b"])
    try scene.run { view.connection.replica.drags.count == 1 }
    let session = try #require(view.connection.replica.drags.first)
    #expect(session.value.isOwn)
    view.connection.propose(session.key, at: .end("s2"))
    try scene.run { other.connection.replica.drags[session.key]?.proposal != nil }
    #expect(other.connection.replica.drags[session.key]?.owner == "anna")
    let change = try view.connection.perform(session.key)
    #expect(view.shown.map(\.items.count) == [0, 3])
    try scene.run { view.settled[change] != nil && other.shown == view.shown }
    #expect(view.settled[change] == .confirmed(revision: 4))
    #expect(view.updates.count == 1)
    #expect(view.connection.replica.drags.isEmpty)
    try scene.run { other.calls.last == "dragSessionDidEnd \(session.key) moved(revision: 4)" }
  }

  @Test("tells who has selected what, and selects by commands of its own")
  func selection() throws {
    let (view, other) = (try live(as: "anna"), try live(as: "ben"))
    other.connection.select(["a"])
    try scene.run { view.calls.last == "client ben didSelect [a]" }
    #expect(view.connection.replica.selections == ["ben": ["a"]])
    #expect(other.connection.replica.selection == ["a"])
    try view.connection.make(.delete(["a"]))
    try scene.run { view.calls.contains("client ben didSelect []") }
    view.connection.choose("b")
    try scene.run { view.connection.replica.selection == ["b"] }
    view.connection.deselect()
    try scene.run { view.connection.replica.selection.isEmpty }
    try scene.run { other.connection.replica.selections.isEmpty }
  }

  @Test("makes what is changed within a call after what is being told")
  func nested() throws {
    let view = try live()
    let other = try live()
    var made: ChangeID?
    view.onCall = {
      guard made == nil, view.calls.last == "performBatchUpdates" else { return }
      #expect(view.shown == view.screen.content)
      made = try? view.connection.make(.edit("b", "plum"))
      #expect(view.shown == view.screen.content)
    }
    try other.connection.make(.edit("a", "fig"))
    try scene.run { made.flatMap { view.settled[$0] } == .confirmed(revision: 5) }
    #expect(view.shown[0].items.map(\.text) == ["fig", "plum"])
  }

  @Test("answers any command, one line or a whole block, in order")
  func commands() throws {
    let view = try live()
    var answers: [Connection.Answer] = []
    for command in ["ping a", "batch list\ndelete 0.0 -\nend", "nonsense", "show list"] {
      view.connection.send(command) { answers.append($0) }
    }
    for command in ["", "  ", "batch list", "ping\nping", "batch list\nend\nping", "ping\r\0x"] {
      view.connection.send(command) { #expect($0 == .unsent, "\(command)") }
    }
    try scene.run { answers.count == 4 }
    let kinds = answers.map { answer -> ServerReply.Kind? in
      if case .reply(let reply) = answer { reply.kind } else { nil }
    }
    #expect(kinds == [.pong, .ok, .error, .ok])
    #expect(view.shown[0].items.map(\.id) == ["b"])
  }

  @Test("takes only so many commands and changes without an answer")
  func bounded() throws {
    let view = try live()
    var unsent = 0
    for _ in 0..<Connection.unansweredCommands + 5 {
      view.connection.send("ping") { if $0 == .unsent { unsent += 1 } }
    }
    #expect(unsent == 5)
    for _ in 0..<Replica.unansweredChanges { try view.connection.make(.edit("a", "x")) }
    #expect(throws: Refusal.limit("unanswered-changes", Replica.unansweredChanges)) {
      try view.connection.make(.edit("a", "y"))
    }
    try scene.run { view.settled.count == Replica.unansweredChanges }
  }

  @Test("is refused by a server without such a board, and stays closed")
  func unknownBoard() throws {
    let empty = try RunningServer()
    let view = try scene.connect(to: empty.port)
    try scene.run { if case .closed = view.connection.state { true } else { false } }
    guard case .closed(.refused(let words, _)) = view.connection.state else {
      Issue.record("\(view.connection.state)")
      return
    }
    #expect(words == ["unknown-board", "list"])
  }

  @Test("may be closed within any call, and then stays quiet", arguments: 1...4)
  func closedWithin(_ call: Int) throws {
    let connection = Connection(to: "127.0.0.1", port: server.port, board: "list", on: scene.loop)
    let view = CheckedView(connection)
    view.onCall = { if view.calls.count == call { connection.close() } }
    try connection.open()
    scene.loop.run()
    #expect(connection.state == .closed(.byOwner))
    #expect(view.states.last == .closed(.byOwner))
    #expect(view.fault == nil)
  }

  @Test("says that a change was lost where it is closed before the answer")
  func closed() throws {
    let view = try live()
    let change = try view.connection.make(.delete(["a"]))
    view.connection.close()
    #expect(view.settled[change] == .lost)
    #expect(view.shown == Self.list)
    #expect(view.connection.state == .closed(.byOwner))
    // Nothing is left on the loop that could happen.
    scene.loop.run()
  }
}
