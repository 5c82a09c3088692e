import BoardModel
import CheckedClients
import Simulation
import TestKit
import Testing

/// Streams that a check has once taken for wrong, in runs of `dropline prove`.
@Suite("A checked stream")
struct CheckedStreamTests {
  @Test("may end a drag of the client's own whose `begin` had no reply, on its next connection")
  func ownWithoutReply() throws {
    let greeting = "dropline 1 epoch=memory client=guest-1 line=4096 text=1024 profiles=core,drag"
    var first = LaggingReader(OwnSessions())
    first.ask("hello ann token=a-token-of-ann-1234", about: "")
    first.ask("open list", about: "list")
    let lines = [
      greeting, "ok hello ann", "ok open list 0", "board list 0 1 2", "section s1 1 A",
      "item i1 apple", "drag d3 began list ann items=i1 ops=move",
    ]
    for line in lines { try first.read(line) }
    expectEqual(first.ownSessions.map(\.description), ["d3"])
    var second = LaggingReader(after: first, isSameClient: true)
    second.ask("hello ann token=a-token-of-ann-1234", about: "")
    for line in [greeting, "ok hello ann", "drag d3 ended expired"] { try second.read(line) }
  }

  @Test("need not end the drag of a guest on its next connection, on which it is another")
  func guestIsAnother() throws {
    #expect(try leftOut(byNext: "guest-2", isSameClient: false).isEmpty)
  }

  @Test("must end the drag of a client with a token on its next connection")
  func nameIsTheSame() throws {
    try expectEqual(leftOut(byNext: "ann", isSameClient: true).map(\.description), ["d3"])
  }

  @Test("need not end what has the id of a drag of the client in another epoch")
  func otherEpoch() throws {
    #expect(try leftOut(byNext: "ann", isSameClient: true, epoch: "restored").isEmpty)
  }

  /// The client's own drags that a snapshot leaves out, if its next connection is shown what it dragged on the
  /// one before.
  private func leftOut(
    byNext name: String, isSameClient: Bool, epoch: String = "memory"
  ) throws -> Set<SessionID> {
    let greeting = "line=4096 text=1024 profiles=core,drag"
    let board = ["board list 0 1 2", "section s1 1 A", "item i1 apple"]
    let drag = ["drag d3 began list guest-1 items=i1 ops=move", "drag d3 lifted"]
    let snapshot = [board[0].replacing("2", with: "4")] + board.dropFirst() + drag
    var first = LaggingReader(OwnSessions())
    for command in ["open list", "begin i1"] { first.ask(command, about: "list") }
    let lines = ["dropline 1 epoch=memory client=guest-1 \(greeting)", "ok open list 0"]
    for line in lines + board + ["ok begin d3 items=i1"] { try first.read(line) }
    var second = LaggingReader(after: first, isSameClient: isSameClient)
    second.ask("open list", about: "list")
    try second.read("dropline 1 epoch=\(epoch) client=\(name) \(greeting)")
    for line in ["ok open list 0"] + snapshot + board { try second.read(line) }
    return second.leftOut
  }

  @Test("says by which name a board goes on")
  func renamed() throws {
    var reader = CheckedReader()
    reader.ask(.init(tag: "t1", board: "old"))
    for line in [
      "dropline 1 epoch=memory client=guest-1 line=4096 text=1024 profiles=core",
      "#t1 ok open old 0", "board old 0 0 0",
    ] {
      _ = try reader.read(line)
      expectNil(reader.renamed)
    }
    _ = try reader.read("renamed old new")
    #expect(reader.renamed?.old == "old" && reader.renamed?.new == "new")
  }
}
