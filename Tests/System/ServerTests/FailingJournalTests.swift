import BoardJournal
import BoardModel
import BoardTesting
import Simulation
import SystemTestKit
import TestKit
import Testing

@testable import BoardServer

@Suite("A server with a failing journal")
struct FailingJournalTests {
  @Test("sends nothing more")
  func silence() throws {
    let faulty = FaultyJournal(MemoryJournal())
    let journal = GatedJournal(faulty)
    let server = try TestServer(boards: [
      BoardFile("list", revision: 1, [Section(id: "A", title: "Fruit")])
    ]) { $0.place = .journal(journal, of: nil, at: "gate") }
    let watcher = try LoopbackClient(port: server.port)
    watcher.send("open list\nping")
    _ = try watcher.lines { $0 == "pong" }
    let visitor = try LoopbackClient(port: server.port)
    visitor.send("ping")
    _ = try visitor.lines { $0 == "pong" }
    let author = try LoopbackClient(port: server.port)
    author.send("ping")
    _ = try author.lines { $0 == "pong" }
    _ = server.control.ask { _ in faulty.fail(.unknownAndLost) }
    journal.close(.commit)
    author.send("insert 0.0 board=list never")
    journal.waitUntilEntered()
    visitor.send("show list\nopen list")
    server.control.settle()
    journal.open()
    #expect(server.host.fault() != nil)
    try expectEqual(visitor.lines(), [])
    try expectEqual(author.lines(), [])
    try expectEqual(watcher.lines(), [])
  }
}
