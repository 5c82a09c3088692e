import BoardModel
import BoardServer
import TestKit
import Testing

@testable import dropline

@Suite("A board file")
struct BoardFileTests {
  @Test("written by hand needs no counts, no ids and no last line feed")
  func byHand() throws {
    let file = try BoardFile(
      """
      board groceries

      section - To buy
      item - Bread
      item i1 Milk

      section s1 - 7 shops
      item - a\\nb
      section s9
      item -
      """)
    expectEqual(file.name, "groceries")
    expectEqual(file.revision, 0)
    expectEqual(
      file.content,
      [
        Section(
          id: "s2", title: "To buy",
          items: [Item(id: "i2", text: "Bread"), Item(id: "i1", text: "Milk")]),
        Section(id: "s1", title: "7 shops", items: [Item(id: "i3", text: "a\nb")]),
        Section(id: "s9", title: "", items: [Item(id: "i4", text: "")]),
      ])
  }

  /// More fields than an item may have, though each of them may be.
  private static let longFields = (0..<5).map { "f\($0)=\(String(repeating: "x", count: 250))" }
    .joined(separator: " ")

  @Test("has the fields of an item in front of its text")
  func fields() throws {
    let file = try BoardFile("board a\nsection - A\nitem - due=2026-12-01 note=a\\u{20}b a\\=b\n")
    expectEqual(
      file.content[0].items,
      [Item(id: "i1", text: "a=b", fields: ["due": "2026-12-01", "note": "a b"])])
  }

  @Test("may have - for each count, or only some of the counts")
  func someCounts() throws {
    let heads = [
      "board a", "board a 7", "board a - -", "board a 7 1", "board a 7 - 2", "board a 7 1 2",
    ]
    let sections = ["section s1 To do", "section s1 - To do", "section s1 1 To do"]
    for head in heads {
      for section in sections {
        let file = try BoardFile("\(head)\n\(section)\nitem i1 Bread\n")
        expectEqual(file.revision, (head.contains("7") ? 7 : 0))
        expectEqual(
          file.content,
          [
            Section(id: "s1", title: "To do", items: [Item(id: "i1", text: "Bread")])
          ])
      }
    }
  }

  @Test(
    "names the line that is wrong, what is wrong and what is right",
    arguments: [
      ("", 1, "the first line is `board BOARD [REV [SECTIONS [LINES]]]`"),
      ("# Groceries\n", 1, "the first line is `board BOARD"),
      ("board my list\n", 1, "\"list\" is no number"),
      ("board 7\n", 1, "\"7\" is no id"),
      ("board a\nitem - Bread\n", 2, "a section must be before this item"),
      ("board a\nsection - A\n\nitme - Bread\n", 4, "a line begins with `section` or `item`"),
      (
        "board a\nsection - A\nitem Ä Bread\n", 3, "`item ID [FIELD=VALUE…] [TEXT]`"
      ),
      ("board a\nsection - A\nitem\n", 3, "ITEM is missing"),
      ("board a\nsection - A\nitem - at=b\n", 3, "in a text write at\\="),
      ("board a\nsection - A\nitem - a=b a=c d\n", 3, "Write a once."),
      ("board a\nsection - A\nitem - \(longFields) d\n", 3, "at most 1024 bytes with their names"),
      ("board a\nsection - A\nitem - a\\b\n", 3, "After a backslash comes"),
      ("board a\nsection - A\nitem -\ta\n", 3, "a tab or another control character"),
      ("board a\nsection - A\nitem i1 a\nitem i1 b\n", 4, "item i1 is on line 3 already"),
      ("board a\nsection s1 A\nsection s1 B\n", 3, "section s1 is on line 2 already"),
      ("board a\nsection - 2 A\nitem - a\n", 2, "counts 1 more items than it has"),
      ("board a\nsection - 2 A\nsection - B\n", 3, "the section on line 2 counts 2 more"),
      ("board a\nsection - 0 A\nitem - a\n", 3, "the section on line 2 counts fewer items"),
      ("board a 0 2\nsection - A\n", 1, "counts 2 sections, and there are 1"),
      ("board a 0 1 2\nsection - A\n", 3, "the file ends too early"),
      ("board a 0 1 1\nsection - A\nitem - b\n", 3, "nothing may follow the 1 lines"),
      ("board a 0 1 1\nsection A 0 Cut of", 2, "the last line has no line feed"),
    ])
  func faults(_ text: String, _ line: Int, _ reason: String) throws {
    let fault = try #require(throws: FileFault.self) { try BoardFile(text) }
    expectEqual(fault.line, line, "\(fault)")
    #expect(fault.reason.contains(reason), "\(fault)")
  }

  @Test("of a server is read as it was, with its drag sessions and selections read over")
  func recorded() throws {
    let file = try BoardFile(
      "board a 3 1 3\nsection s1 1 A\nitem i1 Bread\nselected anna i1\n")
    expectEqual(
      file.content, [Section(id: "s1", title: "A", items: [Item(id: "i1", text: "Bread")])])
  }
}

extension BoardFile {
  fileprivate init(_ text: String) throws(FileFault) { try self.init(Array(text.utf8)) }
}
