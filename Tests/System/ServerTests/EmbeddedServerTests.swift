import BoardServer
import Foundation
import Glibc
import SystemTestKit
import TestKit
import Testing

/// What an app does that has a server in its own process.
@Suite("A server in the process of an app")
struct EmbeddedServerTests {
  private static let groceries = "To buy: Bread Milk | Basket:"

  private func serve() throws -> BoardServer {
    try BoardServer(boards: ["groceries": Self.groceries])
  }

  private func configuration(in scratch: Scratch) throws -> BoardServer.Configuration {
    var configuration = BoardServer.Configuration()
    configuration.place = .directory(scratch.at("data"))
    configuration.boards = [try BoardFile("groceries", outline: Self.groceries)]
    return configuration
  }

  private func outline(of server: BoardServer) throws -> String {
    try server.withBoard("groceries") { $0.board.content.outline }
  }

  @Test("listens at a free port of loopback, and serves its boards")
  func loopback() throws {
    let server = try serve()
    let client = try LoopbackClient(port: server.port)
    client.send(lines: ["open groceries", "move i2 end:s2", "ping"])
    #expect(try client.lines { $0 == "pong" }.contains("batch groceries 0 1 1"))
    try expectEqual(outline(of: server), "To buy: Bread | Basket: Milk")
    expectEqual(server.endpoints.map { "\($0)" }, ["127.0.0.1:\(server.port)"])
  }

  @Test("needs no address: its own app is served all the same")
  func noAddress() async throws {
    var configuration = BoardServer.Configuration()
    configuration.addresses = []
    configuration.boards = [try BoardFile("groceries", outline: Self.groceries)]
    let server = try BoardServer(configuration)
    #expect(server.endpoints.isEmpty && server.port == 0)
    try await server.client().ask("delete i1 board=groceries")
    try expectEqual(outline(of: server), "To buy: Milk | Basket:")
  }

  @Test("knows nothing of another one")
  func two() throws {
    let (first, second) = (try serve(), try serve())
    let client = try LoopbackClient(port: first.port)
    client.send(lines: ["delete i1 board=groceries", "ping"])
    _ = try client.lines { $0 == "pong" }
    try expectEqual(outline(of: first), "To buy: Milk | Basket:")
    try expectEqual(outline(of: second), Self.groceries)
  }

  @Test("keeps what it has acknowledged in a directory, also if it is only released")
  func directory() async throws {
    let scratch = try Scratch()
    do {
      let server = try BoardServer(try configuration(in: scratch))
      try await server.client().ask("insert end:s2 board=groceries Tea")
    }
    let again = try BoardServer(try configuration(in: scratch))
    try expectEqual(outline(of: again), "To buy: Bread Milk | Basket: Tea")
    #expect(throws: BoardServerFault.noBoard("other")) { try again.withBoard("other") { _ in } }
    #expect {
      try BoardServer(try configuration(in: scratch))
    } throws: {
      "\($0)".contains("\(getpid())")
    }
  }

  @Test("names the port that another one has, the board and the certificate that are none")
  func faults() throws {
    let server = try serve()
    var configuration = BoardServer.Configuration()
    configuration.addresses = server.endpoints
    #expect {
      try BoardServer(configuration)
    } throws: {
      "\($0)" == "cannot listen at 127.0.0.1:\(server.port): address already in use"
    }
    #expect(
      throws: BoardServerFault.badBoard(
        "list",
        reason: "board list: column 1 of the outline: a section is its title, `:` and its items")
    ) {
      try BoardServer(boards: ["list": "Bread"])
    }
    configuration = BoardServer.Configuration()
    configuration.certificate = .init(path: "/none.pem", keyPath: "/none.key")
    #expect { try BoardServer(configuration) } throws: { "\($0)".hasPrefix("/none.pem: ") }
  }

  @Test("has the page, WebSockets and metrics at a port for HTTP")
  func web() throws {
    var configuration = BoardServer.Configuration()
    configuration.web = WebConfiguration(address: try SocketAddress(host: "127.0.0.1", port: 0))
    let server = try BoardServer(configuration)
    let address = try #require(server.webAddress)
    for (path, type) in [("/", "text/html"), ("/metrics", "text/plain")] {
      let client = try LoopbackClient(port: address.port)
      client.send(Array("GET \(path) HTTP/1.1\r\nHost: \(address)\r\n\r\n".utf8))
      try expectEqual(client.line(), "HTTP/1.1 200 OK\r")
      expectEqual(try client.lines { $0.hasPrefix("Content-Type: ") }.last?.contains(type), true)
    }
  }

  @Test("has a page of the app in place of the built-in one, whose module it can import")
  func ownPage() throws {
    let scratch = try Scratch()
    var configuration = BoardServer.Configuration()
    var web = WebConfiguration(address: try SocketAddress(host: "127.0.0.1", port: 0))
    web.folder = scratch.path
    configuration.web = web
    #expect(throws: BoardServerFault.badPage("\(scratch.path) has no index.html")) {
      try BoardServer(configuration)
    }
    try write("<p>mine</p>".utf8, toFile: scratch.at("index.html"))
    try write("1".utf8, toFile: scratch.at("own.js"))
    let server = try BoardServer(configuration)
    let address = try #require(server.webAddress)
    func get(_ path: String) throws -> String {
      let client = try LoopbackClient(port: address.port)
      client.send(
        Array("GET \(path) HTTP/1.1\r\nHost: \(address)\r\nConnection: close\r\n\r\n".utf8))
      return String(decoding: try client.bytes(), as: UTF8.self)
    }
    for path in ["/", "/b/groceries"] { #expect(try get(path).hasSuffix("<p>mine</p>")) }
    #expect(try get("/page/own.js").contains("Content-Type: text/javascript"))
    #expect(try get("/page/connection.js").contains("class Connection"))
    // A page that is made of a copy of the built-in one runs its own modules.
    #expect(try get("/page/page.js").hasSuffix("\r\n\r\nimport './main.js';\n"))
    #expect(try get("/page/.secret").hasPrefix("HTTP/1.1 404"))
  }

  @Test("with a page of its own is an example, whose app counts what is in the basket")
  func shop() async throws {
    let shop = try Shop(
      page: Repository.root.appending(path: "protocol/clients/js/examples/page/files").path)
    let (counts, count) = AsyncStream<Int>.makeStream()
    let counting = Task { try await shop.count { count.yield($0) } }
    let client = try await shop.server.client()
    while case .who(let watchers) = try await client.ask("who groceries"), watchers.rows.isEmpty {}
    try await client.ask("move i1 end:s2 board=groceries")
    var iterator = counts.makeAsyncIterator()
    await expectEqual(iterator.next(), 1)
    shop.server.stop()
    try await counting.value
  }

  @Test("ends in order: clients are told, and whoever asks later is, too")
  func stopping() async throws {
    let server = try serve()
    let client = try LoopbackClient(port: server.port)
    client.send("ping")
    _ = try client.lines { $0 == "pong" }
    let bot = try await server.client(named: "bot")
    server.stop()
    expectEqual(try client.lines().last?.hasPrefix("bye shutdown"), true)
    #expect(!server.isRunning && server.fault == nil)
    await #expect(throws: BoardServerFault.ended(.shutdown)) { try await bot.ask("ping") }
    await #expect(throws: BoardServerFault.ended(nil)) { try await server.client() }
    #expect(throws: BoardServerFault.ended(nil)) { try server.withBoard("groceries") { _ in } }
    server.stop()
  }

  @Test("lets rules hold that name who may do what")
  func access() async throws {
    var configuration = BoardServer.Configuration()
    configuration.boards = [try BoardFile("groceries", outline: Self.groceries)]
    configuration.access = try AccessFile(
      text: """
        guest viewer *
        user ann owner *
        token ann \(TokenDigest(of: "sixteen-letters-at-least"))
        """
    ).rules()
    let server = try BoardServer(configuration)
    let ann = try await server.client(named: "ann", token: "sixteen-letters-at-least")
    expectEqual(ann.name, "ann")
    try await ann.ask("insert end:s2 board=groceries Tea")
    let guest = try await server.client(named: "guest")
    await #expect { try await guest.ask("delete i1 board=groceries") } throws: {
      "\($0)".hasPrefix("refused access-denied")
    }
    await #expect { try await server.client(named: "ann") } throws: {
      "\($0)".hasPrefix("refused ")
    }
    server.setAccess(nil)
    try await guest.ask("delete i1 board=groceries")
    try expectEqual(outline(of: server), "To buy: Milk | Basket: Tea")
  }

  @Test("is what the documentation shows: served, kept, and tidied by the app")
  func examples() async throws {
    let server: BoardServer = try await ServerTests.serve()
    let tidying = Task { try await tidy(server) }
    let visitor = try await server.client()
    while case .who(let rows) = try await visitor.ask("who groceries"), rows.rows.isEmpty {}
    try await visitor.ask("insert 0.0 board=groceries Salt")
    while try server.withBoard("groceries", { $0.board.content.outline })
      != "To buy: Bread \"Oat milk\" Tea | Basket: Salt"
    {}
    server.stop()
    try await tidying.value
  }

  @Test("stays up 1,100 times, and leaves no descriptor, thread or memory (slow: 1,100 starts)")
  func leaks() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      var before = ProcessUse()
      for start in 1...1_100 {
        let server = try BoardServer(boards: ["groceries": "To buy: Bread Milk | Basket:"])
        let bot = try await server.client(named: "bot")
        try await bot.ask("move i1 end:s2 board=groceries")
        let client = try LoopbackClient(port: server.port)
        client.send("ping")
        _ = try client.lines { $0 == "pong" }
        client.cut()
        server.stop()
        if start == 100 { before = ProcessUse() }
      }
      let after = ProcessUse()
      complain("after 100 starts: \(before); after 1,100: \(after)")
      guard after.descriptors <= before.descriptors, after.threads < before.threads + 8,
        after.kilobytes - before.kilobytes < 512
      else { exit(1) }
    }
    print(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self))
  }
}

private func complain(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}

/// What the process has of the system.
private struct ProcessUse: CustomStringConvertible {
  let descriptors = entries(of: "/proc/self/fd")
  let threads = entries(of: "/proc/self/task")
  /// Memory that is resident and of no file.
  let kilobytes = residentKilobytes()

  var description: String { "\(descriptors) descriptors, \(threads) threads, \(kilobytes) KiB" }

  private static func entries(of path: String) -> Int {
    guard let directory = opendir(path) else { return -1 }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    return count
  }

  private static func residentKilobytes() -> Int {
    let lines = (try? contents(ofFile: "/proc/self/status")) ?? []
    let line = String(decoding: lines, as: UTF8.self).split(separator: "\n").first {
      $0.hasPrefix("RssAnon:")
    }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? -1
  }
}
