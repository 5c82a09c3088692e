import BoardHub
import BoardModel
import BoardTesting
import Foundation
import Glibc
import SystemTestKit
import TestKit
import Testing

/// `dropline record`: what people type becomes a transcript that plays.
@Suite("The record command")
struct RecordTests {
  private let folder: Scratch

  init() throws { folder = try Scratch() }

  private var transcript: String { folder.at("recorded.txt") }

  /// Records what happens in a body, which gets the port.
  ///
  /// - Parameter last: The line with which the transcript ends; nil if it has it when the body is done.
  private func record(
    _ arguments: [String] = [], until last: String? = nil, _ body: (UInt16) throws -> Void
  ) throws -> [String] {
    let child = try ChildProcess(["record", "--title", "A flow", transcript] + arguments)
    let line = try #require(try child.line())
    try #require(line.hasPrefix("listening 127.0.0.1:"))
    try body(#require(UInt16(line.split(separator: ":").last ?? "")))
    for _ in 0..<1_000_000 where last != nil {
      if try lines().last == last { break }
    }
    kill(child.id, SIGINT)
    try expectEqual(child.end().status, 0)
    return try lines()
  }

  private func lines() throws -> [String] {
    try String(contentsOfFile: transcript, encoding: .utf8).components(separatedBy: "\n").dropLast()
  }

  private func expectPlays(_ server: String...) throws {
    let (output, status) = try ChildProcess(["play", transcript] + server).end()
    expectEqual(status, 0, "\(output)")
    #expect(output.hasSuffix("1 passed, 0 failed, 0 skipped"))
  }

  /// Two people on a board, with drawn lines, counters, the history, bad lines, a half close and a cut.
  private func talk(_ port: UInt16) throws {
    let ann = try LoopbackClient(port: port)
    let bob = try LoopbackClient(port: port)
    _ = try [ann.line(), bob.line()]
    _ = try ann.answers(to: ["hello ann", "open list", "show list", "stats", "help move"])
    // A person waits for an answer. What comes at once is told at once, in another order than one by one.
    let lines = [
      "open list", "begin a", "{\"kind\":\"ping\"}", "moev", "insert end:B Milk\u{7}", "history",
      "insert end:B Tea",
    ]
    for line in lines { _ = try bob.answers(to: [line]) }
    _ = try ann.lines { $0.hasSuffix("Tea") }
    for line in ["move i1 start:A", "select i1"] { _ = try ann.answers(to: [line]) }
    for line in ["propose end:B", "perform"] { _ = try bob.answers(to: [line]) }
    ann.send("who")
    _ = try ann.lines { $0.hasPrefix("guest") }
    ann.halfClose()
    _ = try ann.lines()
    bob.send("quit")
    _ = try bob.lines()
  }

  @Test("writes what people say to a server of its own, and `play` passes it")
  func ownServer() throws {
    let board = folder.at("list.board")
    try write(Array("board list\nsection A 1 A\nitem a b\nsection B\n".utf8), toFile: board)
    let lines = try record(["--board", board], talk)
    expectEqual(lines.prefix(4), ["given", "board list 0 2 3", "section A 1 A", "item a b"])
    #expect(lines.contains("## A flow") && lines.contains("u1 connects"))
    #expect(lines.contains("u1> hello ann") && lines.contains("u2> insert end:B Tea"))
    #expect(lines.contains("u2>! \"insert end:B Milk\" 07 0A"))
    #expect(lines.contains("u1 ends") && lines.contains("u2< (closed)"))
    #expect(lines.contains("u1< ok stats …"))
    try expectPlays()
  }

  @Test("records before a server that others have used, whose boards and numbers it translates")
  func busyServer() throws {
    let server = try TestServer(boards: [BoardFile("list", revision: 5, Self.list)]) {
      $0.cadence = .automatic
    }
    let before = try LoopbackClient(port: server.port)
    _ = try before.answers(to: [
      "begin a board=list", "cancel", "insert end:B board=list x", "insert end:B board=list y",
      "delete i1 board=list",
    ])
    let lines = try record(["127.0.0.1:\(server.port)"], until: "u1 cuts") { port in
      let client = try LoopbackClient(port: port)
      _ = try client.line()
      _ = try client.answers(to: ["open list", "begin a", "propose end:B", "perform"])
      _ = try client.answers(to: ["insert end:B z", "who list"])
      client.cut(withReset: true)
    }
    #expect(lines.contains("u1< ok begin d2 items=a"))
    #expect(lines.contains { $0.hasPrefix("u1< guest-1 boards=list") })
    expectEqual(lines.last, "u1 cuts")
    try expectPlays()
  }

  private static let list: Content = [
    Section(id: "A", title: "A", items: [Item(id: "a", text: "apple")]),
    Section(id: "B", title: "B"),
  ]

  @Test("writes pauses, so that what the server says because of the time comes in time")
  func pauses() throws {
    let lines = try record(until: "u1< (closed)") { port in
      let client = try LoopbackClient(port: port)
      _ = try client.answers(to: ["create list", "open list", "hello heartbeat=1s"])
      for _ in 0..<2 { try expectEqual(client.line(), "ping") }
    }
    // On a busy machine both may be read at once.
    #expect(lines.contains { $0.hasPrefix("wait ") && $0.hasSuffix("ms") }, "\(lines)")
    expectEqual(lines.count { $0 == "u1< ping" }, 2)
    try expectPlays()
  }

  @Test("ends with its clients if it records once")
  func once() throws {
    let child = try ChildProcess(["record", "--once", transcript])
    let line = try #require(try child.line())
    let client = try LoopbackClient(port: #require(UInt16(line.split(separator: ":").last ?? "")))
    _ = try client.answers(to: ["ping"])
    client.send("quit")
    _ = try client.lines()
    client.cut()
    try expectEqual(child.end().status, 0)
    #expect(try lines().contains("u1> quit"))
    try expectPlays()
  }

  @Test("does not replace a file, and needs a server and a free address")
  func statuses() throws {
    try write(Array("mine".utf8), toFile: folder.at("mine.txt"))
    try expectEqual(ChildProcess(["record", folder.at("mine.txt")]).end().status, 74)
    try expectEqual(contents(ofFile: folder.at("mine.txt")), Array("mine".utf8))
    try expectEqual(ChildProcess(["record", transcript, "127.0.0.1:1"]).end().status, 69)
    try expectEqual(ChildProcess(["record"]).end().status, 64)
    try expectEqual(
      ChildProcess(["record", "--board", "x.board", transcript, "127.0.0.1:1"]).end().status, 64)
    try expectEqual(
      ChildProcess(["record", "--board", folder.at("none"), transcript]).end().status, 1)
    let server = try TestServer(boards: [])
    let taken = "127.0.0.1:\(server.port)"
    try expectEqual(ChildProcess(["record", "--listen", taken, transcript]).end().status, 1)
  }
}
