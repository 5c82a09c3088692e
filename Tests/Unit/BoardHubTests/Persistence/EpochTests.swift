import BoardDelivery
import BoardHub
import BoardJournal
import BoardModel
import Simulation
import TestKit
import Testing

/// What a client gets that presents a revision of another life.
@Suite("An epoch")
struct EpochTests {
  /// A hub with one board, and a client of it.
  private struct Life {
    let hub: Hub
    let greeting: [String]
    private let client: ConnectionID

    init(_ hub: Hub) {
      self.hub = hub
      client = hub.connect(at: .zero)
      greeting = Sent(hub.endTurn(at: .zero).effects).lines(of: client)
    }

    /// A hub in memory, whose board was edited so often.
    init(_ epoch: String, edits: Int) {
      self.init(Hub(cadence: .fixed(.zero), epoch: Epoch(epoch)!))
      let items = (0..<9).map { Item(id: ItemID("i\($0)")!, text: "an item") }
      try! hub.service.serve("list", content: [Section(id: "s1", title: Text(epoch), items: items)])
      for number in 0..<edits { _ = say("rename-section 0 board=list \(epoch) \(number)") }
    }

    /// A hub on what a store holds.
    init(_ store: MemoryStore) throws {
      let hub = Hub(cadence: .fixed(.zero), epoch: .test, persists: true)
      try hub.service.restore(from: MemoryJournal(store), at: .zero)
      self.init(hub)
    }

    func say(_ line: String) -> [String] {
      _ = Array("\(line)\n".utf8).withUnsafeBytes { hub.receive($0, from: client, at: .zero) }
      return Sent(hub.endTurn(at: .zero).effects).lines(of: client)
    }
  }

  @Test("is in the greeting, with the client's name")
  func greeting() {
    let life = Life("k7qx", edits: 1)
    expectEqual(
      life.greeting,
      [
        "dropline 1 epoch=k7qx client=guest-1 line=4096 text=1024 "
          + "profiles=core,edit,drag,undo,select,fields,counts,people"
      ])
    expectEqual(life.say("hello form=text"), ["ok hello guest-1"])
  }

  @Test("that differs from the server's gets a snapshot and rewound, even with a lower revision")
  func otherLife() {
    let life = Life("second", edits: 9)
    let reply = life.say("open list since=5 epoch=first")
    let head = ["ok open list 9 rewound=yes", "board list 9 1 10", "section s1 9 second 8"]
    expectEqual(Array(reply.prefix(3)), head)
    expectEqual(reply.count, 12)
  }

  @Test("of the server gets a batch, and so does an open without an epoch")
  func sameLife() {
    for epoch in [" epoch=second", ""] {
      let life = Life("second", edits: 9)
      let reply = life.say("open list since=5\(epoch)")
      expectEqual(
        reply, ["ok open list 9", "batch list 5 9 1", "reload-section 0 s1 second 8"])
    }
  }

  @Test("of the server with a future revision gets a snapshot and rewound")
  func future() {
    let life = Life("second", edits: 9)
    expectEqual(life.say("open list since=10 epoch=second")[0], "ok open list 9 rewound=yes")
  }

  @Test("without a revision has no effect")
  func withoutRevision() {
    expectEqual(Life("second", edits: 9).say("open list epoch=first")[0], "ok open list 9")
  }

  @Test("is that of the journal; a restored backup has another one")
  func journal() throws {
    let store = MemoryStore(epoch: Epoch("data")!)
    do {
      let hub = Hub(cadence: .fixed(.zero), epoch: .test, persists: true)
      let journal = MemoryJournal(store)
      try hub.service.restore(from: journal, at: .zero)
      let id = hub.connect(at: .zero)
      let items = (1...5).map { "item - \($0)" }
      for line in [
        "hello ann token=secret-long-enough", "create list", "replace list", "section - - A",
      ] + items
        + ["end", "#1 edit 0.0 board=list x"]
      {
        _ = Array("\(line)\n".utf8).withUnsafeBytes { hub.receive($0, from: id, at: .zero) }
      }
      expectEqual(journal.commit(hub.endTurn(at: .zero).journal), .committed)
    }
    let again = try Life(store)
    expectEqual(again.hub.service.epoch, Epoch("data"))
    expectEqual(again.say("open list since=1 epoch=data")[1], "batch list 1 2 1")
    expectEqual(again.say("hello ann token=secret-long-enough"), ["ok hello ann"])
    expectEqual(
      again.say("#1 edit 0.0 board=list x").last, "#1 ok edit i1 at=0.0 rev=2 replayed=yes")
    let backup = try Life(MemoryStore(restoring: store, epoch: Epoch("backup")!))
    #expect(backup.greeting[0].contains(" epoch=backup "))
    expectEqual(backup.say("open list since=1 epoch=data")[0], "ok open list 2 rewound=yes")
    expectEqual(backup.say("hello ann token=secret-long-enough"), ["ok hello ann"])
    expectEqual(backup.say("#1 edit 0.0 board=list y").last, "#1 ok edit i1 at=0.0 rev=3")
  }
}
