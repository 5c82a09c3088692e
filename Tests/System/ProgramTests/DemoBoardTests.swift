import BoardHub
import BoardModel
import BoardServer
import BoardTesting
import SystemTestKit
import TestKit
import Testing

@testable import dropline

@Suite("The board of the demo")
struct DemoBoardTests {
  @Test("has Pears again after an undo, though somebody has inserted an item meanwhile (5.1)")
  func pears() throws {
    let board = BoardFile.groceries
    let server = try TestServer(boards: [
      BoardFile(board.name, revision: board.revision, board.content)
    ])
    let (ann, bob) = (
      try LoopbackClient(port: server.port), try LoopbackClient(port: server.port)
    )
    for client in [ann, bob] { _ = try client.line() }
    ann.send("delete i3 board=groceries")
    try expectEqual(ann.line(), "ok delete count=1 rev=4")
    bob.send("insert end:s1 board=groceries Tea")
    try expectEqual(bob.line(), "ok insert i4 at=0.2 rev=5")
    ann.send("undo groceries")
    try expectEqual(ann.line(), "ok undo of=4 rev=6")
    expectEqual(
      server.control.board("groceries")?.board.content.first?.items.map(\.text.string),
      ["Bread", "Milk", "Pears", "Tea"])
  }
}
