import SystemTestKit
import TestKit
import Testing

@testable import BoardServer

@Suite("A client in the process of its server")
struct HostClientTests {
  private func serve(_ outline: String = "To buy: Bread Milk | Basket:") throws -> BoardServer {
    try BoardServer(boards: ["groceries": outline])
  }

  @Test("changes boards by the same rules as others, and is told what is refused")
  func rules() async throws {
    let server = try serve()
    let bot = try await server.client(named: "bot")
    guard case .insert(let inserted) = try await bot.ask("insert end:s2 board=groceries Tea") else {
      Issue.record("insert has another reply")
      return
    }
    expectEqual(inserted.revision, 1)
    await #expect { try await bot.ask("delete i9 board=groceries") } throws: {
      "\($0)".hasPrefix("refused item-gone")
    }
    await #expect { try await server.client(named: "bot") } throws: {
      "\($0)".hasPrefix("refused name-taken")
    }
  }

  @Test("takes a batch whole, and refuses what has no reply of its own")
  func commands() async throws {
    let server = try serve()
    let bot = try await server.client()
    try await bot.ask("batch groceries\ndelete 0.0 i1\ninsert 1.0 - Tea\nend")
    for text in ["", "  ", "ping\nping", "batch groceries\n", "hello form=json", "dance"] {
      await #expect(throws: BoardServerFault.self, "\(text)") { try await bot.ask(text) }
    }
    await #expect(throws: BoardServerFault.self) {
      try await bot.ask(.block(.batch(.init("list"))))
    }
    try await bot.ask(.connection(.ping(.init())))
  }

  @Test("is sent the batches of a board that it watches, in order, to its end")
  func messages() async throws {
    let server = try serve()
    let bot = try await server.client()
    let messages = bot.messages
    try await bot.ask("open groceries")
    let client = try LoopbackClient(port: server.port)
    client.send(lines: ["move i2 end:s2 board=groceries", "delete i1 board=groceries", "ping"])
    _ = try client.lines { $0 == "pong" }
    guard case .snapshot(_, let revision, let content, _)? = await messages.next() else {
      Issue.record("a snapshot comes first")
      return
    }
    #expect(revision == 0 && content.outline == "To buy: Bread Milk | Basket:")
    var reached = 0
    while reached < 2, case .batch(_, let from, let to, _)? = await messages.next() {
      expectEqual(from, reached)
      reached = to
    }
    expectEqual(reached, 2)
    server.stop()
    while let message = await messages.next() { #expect("\(message)".contains("shutdown")) }
  }

  @Test("that does not take its messages is a slow reader, which gets one batch when it goes on")
  func slow() async throws {
    let server = try serve("A: " + (1...4_000).map { "item\($0)longer" }.joined(separator: " "))
    let (slow, fast) = (try await server.client(), try await server.client())
    let messages = slow.messages
    try await slow.ask("open groceries")
    for _ in 0..<200 { try await fast.ask("move 0.0 end:s1 board=groceries") }
    var batches: [(Int, Int)] = []
    while batches.last?.1 != 200, let message = await messages.next() {
      if case .batch(_, let from, let to, _) = message { batches.append((from, to)) }
    }
    #expect(batches.count < 10 && batches.last?.1 == 200, "\(batches)")
    // Who wants no messages is sent them, too, and is none.
    try await fast.ask("open groceries")
    try await fast.ask("ping")
  }

  @Test("lets nobody wait: not for ever, not when it is cancelled, closed, or has none that waits")
  func waiting() async throws {
    let server = try serve()
    let bot = try await server.client()
    let waiting = Task { await bot.messages.next() }
    waiting.cancel()
    expectNil(await waiting.value)
    try await bot.ask("ping")
    let other = Task { await bot.messages.next() }
    bot.close()
    expectNil(await other.value)
    await #expect(throws: BoardServerFault.ended(nil)) { try await bot.ask("ping") }
  }

  @Test("is not told what is not stored, and does not wait longer than it wants")
  func deadline() async throws {
    let journal = GatedJournal()
    defer { journal.open() }
    var configuration = BoardServer.Configuration()
    configuration.place = .journal(journal, of: nil, at: "a test")
    configuration.boards = [try BoardFile("groceries", outline: "A: a")]
    let server = try BoardServer(configuration)
    let bot = try await server.client(named: "bot")
    journal.close(.commit)
    let asking = Task { try await bot.ask("delete 0.0 board=groceries", within: .seconds(31)) }
    journal.waitUntilEntered()
    #expect(throws: BoardServerFault.silent(.milliseconds(1))) {
      try server.withBoard("groceries", within: .milliseconds(1)) { _ in }
    }
    server.control.advance(by: .seconds(31))
    await #expect(throws: BoardServerFault.silent(.seconds(31))) { try await asking.value }
    journal.open()
    try await bot.ask("ping")
    try expectEqual(server.withBoard("groceries") { $0.revision }, 1)
  }
}
