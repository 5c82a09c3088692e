import BoardHub
import BoardJournal
import BoardModel
import BoardTesting
import Simulation
import SystemTestKit
import TestKit
import Testing

@testable import BoardServer

@Suite("A server with a faulty journal")
struct FaultyServerTests {
  private let store = MemoryStore()
  private let author, watcher: LoopbackClient
  private let server: TestServer
  private let journal: FaultyJournal
  private let gate: GatedJournal

  private static let list: Content = [
    Section(id: "A", title: "Fruit", items: [Item(id: "a", text: "apple")])
  ]

  init() throws {
    let journal = FaultyJournal(MemoryJournal(store))
    let gate = GatedJournal(journal)
    (self.journal, self.gate) = (journal, gate)
    server = try TestServer(boards: [BoardFile("list", revision: 1, Self.list)]) {
      $0.place = .journal(gate, of: nil, at: "gate")
    }
    (author, watcher) = (
      try LoopbackClient(port: server.port), try LoopbackClient(port: server.port)
    )
    for client in [author, watcher] {
      client.send(lines: ["hello \(client === author ? "anna" : "ben")", "open list", "ping"])
      _ = try client.lines { $0 == "pong" }
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let fault: FaultyJournal.Fault
    /// Whether the group is there after a restart.
    let isStored: Bool
    var testDescription: String { "\(fault)" }
  }

  static let cases = [
    Case(fault: .unknownButCommitted, isStored: true),
    Case(fault: .unknownAndLost, isStored: false),
    Case(fault: .fenced, isStored: false),
    Case(fault: .full, isStored: false),
  ]

  @Test("ends without a reply to the pending commands", arguments: cases)
  func ends(_ example: Case) throws {
    _ = try author.answers(to: ["edit a board=list pear", "begin a board=list", "propose end:A"])
    _ = try watcher.answers(to: [])
    _ = server.control.ask { [journal] _ in journal.fail(example.fault) }
    author.send("#t1 insert 0.0 board=list cherry")
    #expect(try author.lines().isEmpty)
    #expect(try watcher.lines().isEmpty)
    let fault = try #require(server.host.fault())
    if example.fault == .fenced {
      expectEqual(fault, .inUse("somebody else has taken over board list"))
    } else if case .failed = fault {
    } else {
      Issue.record("\(fault)")
    }
    try restart(knowing: example.isStored ? 3 : 2)
  }

  /// Checks that a server on the stored data has the board at this revision, and accepts changes.
  private func restart(knowing revision: Int) throws {
    let server = try TestServer(boards: []) { $0.place = .store(store) }
    let client = try LoopbackClient(port: server.port)
    _ = try client.line()
    let lines = try client.answers(to: ["open list since=2", "edit a board=list plum", "drags"])
    expectEqual(lines.first, "ok open list \(revision)")
    expectEqual(lines.contains("insert 0.0 i1 cherry"), (revision == 3))
    #expect(lines.contains { $0.hasPrefix("ok edit a ") && $0.hasSuffix(" rev=\(revision + 1)") })
    expectEqual(lines.last, "ok drags 0")
  }

  @Test("refuses changes after the reserve was used, until there is room")
  func lastRoom() throws {
    _ = server.control.ask { [journal] _ in
      journal.hasRoom = false
      journal.fail(.lastRoom)
    }
    try expectEqual(author.answers(to: ["edit a board=list pear"]).last, "ok edit a at=0.0 rev=2")
    let refused = try author.answers(to: ["edit a board=list plum"]).last
    expectEqual(refused?.hasPrefix("refused disk-full"), true)
    #expect(try watcher.answers(to: ["show list"]).contains { $0.contains("pear") })
    _ = server.control.ask { [journal] _ in journal.hasRoom = true }
    var answer: String?
    repeat {
      answer = try author.answers(to: ["edit a board=list plum"]).last
    } while answer?.hasPrefix("refused disk-full") == true
    expectEqual(answer, "ok edit a at=0.0 rev=3")
    #expect(try watcher.answers(to: []).contains("reload 0.0 a plum"))
  }

  @Test("sends nothing about a change and executes nothing until the commit is finished")
  func waits() throws {
    gate.close(.commit)
    author.send("edit a board=list pear")
    gate.waitUntilEntered()
    watcher.send(lines: ["ping", "insert 0.0 board=list cherry"])
    server.control.settle()
    #expect(try author.arrived().isEmpty)
    #expect(try watcher.arrived().isEmpty)
    gate.open()
    try expectEqual(author.lines { $0.hasPrefix("ok edit") }.last, "ok edit a at=0.0 rev=2")
    let lines = try watcher.lines { $0.hasPrefix("ok insert") }
    #expect(lines.firstIndex(of: "batch list 1 2 1")! < lines.firstIndex(of: "batch list 2 3 1")!)
    expectEqual(lines.last, "ok insert i1 at=0.0 rev=3")
  }

  @Test("counts the seconds of each commit alone: after a slow one commands are executed again")
  func silentSeconds() throws {
    let gate = GatedJournal(MemoryJournal(MemoryStore()), renewalInterval: .seconds(1))
    let server = try TestServer(boards: [BoardFile("list", revision: 1, Self.list)]) {
      $0.place = .journal(gate, of: nil, at: "gate")
    }
    let client = try LoopbackClient(port: server.port)
    client.send(lines: ["hello dan", "edit a board=list plum"])
    _ = try client.lines { $0.hasPrefix("ok edit") }
    gate.close(.commit)
    client.send("edit a board=list pear")
    gate.waitUntilEntered()
    let isRefusing = server.control.ask { server in
      for _ in 0...Space.silentSeconds { server.soleSpace.checkSilence() }
      return server.hub.unavailable.isOn
    }
    expectEqual(isRefusing, true)
    gate.open()
    _ = try client.lines { $0.hasPrefix("ok edit") }
    let isRefusingLater = server.control.ask { server in
      server.soleSpace.checkSilence()
      return server.hub.unavailable.isOn
    }
    expectEqual(isRefusingLater, false)
  }

  @Test("answers nobody before what a turn sends that is committed while commands are refused")
  func owed() throws {
    server.control.setUnavailable(true)
    expectEqual(try author.answers(to: ["show list"]).first?.hasPrefix("refused unavailable"), true)
    gate.close(.commit)
    // The names of some guests are reserved before they are greeted.
    var guests: [LoopbackClient] = []
    for _ in 0..<120 {
      let guest = try LoopbackClient(port: server.port)
      guest.send("ping")
      guests.append(guest)
    }
    gate.waitUntilEntered()
    server.control.settle()
    gate.open()
    for guest in guests {
      expectEqual(try guest.line()?.hasPrefix("dropline 1 "), true)
      try expectEqual(guest.line(), "pong")
    }
  }
}
