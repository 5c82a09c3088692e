import BoardCore
import BoardWire
import Testing

@Suite("A listing of the past")
struct PastLinesTests {
  private let item = Item(id: "a", text: "two\nlines")

  @Test("draws a board as it was")
  func drawing() {
    let fruit = Section(id: "A", title: "Fruit", items: [item])
    var board = Board([fruit, Section(id: "B", title: "")])
    var log = RevisionLog(head: 6)
    log.append([.moveItem("a", from: [0, 0], to: [1, 0])])
    board.apply(log.edits(since: 6))
    #expect(
      BoardPast(at: 6, in: log, head: board).lines(of: "list") == [
        "list revision=6 sections=2 items=1", "0 A Fruit (1)", #"  0.0 a two\nlines"#, "1 B  (0)",
      ])
    #expect(BoardPast(at: 7, in: log, head: board).lines(of: "list")[1] == "0 A Fruit (0)")
  }

  @Test("tells who changed what, when and how, the newest first")
  func history() {
    var log = RevisionLog(head: 6)
    var notes = RevisionNotes(head: 6)
    let origins: [RevisionOrigin] = [
      .command, .drag(SessionID(3)), .undo(of: 8), .redo(of: 9),
    ]
    for (offset, origin) in origins.enumerated() {
      log.append([.moveItem("a", from: [0, 0], to: [1, 0])])
      notes.append(RevisionNote(author: "ann", time: offset, origin: origin))
    }
    #expect(
      notes.lines(of: 7...10, log: log) == [
        "10 1970-01-01T00:00:00.003Z ann redo=9 move a",
        "9 1970-01-01T00:00:00.002Z ann undo=8 move a",
        "8 1970-01-01T00:00:00.001Z ann d3 move a",
        "7 1970-01-01T00:00:00.000Z ann - move a",
      ])
  }

  @Test("has an end")
  func bounds() {
    let items = (0..<2_000).map { Item(id: .init(unchecked: "i\($0)"), text: "") }
    let board = Board([Section(id: "A", title: "", items: items)])
    var log = RevisionLog()
    var notes = RevisionNotes()
    for _ in 0..<Limits.listingLines + 1 {
      log.append([.moveItem("i0", from: [0, 0], to: [0, 0])])
      notes.append(RevisionNote(author: "ann", time: 0))
    }
    let listings = [
      BoardPast(at: 0, in: log, head: board).lines(of: "list"),
      notes.lines(of: 1...log.head, log: log),
    ]
    for lines in listings {
      #expect(lines.count == Limits.listingLines)
      #expect(lines.last == "and more")
    }
    #expect(notes.lines(of: 2...log.head, log: log).last?.hasPrefix("2 ") == true)
  }
}
