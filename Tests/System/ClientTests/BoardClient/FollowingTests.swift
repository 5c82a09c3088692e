import BoardClient
import BoardModel
import BoardReplica
import BoardTesting
import BoardWire
import Libuv
import SystemTestKit
import TestKit
import Testing

@Suite("A connection to a server")
struct FollowingTests {
  static let list: Content = [
    Section(
      id: "s1", title: "Fruit", items: [Item(id: "a", text: "apple"), Item(id: "b", text: "pear")]),
    Section(id: "s2", title: "Dairy", items: [Item(id: "c", text: "milk")]),
  ]

  let server: TestServer
  let scene: Scene

  init() throws {
    server = try TestServer(boards: [BoardFile("list", revision: 3, Self.list)])
    scene = try Scene()
  }

  private func live(as name: ClientName? = nil) throws -> CheckedView {
    let view = try scene.connect(to: server.port, as: name)
    try scene.run { view.connection.state == .live }
    return view
  }

  @Test("opens the board and reads its content")
  func opens() throws {
    let view = try live()
    expectEqual(view.calls, ["didChange", "boardWillChange", "boardDidReload", "didChange"])
    expectEqual(view.states, [.connecting, .live])
    expectEqual(view.connection.replica.revision, 3)
    expectEqual(view.shown, Self.list)
  }

  @Test("follows the board over a Unix socket as over TCP")
  func unixSocket() throws {
    let view = try scene.connect(toUnixSocket: server.unixSocket)
    try scene.run { view.connection.state == .live }
    let other = try live()
    try other.connection.make(.insert("tea", at: .end("s1")))
    try scene.run { view.shown[0].items.last?.text == "tea" }
    let change = try view.connection.make(.delete(["a"]))
    try scene.run { view.settled[change] == .confirmed(revision: 5) }
  }

  @Test(
    "says why there is no Unix socket",
    arguments: [
      ("/nowhere/socket", "ENOENT"), (String(repeating: "x", count: 108), "ENAMETOOLONG"),
    ])
  func noUnixSocket(_ path: String, _ reason: String) throws {
    let view = try scene.connect(toUnixSocket: path)
    try scene.run { !view.troubles.isEmpty }
    guard case .unreachable(let error) = view.troubles.first else {
      Issue.record("\(view.troubles)")
      return
    }
    expectEqual(error.name, reason)
  }

  @Test("shows an own insert at once, and renames it to the server's id when it is confirmed")
  func ownInsert() throws {
    let view = try live()
    let change = try view.connection.make(.insert("tea", at: .end("s1")))
    expectEqual(view.shown[0].items.map(\.text), ["apple", "pear", "tea"])
    let provisional = view.shown[0].items[2].id
    try scene.run { view.settled[change] != nil }
    expectEqual(view.settled[change], .confirmed(revision: 4))
    expectEqual(view.shown[0].items[2], Item(id: "i1", text: "tea"))
    expectEqual(view.updates.count, 2)
    #expect(view.updates[1].hasNoRows)
    expectEqual(view.updates[1].renamings, [.item(provisional, to: "i1")])
  }

  @Test("reverts a refused change by one update")
  func refused() throws {
    let (view, other) = (try live(as: "anna"), try live(as: "ben"))
    other.connection.begin(["a"])
    try scene.run { !view.connection.replica.drags.isEmpty }
    let change = try view.connection.make(.delete(["a", "b"]))
    #expect(view.shown[0].items.isEmpty)
    try scene.run { view.settled[change] != nil }
    guard case .refused(let failure) = view.settled[change],
      case .leased("a", by: "ben", drag: _, duration: _) = failure.refusal
    else {
      Issue.record("\(String(describing: view.settled[change]))")
      return
    }
    #expect(!failure.sentence.isEmpty)
    expectEqual(view.shown, Self.list)
    expectEqual(view.updates.count, 2)
  }

  @Test("shows changes of others as updates of a list view")
  func foreign() throws {
    let (view, other) = (try live(), try live())
    try other.connection.make(.move(["a"], to: .end("s2")))
    try scene.run { view.connection.replica.revision == 4 }
    var update = ViewUpdate()
    update.movedItems = [.init(from: [0, 0], to: [1, 1])]
    expectEqual(view.updates, [update])
    try other.connection.make(.clear("s2"))
    try scene.run { view.connection.replica.revision == 5 }
    var clearing = ViewUpdate()
    clearing.reloadedSections = [1]
    expectEqual(view.updates.last, clearing)
  }

  @Test("sends a change of a new item only once the server has assigned its id")
  func dependent() throws {
    let view = try live()
    try view.connection.make(.insertSection("New", at: .before("s2")))
    let section = view.connection.replica.shown.sectionID(at: 1)
    try view.connection.make(.insert("tea", at: .end(section)))
    let item = view.connection.replica.shown.itemID(at: [1, 0])
    try view.connection.make(.edit(item, "coffee"))
    let last = try view.connection.make(.move([item], to: .before("a")))
    expectEqual(view.shown[0].items[0].text, "coffee")
    try scene.run { view.settled[last] != nil }
    #expect(view.settled.values.allSatisfy { if case .confirmed = $0 { true } else { false } })
    expectEqual(view.shown.map(\.title), ["Fruit", "New", "Dairy"])
    expectEqual(view.shown[0].items[0], Item(id: "i1", text: "coffee"))
  }

  @Test("drags: other clients see the drag, and the drop is shown at once")
  func drag() throws {
    let (view, other) = (try live(as: "anna"), try live(as: "ben"))
    view.connection.begin(["a", "b"])
    try scene.run { view.connection.replica.drags.count == 1 }
    let session = try #require(view.connection.replica.drags.first)
    #expect(session.value.isOwn)
    view.connection.propose(session.key, at: .end("s2"))
    try scene.run { other.connection.replica.drags[session.key]?.proposal != nil }
    expectEqual(other.connection.replica.drags[session.key]?.owner, "anna")
    let change = try view.connection.perform(session.key)
    expectEqual(view.shown.map(\.items.count), [0, 3])
    try scene.run { view.settled[change] != nil && other.shown == view.shown }
    expectEqual(view.settled[change], .confirmed(revision: 4))
    expectEqual(view.updates.count, 1)
    #expect(view.connection.replica.drags.isEmpty)
    try scene.run { other.calls.last == "dragSessionDidEnd \(session.key) moved(revision: 4)" }
  }

  @Test("reports the selections of all clients, and selects by commands")
  func selection() throws {
    let (view, other) = (try live(as: "anna"), try live(as: "ben"))
    other.connection.select(["a"])
    try scene.run { view.calls.last == "client ben didSelect [a]" }
    expectEqual(view.connection.replica.selections, ["ben": ["a"]])
    expectEqual(other.connection.replica.selection, ["a"])
    try view.connection.make(.delete(["a"]))
    try scene.run { view.calls.contains("client ben didSelect []") }
    view.connection.choose("b")
    try scene.run { view.connection.replica.selection == ["b"] }
    view.connection.deselect()
    try scene.run { view.connection.replica.selection.isEmpty }
    try scene.run { other.connection.replica.selections.isEmpty }
  }

  @Test("applies a change made within a callback after the update being reported")
  func nested() throws {
    let view = try live()
    let other = try live()
    var made: ChangeID?
    view.onCall = {
      guard made == nil, view.calls.last == "performBatchUpdates" else { return }
      expectEqual(view.shown, view.screen.content)
      made = try? view.connection.make(.edit("b", "plum"))
      expectEqual(view.shown, view.screen.content)
    }
    try other.connection.make(.edit("a", "fig"))
    try scene.run { made.flatMap { view.settled[$0] } == .confirmed(revision: 5) }
    expectEqual(view.shown[0].items.map(\.text), ["fig", "plum"])
  }

  @Test("gets the reply of any request, block or typed line, in order")
  func requests() throws {
    let view = try live()
    var answers: [Connection.Answer] = []
    let connection = view.connection
    connection.send(.connection(.ping(.init("a")))) { answers.append($0) }
    var batch = BatchUpdate()
    batch.deletes = [.init("a", at: [0, 0])]
    connection.send(.init("list", revision: 3), batch) { answers.append($0) }
    connection.send(line: "#7 undo list") { answers.append($0) }
    connection.send(line: "batch list\ndelete 0.0 -\nend") { answers.append($0) }
    connection.send(.init("list", revision: 3), view.shown) { answers.append($0) }
    connection.send(.edit(.clear(.init(.id("s2"), on: "list")))) { answers.append($0) }
    try scene.run { answers.count == 6 }
    let outcomes = answers.compactMap { answer -> ServerReply.Outcome? in
      if case .reply(let reply) = answer { reply.outcome } else { nil }
    }
    expectEqual(
      outcomes,
      [
        .ok(.ping(.init("a"))), .ok(.batch(.init("list", revision: 4))),
        .ok(.undo(.init(of: 4, revision: 5))), .ok(.batch(.init("list", revision: 6))),
        .refused(Failure(.staleRevision(6))),
        .ok(.clear(.init("s2", count: 1, revision: 7))),
      ])
    expectEqual(view.shown.map { $0.items.map(\.id) }, [["b"], []])
  }

  @Test("limits the commands and changes without a reply")
  func bounded() throws {
    let view = try live()
    var unsent = 0
    for _ in 0..<Connection.unansweredCommands + 5 {
      view.connection.send(.connection(.ping(.init()))) { if $0 == .unsent { unsent += 1 } }
    }
    expectEqual(unsent, 5)
    for _ in 0..<Replica.unansweredChanges { try view.connection.make(.edit("a", "x")) }
    #expect(throws: Refusal.limit("unanswered-changes", max: Replica.unansweredChanges)) {
      try view.connection.make(.edit("a", "y"))
    }
    try scene.run { view.settled.count == Replica.unansweredChanges }
  }

  @Test("is refused by a server without this board, and stays closed")
  func unknownBoard() throws {
    let empty = try TestServer(boards: [])
    let view = try scene.connect(to: empty.port)
    try scene.run { if case .closed = view.connection.state { true } else { false } }
    expectEqual(
      view.connection.state, .closed(.refused(Failure(.unknownBoard("list")))))
  }

  @Test("may be closed within any callback, and then makes no more of them", arguments: 1...4)
  func closedWithin(_ call: Int) throws {
    let connection = Connection(to: "127.0.0.1", port: server.port, board: "list", on: scene.loop)
    let view = CheckedView(connection)
    view.onCall = { if view.calls.count == call { connection.close() } }
    try connection.open()
    scene.loop.run()
    expectEqual(connection.state, .closed(.byOwner))
    expectEqual(view.states.last, .closed(.byOwner))
    expectNil(view.fault)
  }

  @Test("settles a change as lost if it is closed before the reply")
  func closed() throws {
    let view = try live()
    let change = try view.connection.make(.delete(["a"]))
    view.connection.close()
    expectEqual(view.settled[change], .lost)
    expectEqual(view.shown, Self.list)
    expectEqual(view.connection.state, .closed(.byOwner))
    // The loop has no active handles left.
    scene.loop.run()
  }

  @Test("follows a renamed board, and ends with a removed one")
  func renamed() throws {
    let (view, other) = (try live(as: "anna"), try live(as: "ben"))
    other.connection.send(.board(.renameBoard(.init("list", to: "store"))))
    try scene.run { view.calls.last == "boardDidRenameFrom list" }
    let change = try view.connection.make(.edit("a", "plum"))
    try scene.run { view.settled[change] == .confirmed(revision: 4) }
    try scene.run { other.connection.replica.revision == 4 }
    expectEqual(other.shown[0].items[0].text, "plum")
    var answer: Connection.Answer?
    view.connection.send(.board(.removeBoard(.init("store")))) { answer = $0 }
    try scene.run { answer != nil }
    guard case .reply(let reply) = answer else { return }
    expectEqual(reply.failure?.refusal, .boardInUse("ben", board: "store"))
    view.connection.send(.board(.removeBoard(.init("store", force: true))))
    try scene.run { [view, other].allSatisfy { $0.connection.state == .closed(.removed) } }
  }

  @Test("shows an external item that is dragged, and its drop at once")
  func external() throws {
    let (view, other) = (try live(as: "anna"), try live(as: "ben"))
    let begin = DragRequest.BeginExternal("Tea", type: "text/html", on: "list")
    view.connection.send(.drag(.beginExternal(begin)))
    try scene.run {
      !other.connection.replica.drags.isEmpty && !view.connection.replica.drags.isEmpty
    }
    let session = try #require(view.connection.replica.drags.keys.first)
    expectEqual(
      view.connection.replica.drags,
      other.connection.replica.drags.mapValues {
        var own = $0
        own.isOwn = true
        return own
      })
    expectEqual(other.connection.replica.drags[session]?.external.values.map(\.text), ["Tea"])
    view.connection.propose(session, at: .end("s2"))
    try scene.run { view.connection.replica.drags[session]?.proposal != nil }
    let change = try view.connection.perform(session)
    expectEqual(view.shown[1].items.map(\.text), ["milk", "Tea"])
    try scene.run { view.settled[change] == .confirmed(revision: 4) && other.shown == view.shown }
    expectEqual(view.shown[1].items.map(\.text), ["milk", "Tea"])
    expectEqual(view.updates.count { !$0.hasNoRows }, 1)
  }

  @Test("of a guest knows its own drags and selection")
  func guest() throws {
    let view = try live()
    let name = try #require(view.connection.replica.client)
    #expect(name.string.hasPrefix("guest-"))
    view.connection.select(["b"])
    view.connection.begin(["a"])
    try scene.run { view.connection.replica.drags.count == 1 }
    expectEqual(view.connection.replica.selection, ["b"])
    view.connection.send(.board(.close(.init("list"))))
    view.connection.send(.board(.open(.init("list"))))
    try scene.run { view.reloads == 2 }
    expectEqual(view.connection.replica.selection, ["b"])
    expectEqual(view.connection.replica.drags.values.first?.isOwn, true)
  }
}
