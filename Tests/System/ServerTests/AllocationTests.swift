import Allocations
import BoardModel
import BoardTesting
import SystemTestKit
import Testing

@testable import BoardServer

@Suite("A server's memory")
struct ServerAllocationTests {
  /// The allocations of the server's thread while subscribers receive a number of changes, each in
  /// its own turn.
  private func allocations(watchers count: Int, changes: Int) throws -> Int {
    let server = try TestServer(boards: [
      BoardFile(
        "list", revision: 0,
        [Section(id: "A", title: "One", items: [Item(id: "i1", text: "first")])])
    ])
    let author = try LoopbackClient(port: server.port)
    let watchers = try (0..<count).map { _ in
      let watcher = try LoopbackClient(port: server.port)
      watcher.send("open list")
      _ = try watcher.lines { $0.hasPrefix("item i1 ") }
      return watcher
    }
    try change(0, by: author, seenBy: watchers)
    let before = server.allocations
    for number in 1...changes { try change(number, by: author, seenBy: watchers) }
    return server.allocations - before
  }

  private func change(
    _ number: Int, by author: LoopbackClient, seenBy watchers: [LoopbackClient]
  ) throws {
    author.send("edit i1 board=list number \(number)")
    for watcher in watchers { _ = try watcher.lines { $0 == "reload 0.0 i1 number \(number)" } }
  }

  @Test("needs no allocation per watcher and batch on the way to the sockets")
  func fanOut() throws {
    let changes = 20
    let few = try allocations(watchers: 4, changes: changes)
    let many = try allocations(watchers: 104, changes: changes)
    // A hundred deliveries more for each change, and now and then a list that doubles.
    #expect(
      many - few <= changes * (12 + 100 * Self.framesPerDelivery),
      "\(few) for 4 watchers, \(many) for 104")
  }

  /// Without the optimiser, access to a stored array allocates a frame.
  private static var framesPerDelivery: Int {
    #if DEBUG
      1
    #else
      0
    #endif
  }
}

extension TestServer {
  /// The allocations of the server's thread so far.
  fileprivate var allocations: Int { control.ask { _ in Int(allocationsOfThisThread()) } ?? 0 }
}
