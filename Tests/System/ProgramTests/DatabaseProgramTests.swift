import BoardModel
import BoardTesting
import Foundation
import Glibc
import KillTrial
import LocalNodes
import PostgresJournal
import SystemTestKit
import TestKit
import Testing

/// The real program with its boards in a real database.
@Suite("A server on PostgreSQL (slow: servers and a database)")
struct DatabaseProgramTests {
  private let server: PostgresServer
  private let space: SpaceName

  init() throws {
    server = try PostgresServer.shared.get()
    space = try server.space()
  }

  private func serve(_ words: String..., on place: PostgresServer? = nil) throws -> ChildProcess {
    try ChildProcess(
      [
        "serve", "--listen", "127.0.0.1:0", "--store", (place ?? server).address(), "--space",
        space.string,
      ] + words)
  }

  /// Sends commands, and reads what is answered to the last of them.
  @discardableResult
  private func say(_ lines: [String], to port: UInt16) throws -> [String] {
    let client = try LoopbackClient(port: port)
    client.send(lines: lines + ["ping"])
    return try client.lines { $0 == "pong" }
  }

  private func items(_ port: UInt16) throws -> [String] {
    try say(["open list"], to: port).filter { $0.hasPrefix("item ") }
  }

  private static let board = [
    "hello ann", "create list", "insert-section 0 board=list A", "insert 0.0 board=list apple",
  ]

  @Test("has all that was acknowledged after kill -9, and waits for the lease of the dead one")
  func killed() throws {
    let first = try serve()
    try say(Self.board, to: first.port())
    first.kill(SIGKILL)
    _ = try first.end()
    let second = try serve()
    let wait = try #require(try second.line())
    #expect(wait.contains("waiting for at most 8 s"))
    #expect(wait.contains("is served by process \(first.id) on"))
    try server.expireLease(of: space)
    try expectEqual(items(second.port()), ["item i1 apple"])
    second.kill(SIGTERM)
    try expectEqual(second.end().status, 0)
    // It has released the space.
    let third = try serve()
    try expectEqual(items(third.port()).count, 1)
  }

  @Test("is fenced when another one has taken its space, and acknowledges nothing any more")
  func fenced() throws {
    let first = try serve()
    let port = try first.port()
    try say(Self.board, to: port)
    first.kill(SIGSTOP)
    try server.expireLease(of: space)
    let second = try serve()
    let other = try second.port()
    let client = try LoopbackClient(port: port)
    client.send(lines: ["edit i1 board=list late"])
    first.kill(SIGCONT)
    let (log, status) = try first.end()
    #expect(status == 74 && log.contains("somebody else has taken over"))
    try expectEqual(items(other), ["item i1 apple"])
  }

  @Test("waits at its start for a database that is not there yet")
  func early() throws {
    let own = try PostgresServer()
    try PostgresDatabase(own.url()).create(space)
    try own.crash()
    let child = try serve(on: own)
    let wait = try #require(try child.line())
    #expect(wait.contains("waiting for at most 30 s: the database does not answer"))
    try own.start()
    try say(Self.board, to: try child.port())
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
  }

  @Test("waits for a database that restarts, executes what waits once, and refuses the rest")
  func outage() throws {
    let own = try PostgresServer()
    try PostgresDatabase(own.url()).create(space)
    let child = try serve(on: own)
    let port = try child.port()
    try say(Self.board, to: port)
    let (client, reader) = (try LoopbackClient(port: port), try LoopbackClient(port: port))
    for client in [client, reader] { _ = try client.answers(to: ["open list"]) }
    try own.crash()
    client.send(lines: ["hello bob", "#1 insert 0.1 board=list pear", "ping"])
    while let line = try child.line(), !line.contains("commands are refused") {}
    // Nobody sees what may not be stored, and nobody waits for it who does not have to.
    let refused = try reader.answers(to: ["show list", "insert 0.1 board=list plum"])
    #expect(
      refused.count == 2 && refused.allSatisfy { $0.hasPrefix("refused unavailable retry=1s ") })
    try own.start()
    _ = try client.lines { $0 == "pong" }
    while let line = try child.line(), !line.contains("executed again") {}
    try expectEqual(items(port), ["item i1 apple", "item i2 pear"])
    try expectEqual(
      reader.answers(to: []).filter { $0.hasPrefix("insert ") }, ["insert 0.1 i2 pear"])
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
  }

  @Test("goes on with the boards of a directory that was moved, and back")
  func migrated() throws {
    let scratch = try Scratch()
    let data = scratch.at("data")
    let first = try ChildProcess(["serve", "--listen", "127.0.0.1:0", "--data", data])
    let port = try first.port()
    try say(Self.board, to: port)
    let stopped = try ChildProcess(["migrate", data, server.address()]).end()
    #expect(stopped.status == 74 && stopped.output.contains("in use"))
    first.kill(SIGTERM)
    _ = try first.end()
    let name = "m\(UInt64.random(in: 0...(.max)))"
    let moved = try ChildProcess(["migrate", data, server.address(), "--space", name, "--json"])
      .end()
    #expect(moved.status == 0 && moved.output.contains(#""boards":1,"revisions":2"#))
    let left = try ChildProcess(["serve", "--listen", "127.0.0.1:0", "--data", data]).end()
    #expect(left.output.contains("was moved to"))
    let second = try ChildProcess([
      "serve", "--listen", "127.0.0.1:0", "--store", server.address(), "--space", name,
    ])
    let other = try second.port()
    try expectEqual(items(other), ["item i1 apple"])
    try say(["insert 0.1 board=list pear"], to: other)
    let list = try ChildProcess(["space", "list", "--store", server.address()]).end()
    let row = list.output.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
    expectEqual(row?.contains("1 board  served by process \(second.id) on"), true)
    second.kill(SIGTERM)
    _ = try second.end()
    let back = scratch.at("back")
    try expectEqual(
      ChildProcess(["migrate", server.address(), back, "--space", name]).end().status, 0)
    let third = try ChildProcess(["serve", "--listen", "127.0.0.1:0", "--data", back])
    try expectEqual(items(third.port()), ["item i1 apple", "item i2 pear"])
  }

  @Test("is backed up while it serves, and the backup is served from a directory and from a space")
  func backedUp() throws {
    let scratch = try Scratch()
    let (file, data, back) = (scratch.at("backup"), scratch.at("data"), scratch.at("back"))
    let served = try ServingProgram(["--store", server.address(), "--space", space.string])
    try say(Self.board, to: served.port)
    let words = ["backup", "--space", space.string, file]
    let store = "export DROPLINE_STORE='\(server.address())'"
    let made = try ChildProcess(words, after: store).end()
    #expect(made.status == 0 && made.output.hasPrefix("\(file): 1 board, 2 revisions, "))
    #expect(try ChildProcess(words, after: store).end().output.contains("is there already"))
    try say(["hello ann", "insert 0.1 board=list pear"], to: served.port)
    for data in [data, back] {
      try expectEqual(ChildProcess(["restore", file, "--data", data]).end().status, 0)
    }
    let again = "\(space)-again"
    let moved = try ChildProcess(["migrate", back, server.address(), "--space", again]).end()
    expectEqual(moved.status, 0)
    for place in [["--data", data], ["--store", server.address(), "--space", again]] {
      let program = try ServingProgram(place)
      try expectEqual(items(program.port), ["item i1 apple"])
      #expect(try program.epoch() != served.epoch())
    }
    try expectEqual(items(served.port), ["item i1 apple", "item i2 pear"])
  }

  @Test("is not backed up by options of two places, nor a space without a database")
  func wrongBackups() throws {
    for words in [["--data", "x", "--store", server.address()], ["--space", "main"]] {
      try expectEqual(ChildProcess(["backup"] + words + ["y"]).end().status, EX_USAGE)
    }
    let none = try ChildProcess(["backup", "--store", server.address(), "--space", "no-such", "y"])
    let (output, status) = try none.end()
    #expect(status == EX_IOERR && output.contains("there is no space no-such"))
  }
}
