import BoardModel
import BoardTesting
import SystemTestKit
import TestKit
import Testing

@Suite("A terminal on a large board")
struct LargeBoardTests {
  private static let count = 200_000

  /// A server of a board with so many items in one section, and one without any.
  private static func stage(_ count: Int) throws -> ConnectStage {
    let items = (0..<count).map { Item(id: ItemID("n\($0)")!, text: Text("Item \($0)")) }
    return try ConnectStage([
      Section(id: "s1", title: "Many", items: items), Section(id: "s2", title: "None"),
    ])
  }

  @Test(
    "shows any part of it soon, finds, and drags far, while others see it (slow: 200,000 items)")
  func large() throws {
    let stage = try Self.stage(Self.count)
    let ada = try stage.person("ada")
    let watcher = try LoopbackClient(port: stage.server.port)
    watcher.send(lines: ["open list content=counts", "ping"])
    _ = try watcher.lines { $0 == "pong" }
    try ada.wait(for: "  Item 8")
    expectEqual(ada.board[0], "Many 1/200000               v None 0")
    ada.type("G")
    try ada.wait(for: "  Item 199999")
    expectEqual(ada.board[0], "Many 200000/200000          ^ None 0")
    ada.type("\u{1B}[5~")
    try ada.wait(for: "199992/200000")
    ada.type("/item 12345\r")
    try ada.wait(for: "1 of 11")
    try ada.wait(for: "/ Item 123457")
    ada.type("f")
    try ada.wait(for: "  Item 12337")
    ada.type("\u{1B}")
    try ada.wait(for: "arrows move")
    ada.type(" G\u{1B}[A")
    try ada.wait(for: "move Item 12345")
    ada.type("\r")
    try ada.wait(for: "199999/200000")
    try ada.wait(for: "  Item 199999")
    let told = try watcher.lines { $0.hasPrefix("drag d1 ended") }
    #expect(told.contains("move 0.12345 0.199998 n12345"))
    ada.type("u")
    try ada.wait(for: "12346/200000")
    ada.type(":find item 7777\r")
    try ada.wait(for: "n77779 rev=5")
    expectEqual(ada.screen.faults, [])
    ada.type("q")
    try expectEqual(ada.end(), 0)
  }

  @Test("continues a drag on a large board after all connections were cut")
  func cut() throws {
    let stage = try Self.stage(3_000)
    let ada = try stage.person("ada")
    try ada.wait(for: "  Item 8")
    ada.type("j G\u{1B}[A")
    try ada.wait(for: "move Item 1")
    stage.cut()
    try ada.wait(forPassing: "NO CONNECTION")
    try ada.wait(for: "| live |")
    ada.type("\r")
    try ada.wait(for: "2999/3000")
    try ada.wait(for: "  Item 2999")
    let bob = try stage.person("bob")
    bob.type("G")
    try bob.wait(for: "  Item 1")
  }

  @Test(
    "is sent all of a board of 2,000 items, also when it grows, and counts of one with more, however it is opened again"
  )
  func few() throws {
    let stage = try Self.stage(2_000)
    let ada = try stage.person("ada")
    try ada.wait(for: "  Item 8")
    ada.type(":insert end:s2 more\r")
    try ada.wait(for: "None 1")
    let bob = try stage.person("bob")
    try bob.wait(for: "  Item 8")
    for person in [ada, bob] {
      person.type(":open list every=16ms\r")
      try person.wait(for: "ok open list")
    }
    // Of a field with any value only a client with all items can say anything.
    ada.type("/done=")
    try ada.wait(for: "no match")
    bob.type("/done=")
    try bob.wait(for: "say which done")
  }
}
