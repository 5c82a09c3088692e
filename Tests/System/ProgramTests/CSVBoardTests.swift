import BoardModel
import Simulation
import TestKit
import Testing

@testable import dropline

@Suite("A board as CSV")
struct CSVBoardTests {
  @Test("needs no ids, and has a section for each title")
  func byHand() throws {
    let text = "Section,Text\nA,Bread\n\nB,\"a \"\"b\"\",\nc\"\nA,Milk\r\nC,"
    try expectEqual(
      CSVBoard(Array(text.utf8)).content,
      [
        Section(
          id: "s1", title: "A",
          items: [Item(id: "i1", text: "Bread"), Item(id: "i2", text: "Milk")]),
        Section(id: "s2", title: "B", items: [Item(id: "i3", text: "a \"b\",\nc")]),
        Section(id: "s3", title: "C"),
      ])
  }

  @Test("has a column for each field that an item has, and takes them in any order")
  func fields() throws {
    let text = "section,text,Due,id,section,id\nA,,2026-12-01,,,\nA,Bread,,i7,x,y\nB,,,,,\n"
    let content: Content = [
      Section(
        id: "s1", title: "A",
        items: [
          Item(id: "i1", text: "", fields: ["due": "2026-12-01"]),
          Item(id: "i7", text: "Bread", fields: ["section": "x", "id": "y"]),
        ]),
      Section(id: "s2", title: "B"),
    ]
    try expectEqual(CSVBoard(Array(text.utf8)).content, content)
    expectEqual(
      CSVBoard.file(of: content),
      "section,text,id,due,id,section\r\nA,,i1,2026-12-01,,\r\nA,Bread,i7,,y,x\r\nB,,,,,\r\n")
  }

  @Test(
    "is refused with the line that is wrong",
    arguments: [
      ("", 1, "the first line is"), ("A,Bread\n", 1, "the first line is"),
      ("section,text\n\"A\n\",b\nA\n", 4, "1 fields, and the first line has 2"),
      ("section,text\nA,a\"b\n", 2, "written twice"),
      ("section,text\nA,\"b\n\n", 2, "not closed"),
      ("section,text\nA,\"b\"c\n", 2, "after a closing quote"),
      ("section,text,id\nA,b,7\n", 2, "is no id"),
      ("section,text,due date\n", 1, "the column \"due date\" is neither `id` nor a field"),
      ("section,text,rev\n", 1, "no word of the protocol"),
      ("section,text,id,due,Due\n", 1, "the column \"due\" is there twice"),
      ("section,text,a\nA,b,\(String(repeating: "c", count: 257))\n", 2, "and a has 257"),
      ("section,text,id\nA,b,i1\nA,c,i1\n", 3, "item i1 is on line 2 already"),
    ])
  func faults(_ text: String, _ line: Int, _ reason: String) throws {
    let fault = try #require(throws: FileFault.self) { try CSVBoard(Array(text.utf8)) }
    expectEqual(fault.line, line)
    #expect(fault.reason.contains(reason), "\(fault)")
  }

  @Test("is read as it was written, whatever its titles, texts and fields are")
  func law() throws {
    let seed = Int.random(in: 0..<1_000_000)
    var random = SeededRandom(seed: seed)
    let scalars: [Unicode.Scalar] = ["a", "\"", ",", "\n", "\r", " ", "é", "\u{301}", "\u{FEFF}"]
    for _ in 0..<5_000 {
      let board = random.content(of: scalars)
      let file = CSVBoard.file(of: board)
      try #require(CSVBoard(Array(file.utf8)).content == board, "seed \(seed): \(file)")
    }
  }
}
