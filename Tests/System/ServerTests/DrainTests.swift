import BoardHub
import BoardModel
import BoardServer
import BoardTesting
import Dispatch
import Simulation
import SystemTestKit
import TestKit
import Testing

@Suite("A server that stops")
struct DrainTests {
  private static let list: Content = [
    Section(id: "A", title: "Fruit", items: [Item(id: "a", text: "apple")])
  ]

  @Test("and that another one replaces lets a drag end, whose drop is stored")
  func drain() throws {
    let store = MemoryStore()
    let reserved = try ReservedPort()
    let first = try TestServer(boards: [BoardFile("list", revision: 1, Self.list)]) {
      $0.place = .store(store)
      $0.addresses = [.internet(.loopback(reserved.number))]
    }
    let client = try LoopbackClient(port: first.port)
    client.send(lines: ["open list", "begin a", "propose end:A", "ping"])
    _ = try client.lines { $0 == "pong" }
    let page = try LoopbackClient(port: first.webPort)
    first.control.drain(for: .seconds(60))
    // It refuses those who come now, and goes on for those who are there.
    page.send("GET /healthz HTTP/1.1\r\nHost: localhost:\(first.webPort)\r\n\r")
    expectEqual(try page.line()?.hasPrefix("HTTP/1.1 503"), true)
    client.send(lines: ["insert 0.1 board=list pear", "begin-external board=list plum"])
    let refused = try client.lines { $0.hasPrefix("refused") }.last
    expectEqual(refused?.hasPrefix("refused draining"), true)
    client.send("perform")
    let last = try client.lines()
    #expect(last.contains { $0.hasPrefix("ok perform d1 ") })
    expectEqual(last.last?.hasPrefix("bye moved retry=1ms"), true, "\(last)")
    let second = try TestServer(boards: []) {
      $0.place = .store(store)
      $0.addresses = [.internet(.loopback(reserved.number))]
    }
    expectEqual(second.control.board("list")?.board.itemCount, 2)
  }

  @Test("and whose disk does not answer says so, and acknowledges nothing")
  func silentDisk() throws {
    let journal = GatedJournal()
    let isSilent = DispatchSemaphore(value: 0)
    let server = try TestServer(boards: [BoardFile("list", revision: 1, Self.list)]) {
      $0.place = .journal(journal, of: nil, at: "gate")
      $0.diskTimeout = .milliseconds(1)
      $0.connections.onSilentDisk = { isSilent.signal() }
    }
    defer { journal.open() }
    let client = try LoopbackClient(port: server.port)
    client.send("ping")
    _ = try client.lines { $0 == "pong" }
    journal.close(.commit)
    client.send("edit a board=list pear")
    journal.waitUntilEntered()
    server.control.stop()
    isSilent.wait()
    expectEqual(journal.revisionCommits, 0)
  }
}
