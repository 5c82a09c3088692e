import BoardModel
import BoardTesting
import Simulation
import SystemTestKit
import TestKit
import Testing

@testable import BoardHub
@testable import BoardServer

@Suite("A server whose disk is busy with a checkpoint")
struct BusyDiskTests {
  @Test("executes commands, and answers changes once they are committed behind it")
  func checkpoint() throws {
    let journal = GatedJournal()
    let server = try TestServer(boards: [
      BoardFile("list", revision: 1, [Section(id: "A", title: "Fruit")])
    ]) { $0.place = .journal(journal, of: nil, at: "gate") }
    // Whatever fails, the server can end.
    defer { journal.open() }
    let (author, visitor) = (
      try LoopbackClient(port: server.port), try LoopbackClient(port: server.port)
    )
    for client in [author, visitor] {
      client.send("ping")
      _ = try client.lines { $0 == "pong" }
    }
    journal.close(.checkpoint)
    visitor.send("ping")
    journal.waitUntilEntered()
    visitor.send("show list\nping there")
    #expect(try visitor.lines { $0 == "pong there" }.contains("ok show list 2"))
    author.send("insert 0.0 board=list late")
    server.control.settle()
    expectEqual(journal.revisionCommits, 0)
    // No change may depend on one that is not durable.
    visitor.send("ping again")
    server.control.settle()
    journal.open()
    try expectEqual(author.lines { $0.hasPrefix("ok insert") }.last, "ok insert i1 at=0.0 rev=2")
    try expectEqual(visitor.lines { $0 == "pong again" }.last, "pong again")
    expectEqual(journal.revisionCommits, 1)
  }

  @Test("runs a checkpoint that is due even if commits follow each other without a pause")
  func noPause() throws {
    let journal = GatedJournal()
    let server = try TestServer(boards: [
      BoardFile("list", revision: 1, [Section(id: "A", title: "Fruit")])
    ]) { $0.place = .journal(journal, of: nil, at: "gate") }
    defer { journal.open() }
    let author = try LoopbackClient(port: server.port)
    // A few commands take the turn, and each turn is a group.
    _ = server.control.ask { server in server.hub.budget.stepsPerTurn = 50 }
    journal.close(.checkpoint, after: 10)
    author.send(lines: (0..<5_000).map { "insert end:A board=list text \($0)" })
    journal.waitUntilEntered()
    #expect((10...(10 + Space.mostCommitsInARow)).contains(journal.revisionCommits))
    journal.open()
    author.send("ping")
    _ = try author.lines { $0 == "pong" }
    #expect(journal.revisionCommits > 20 + Space.mostCommitsInARow)
  }
}
