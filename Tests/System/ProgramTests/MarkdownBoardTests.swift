import BoardModel
import Glibc
import Simulation
import SystemTestKit
import TestKit
import Testing

@testable import dropline

@Suite("A board as Markdown")
struct MarkdownBoardTests {
  private func content(_ text: String) throws -> [[String]] {
    try MarkdownBoard(Array(text.utf8)).content.map { section in
      [section.title.string] + section.items.map(\.text.string)
    }
  }

  @Test("has sections as headings and items of every kind of list, and may have a title")
  func byHand() throws {
    let rows = "- Bread\r\n* \\[ ] Milk\n\n1. Pears\n12) Tea\n+  Salt "
    let texts = ["To buy", "Bread", "[ ] Milk", "Pears", "Tea", "Salt"]
    try expectEqual(content("## To buy\n\(rows)\n## Done\n"), [texts, ["Done"]])
    try expectEqual(content("# To buy\n\(rows)\n# Done\n"), [texts, ["Done"]])
    try expectEqual(content("# Groceries\n\n## To buy\n\(rows)\n## Done\n"), [texts, ["Done"]])
    try expectEqual(content(""), [])
  }

  private func item(_ line: String) throws -> Item {
    try #require(MarkdownBoard(Array("# A\n\(line)\n".utf8)).content.first?.items.first)
  }

  @Test(
    "has the fields of an item as a box and in braces at the end",
    arguments: [
      ("- [x] Bread", "Bread", ["done": "yes"]), ("- [X]", "", ["done": "yes"]),
      ("1. [ ]  Bread", "Bread", [:]), ("- [x]y", "[x]y", [:]), ("- \\[x] y", "[x] y", [:]),
      ("- a {due=2026-12-01 x=\"b \\\"c\\\"\"}", "a", ["due": "2026-12-01", "x": "b \"c\""]),
      ("* [x]  {b=\\u{20}\\\\ c=}}", "", ["done": "yes", "b": " \\", "c": "}"]),
      ("- [x] a {done=no}", "a", nil), ("- {a=b}", "", ["a": "b"]),
      ("- {a=b} {c=d}", "{a=b}", ["c": "d"]),
      ("- a{b=c}", "a{b=c}", [:]), ("- a {b=}", "a {b=}", [:]), ("- a {b}", "a {b}", [:]),
      ("- a {}", "a {}", [:]), ("- a {text=b}", "a {text=b}", [:]), ("- \\{a=b}", "{a=b}", [:]),
      ("- a {b=\"c\"d}", "a {b=\"c\"d}", [:]), ("- a {b=\"c}", "a {b=\"c}", [:]),
    ] as [(String, Text, Fields?)])
  func fields(_ line: String, _ text: Text, _ fields: Fields?) throws {
    guard let fields else {
      let fault = try #require(throws: FileFault.self) { try item(line) }
      return expectEqual(fault, FileFault(line: 2, reason: "the field done is there twice"))
    }
    try expectEqual(item(line), Item(id: "i1", text: text, fields: fields))
  }

  @Test("is a task list where an item of the section is done, and has braces where they are needed")
  func taskList() {
    let board: Content = [
      Section(
        id: "s1", title: "To buy",
        items: [
          Item(id: "i1", text: "Bread", fields: ["done": "yes", "due": "2026-12-01"]),
          Item(id: "i2", text: "[x] Milk", fields: ["note": "two \"big\" ones"]),
          Item(id: "i3", text: "{a=b}"), Item(id: "i4", text: "", fields: ["done": "yes"]),
        ]),
      Section(id: "s2", title: "Rest", items: [Item(id: "i5", text: "x", fields: ["done": "no"])]),
    ]
    expectEqual(
      MarkdownBoard.file(of: board),
      #"""
      ## To buy
      - [x] Bread {due=2026-12-01}
      - [ ] \[x] Milk {note="two \"big\" ones"}
      - [ ] \{a=b}
      - [x]

      ## Rest
      - x {done=no}

      """#)
  }

  @Test(
    "is refused at the first line that is neither",
    arguments: [
      ("- Bread\n", 1, "a heading must be before this item"),
      ("## A\n\nsome prose\n", 3, "neither a heading nor an item"),
      ("## A\n- a\n  - b\n", 3, "must not be indented"),
      ("## A\n- a\n### B\n", 3, "write `## TITLE`"),
      ("# A\n## B\n### C\n", 3, "write `## TITLE`"),
      ("#A\n", 1, "neither"),
      (
        "# A\n- a {b=\(String(repeating: "c", count: 257))}\n", 2,
        "has at most 256 bytes, and b has 257"
      ),
      ("# A\n- {\((0..<17).map { "f\($0)=x" }.joined(separator: " "))}\n", 2, "at most 16 fields"),
    ])
  func faults(_ text: String, _ line: Int, _ reason: String) throws {
    let fault = try #require(throws: FileFault.self) { try content(text) }
    expectEqual(fault.line, line)
    #expect(fault.reason.contains(reason), "\(fault)")
  }

  private func lenient(_ text: String) throws -> MarkdownBoard {
    try MarkdownBoard(Array(text.utf8), isLenient: true)
  }

  @Test("may have paragraphs, nested lists and code for a lenient reader, who counts them")
  func lenient() throws {
    let text = """
      # Plan

      Some words
      in two lines.

      ## To do
      - Paint
        - white
        * blue
          or green

        in the hall
      - Sweep
      again

      > a quote

          code
      1. Mow
         ```
         # no heading
         ```
      ---
      ### Later
      | a | b |
      |---|---|
      - Rest
      ```
      - no item
      ```
      """
    let board = try lenient(text)
    expectEqual(board.title, "Plan")
    expectEqual(
      board.content.map { [$0.title.string] + $0.items.map(\.text.string) },
      [
        [
          "To do", "Paint\n- white\n* blue\nor green\nin the hall", "Sweep\nagain",
          "Mow\n```\n# no heading\n```",
        ],
        ["Later", "Rest"],
      ])
    expectEqual(board.nestedLines, 8)
    expectEqual("\(board.leftOut)", "; left out: 5 paragraphs")
    let fault = try #require(throws: FileFault.self) { try content(text) }
    #expect(fault.line == 3 && fault.reason.hasSuffix("leave such lines out with --lenient"))
  }

  @Test("needs no heading and no margin for a lenient reader, and no text becomes too long")
  func lenientForms() throws {
    let bare = try lenient("  - a\n  - b\n    - c\n")
    expectEqual(bare.content.map(\.title), ["Items"])
    expectEqual(bare.content[0].items.map(\.text), ["a", "b\n- c"])
    let long = String(repeating: "x", count: 1_000)
    let cut = try lenient("## A\n- a\n  \(long)\n  \(long)\n")
    #expect(cut.nestedLines == 1 && cut.leftOut[.longDetails] == 1)
    try expectEqual(
      lenient("## A\n- a\n").content, MarkdownBoard(Array("## A\n- a\n".utf8)).content)
  }

  @Test("is read as it was written, whatever its titles, texts and fields are")
  func law() throws {
    let seed = Int.random(in: 0..<1_000_000)
    var random = SeededRandom(seed: seed)
    let scalars: [Unicode.Scalar] = [
      "a", "n", "t", "u", "{", "2", "0", "}", " ", "\n", "\r", "\t", "\\", "#", "-", "é", "\u{301}",
      "\u{200B}", "\u{2028}", "😀", "[", "x", "]", "=", "\"",
    ]
    for _ in 0..<5_000 {
      let board = random.content(of: scalars)
      let title = random.below(2) == 0 ? nil : random.text(of: scalars).string
      let file = MarkdownBoard.file(of: board, titled: title)
      let read = try MarkdownBoard(Array(file.utf8))
      try #require(read.content == board, "seed \(seed): \(file)")
      try #require(read.title == (board.isEmpty ? nil : title), "seed \(seed): \(file)")
    }
  }

  @Test("is imported under the file's name and exported again")
  func program() throws {
    let persisted = try PersistedBoards()
    let path = persisted.scratch.at("chores.md")
    let text = "## To do\n- Sweep\n\n## Done\n"
    try write(Array(text.utf8), toFile: path)
    try expectEqual(persisted.run("import", path).output, "chores: revision 0")
    try expectEqual(persisted.run("export", "--format", "markdown").output + "\n", text)
    let bad = persisted.scratch.at("7.md")
    try write(Array(text.utf8), toFile: bad)
    let (output, status) = try persisted.run("import", bad)
    expectEqual(status, 1)
    #expect(output.contains("\(bad): the board gets the file's name, and 7 is none"))
    try write(Array("prose\n".utf8), toFile: path)
    #expect(try persisted.run("import", path).output.contains("\(path):1: neither a heading"))
    let mixed = persisted.scratch.at("mixed.md")
    try write(Array("## A\nprose\n- a\n  - b\n".utf8), toFile: mixed)
    let read = try persisted.run("import", mixed, "--lenient", "--json")
    #expect(read.output.contains(#""paragraphs":1,"nestedLines":1}"#), "\(read.output)")
    try expectEqual(
      persisted.run("export", "mixed").output, "board mixed 0 1 2\nsection s1 1 A\nitem i1 a\\n- b")
  }
}
