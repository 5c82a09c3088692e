import BoardJournal
import BoardModel
import BoardTesting
import Simulation
import SystemTestKit
import TestKit
import Testing

/// Catch-up over sockets for a client with a revision of an earlier epoch.
@Suite("A client that reconnects with a revision and its epoch")
struct EpochTests {
  /// Large enough that a few rows are less than a snapshot.
  private static let fruit: Content = [
    Section(
      id: "A", title: "Fruit",
      items: [Item(id: "a", text: "apple"), Item(id: "b", text: "a basket full of bananas")])
  ]
  private static let nuts: Content = [
    Section(id: "A", title: "Nuts", items: [Item(id: "a", text: "almond")])
  ]

  /// The lines up to the answer to a `ping`, and the epoch of the greeting.
  private struct Visit {
    let epoch: Epoch
    let lines: [String]

    init(_ server: TestServer, saying lines: String...) throws {
      let client = try LoopbackClient(port: server.port)
      let greeting = try #require(try client.line())
      let word = try #require(greeting.firstMatch(of: /epoch=(\S+)/)).1
      epoch = try #require(Epoch(String(word)))
      self.lines = try client.answers(to: lines)
    }
  }

  @Test("gets a snapshot and rewound from a server in memory that was killed and restarted")
  func memory() throws {
    let first = try TestServer(boards: [BoardFile("list", revision: 1, Self.fruit)])
    let before = try Visit(first, saying: "edit a board=list pear", "open list")
    expectEqual(before.lines[1], "ok open list 2")
    try first.kill()
    // The board has come further than the client knows, so that its revision alone would fit.
    let second = try TestServer(boards: [BoardFile("list", revision: 7, Self.nuts)])
    let after = try Visit(second, saying: "open list since=2 epoch=\(before.epoch)")
    #expect(after.epoch != before.epoch)
    expectEqual(
      after.lines,
      [
        "ok open list 7 rewound=yes", "board list 7 1 2", "section A 1 Nuts", "item a almond",
      ])
  }

  @Test("gets one batch from a server with a journal that was killed and restarted")
  func restart() throws {
    let server = try TestServer(boards: [BoardFile("list", revision: 1, Self.fruit)])
    let before = try Visit(
      server, saying: "open list", "edit a plum", "insert end:A fig", "edit a pear")
    try server.kill()
    try server.restart()
    let after = try Visit(server, saying: "open list since=2 epoch=\(before.epoch)")
    expectEqual(after.epoch, before.epoch)
    expectEqual(
      after.lines,
      [
        "ok open list 4", "batch list 2 4 2", "insert 0.2 i1 fig", "reload 0.0 a pear",
      ])
    let head = try Visit(server, saying: "open list since=4 epoch=\(before.epoch)")
    expectEqual(head.lines, ["ok open list 4"])
  }

  @Test("gets a snapshot and rewound from a restored backup, even at its very revision")
  func backup() throws {
    let store = MemoryStore()
    let first = try TestServer(boards: [BoardFile("list", revision: 1, Self.fruit)]) {
      $0.place = .store(store)
    }
    let before = try Visit(first, saying: "edit a board=list pear")
    try first.kill()
    let copy = MemoryStore(restoring: store, epoch: Epoch("other")!)
    let second = try TestServer(boards: []) { $0.place = .store(copy) }
    for revision in [1, 2, 3] {
      let after = try Visit(second, saying: "open list since=\(revision) epoch=\(before.epoch)")
      expectEqual(after.epoch, Epoch("other"))
      expectEqual(
        after.lines,
        [
          "ok open list 2 rewound=yes", "board list 2 1 3", "section A 2 Fruit", "item a pear",
          "item b a basket full of bananas",
        ])
    }
    let believed = try Visit(second, saying: "open list since=1")
    expectEqual(believed.lines, ["ok open list 2", "batch list 1 2 1", "reload 0.0 a pear"])
  }
}
