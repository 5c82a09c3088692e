import BoardAuthority
import BoardJournal
import BoardModel
import BoardTesting
import Foundation
import Simulation
import SystemTestKit
import TestKit
import Testing

@testable import BoardHub
@testable import BoardServer

/// Runs the clients of `protocol/clients` as users would.
@Suite("A client of protocol/clients", .serialized)
struct ProtocolClientsTests {
  @Test("has no more than 45 lines of code", arguments: PublishedClient.allCases)
  func length(_ client: PublishedClient) throws {
    let lines = try String(contentsOf: client.file, encoding: .utf8).split(separator: "\n")
    let code = lines.filter { line in
      let text = line.drop { $0 == " " }
      return !text.hasPrefix("#") && !text.hasPrefix("\"\"\"")
    }
    #expect((20...45).contains(code.count), "\(code.count)")
  }

  @Test("in Python reads every object of the vectors correctly")
  func vectors() throws {
    let script = """
      import json, sys
      lines = [line for line in open(sys.argv[1], encoding="utf-8") if line.startswith("{")]
      plain = lambda text: json.dumps(text, ensure_ascii=False, separators=(",", ":"))
      for line in lines: assert json.loads(plain(json.loads(line))) == json.loads(line), line
      print(len(lines))
      """
    let file = Repository.root.appending(path: "protocol/vectors/json.txt")
    let end = try ChildProcess(running: ["/usr/bin/env", "python3", "-c", script, file.path]).end()
    expectEqual(end.status, 0, "\(end.output)")
    #expect((Int(end.output) ?? 0) > 100)
  }

  @Test("reports that there is no such board", arguments: PublishedClient.allCases)
  func refused(_ client: PublishedClient) throws {
    let server = try TestServer(boards: [])
    let end = try client.start(board: "nowhere", port: server.port).end()
    expectEqual(end.status, 1)
    #expect(end.output.contains("no such board"), "\(end.output)")
  }

  @Test(
    "has the boards of a space, and reports that there is none", arguments: PublishedClient.allCases
  )
  func space(_ client: PublishedClient) throws {
    let server = try TestServer(boards: [BoardFile("list", revision: 3, Self.content)]) {
      $0.place = .space("shop")
    }
    let child = try client.start(board: "list", port: server.port, space: "shop")
    try expectMirror(of: server, in: child, client, "")
    let end = try client.start(board: "list", port: server.port, space: "other").end()
    expectEqual(end.status, 1)
    #expect(end.output.contains("no such space"), "\(end.output)")
  }

  @Test("has the title of a board in place of its name", arguments: PublishedClient.allCases)
  func title(_ client: PublishedClient) throws {
    let server = try TestServer(boards: [BoardFile("list", revision: 3, Self.content)])
    let author = try LoopbackClient(port: server.port)
    author.send("policy * board=list limit=9 title=\\u{20}Ann's\\u{20}list")
    author.send("ping")
    _ = try author.lines { $0 == "pong" }
    let child = try client.start(board: "list", port: server.port)
    let quote = client == .python ? "\"" : ""
    try expectMirror(of: server, in: child, client, as: "\(quote) Ann's list\(quote)", "")
    author.send("policy * board=list title=")
    try expectMirror(of: server, in: child, client, "")
    author.send("policy * board=list title=Other")
    let other = client == .python ? "'Other'" : "Other"
    try expectMirror(of: server, in: child, client, as: other, "")
  }

  @Test("reports an invalid name", arguments: PublishedClient.allCases)
  func wrong(_ client: PublishedClient) throws {
    let server = try TestServer(boards: [])
    let end = try client.start(board: "a b", port: server.port).end()
    expectEqual(end.status, 1)
    #expect(!end.output.isEmpty)
  }

  @Test("reads UTF-8 whatever the locale says", arguments: PublishedClient.allCases)
  func locale(_ client: PublishedClient) throws {
    let content: Content = [Section(id: "s1", title: "é 梨")]
    let server = try TestServer(boards: [BoardFile("list", revision: 3, content)])
    let settings = [
      "LC_ALL=C", "PYTHONCOERCECLOCALE=0", "PYTHONUTF8=0", "PYTHONIOENCODING=utf-8",
    ]
    let child = try client.start(board: "list", port: server.port, settings: settings)
    try expectMirror(of: server, in: child, client, "")
  }

  @Test(
    "has the server's board after every change, a disconnect, and a restart",
    arguments: PublishedClient.allCases)
  func mirror(_ client: PublishedClient) throws {
    let seed = 15
    var random = SeededRandom(seed: seed)
    let store = MemoryStore()
    let port = try ReservedPort()
    var server = try TestServer(boards: [BoardFile("list", revision: 3, Self.content)]) {
      $0.place = .store(store)
      $0.addresses = [.internet(.loopback(port.number))]
    }
    let child = try client.start(board: "list", port: port.number)
    try expectMirror(of: server, in: child, client, "seed \(seed)")
    for round in 0..<3 {
      let author = try LoopbackClient(port: port.number)
      for step in 0..<25 {
        try change(&random, server, by: author)
        try expectMirror(
          of: server, in: child, client, "seed \(seed), round \(round), step \(step)")
      }
      author.cut()
      // The client must catch up after a disconnect.
      try server.kill()
      server = try TestServer(boards: []) {
        $0.place = .store(store)
        $0.addresses = [.internet(.loopback(port.number))]
      }
      try change(&random, server, by: try LoopbackClient(port: port.number))
      try expectMirror(of: server, in: child, client, "seed \(seed), after restart \(round)")
    }
  }

  private static let content: Content = [
    Section(
      id: "s1", title: "To buy",
      items: [
        Item(id: "i1", text: "Bread"), Item(id: "i2", text: "Milk"), Item(id: "i3", text: ""),
      ]),
    Section(id: "s2", title: "In the basket"),
    Section(id: "s3", title: "", items: [Item(id: "i4", text: "  two  blanks ")]),
  ]

  /// Makes one change that is a revision.
  private func change(
    _ random: inout SeededRandom, _ server: TestServer, by author: LoopbackClient
  ) throws {
    let revision = server.revision
    while server.revision == revision {
      author.send(lines: command(&random, on: server.content))
      author.send("ping")
      _ = try author.lines { $0 == "pong" }
    }
  }

  private func command(_ random: inout SeededRandom, on content: Content) -> [String] {
    let section = random.below(content.count)
    let other = random.below(content.count)
    let path = "\(section).\(random.below(content[section].items.count + 1))"
    let place = "\(other).\(random.below(content[other].items.count + 1))"
    switch random.below(10) {
    case 0: return ["insert \(place) board=list \(random.one(of: Self.texts))"]
    case 1: return ["move-section \(section) \(other) board=list"]
    case 2: return ["insert-section \(section) board=list \(random.one(of: Self.texts))"]
    case 3 where content.count > 2: return ["delete-section \(section) board=list"]
    case 4: return ["rename-section \(section) board=list \(random.one(of: Self.texts))"]
    case 5: return ["edit \(path) board=list \(random.one(of: Self.texts))"]
    case 6:
      return [
        "batch list", "delete \(path) -", "move-section \(other) 0 -",
        "insert-section \(content.count) - 2 New", "item - One", "item - Two", "end",
      ]
    case 7: return ["delete \(path) board=list"]
    default: return ["move \(path) \(place) board=list"]
    }
  }

  private static let texts = [
    "Tea", "two words", "", " * ", "\\u{1b}[2J\\u{202e}", "\\\\n", "é 梨", "$(x)",
  ]

  /// Reads what the client prints up to the server's revision, and compares.
  private func expectMirror(
    of server: TestServer, in child: ChildProcess, _ client: PublishedClient,
    as title: String = "list", _ note: String
  ) throws {
    let head = "\(title) \(server.revision)"
    var line = try child.line()
    while let text = line, text != head { line = try child.line() }
    try #require(line != nil, "the client has ended; \(note)")
    var printed: [String] = []
    while let text = try child.line(), !text.isEmpty { printed.append(text) }
    expectEqual(printed, client.lines(of: server.content), "\(note)")
    #expect(!printed.joined().unicodeScalars.contains { $0.value < 0x20 }, "\(note)")
  }
}

extension TestServer {
  /// The content of the board `list`.
  fileprivate var content: Content {
    control.ask { $0.hub.boards["list"]!.versions.board.content } ?? []
  }
}
