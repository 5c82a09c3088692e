import BoardModel
import Simulation
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
    #expect(first.ownSessions.map(\.description) == ["d3"])
    var second = LaggingReader(after: first)
    second.ask("hello ann token=a-token-of-ann-1234", about: "")
    for line in [greeting, "ok hello ann", "drag d3 ended expired"] { try second.read(line) }
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
      #expect(reader.renamed == nil)
    }
    _ = try reader.read("renamed old new")
    #expect(reader.renamed?.old == "old" && reader.renamed?.new == "new")
  }
}
