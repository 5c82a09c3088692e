import BoardModel
import BoardWire
import TestKit
import Testing

@Suite("Blocks (batch … end, replace … end)")
struct BlockTests {
  /// Feeds lines and tells whether the last one, and no other, ended the block.
  private func feed(_ reader: inout BlockReader<some BlockRows>, _ lines: [String]) -> Bool {
    let ends = lines.map { line in Array(line.utf8).withUnsafeBytes { reader.read($0) } }
    return ends.dropLast().allSatisfy { !$0 } && ends.last == true
  }

  private func batch(_ lines: [String]) -> Result<BatchBlock, LineError> {
    var reader = BatchReader()
    #expect(feed(&reader, lines + ["end"]))
    return Result { () throws(LineError) in try reader.finish() }
  }

  private func content(_ lines: [String]) -> Result<Content, LineError> {
    var reader = ContentReader()
    #expect(feed(&reader, lines + ["END "]))
    return Result { () throws(LineError) in try reader.finish() }
  }

  @Test("have rows in any order, and each row has its line number")
  func rows() throws {
    let block = try batch([
      "insert 1.0 x was=0.0 two  blanks", "delete 0.0 a", "", "insert-section 2 C 2 New",
      "item p P",
      "item q was=0.1", "move-section 0 1 A", "reload 1.0 c see\\n", "reload-section 1 B",
      "move 0.1 1.1 b",
      "delete-section 1 B", "delete 0.1 b",
    ]).get()
    var expected = BatchUpdate()
    expected.inserts = [.init(Item(id: "x", text: "two  blanks"), at: [1, 0], was: [0, 0])]
    expected.deletes = [.init("a", at: [0, 0]), .init("b", at: [0, 1])]
    expected.insertedSections = [
      .init(
        "C", title: "New",
        items: [.init(Item(id: "p", text: "P")), .init(Item(id: "q", text: ""), was: [0, 1])], at: 2
      )
    ]
    expected.movedSections = [.init("A", from: 0, to: 1)]
    expected.reloads = [.init("c", text: "see\n", at: [1, 0])]
    expected.reloadedSections = [.init("B", title: "", at: 1)]
    expected.moves = [.init("b", from: [0, 1], to: [1, 1])]
    expected.deletedSections = [.init("B", at: 1)]
    expectEqual(block.batch, expected)
    expectEqual(block.lines.line(.insert, 0), 1)
    expectEqual(block.lines.line(.delete, 1), 11)
    expectEqual(block.lines.line(.insertSection, 0), 3)
    expectEqual(block.lines.line(.insertSection, 0, item: 1), 5)
  }

  @Test(
    "with an invalid row report its line at the end",
    arguments: [
      ["delete 0.0 a", "remove 0.1 b"], ["delete 0.0 a", "delete 0"], ["x", "insert 0.0"],
      ["delete 0.0 a", "delete 0.0 a extra"], ["delete 0.0 a", "move 0.00 0.1 a"],
      ["delete 0.0 a", "item x"], ["delete 0.0 a", "quit"],
      ["delete 0.0 a", "insert-section 0 - 1 New"], ["delete 0.0 a", "section A 0 Title"],
      ["delete 0.0 a", "insert-section 0 - 1 New", "delete 0.0 a"],
      ["delete 0.0 a", "DELETE 0.1 b"],
    ])
  func badRows(_ lines: [String]) {
    let line = lines[0] == "x" ? 1 : lines.count == 3 ? 3 : 2
    expectEqual(batch(lines), .failure(.badRow(line)))
  }

  @Test("with a line that the framer refused report an invalid row")
  func undelivered() {
    var reader = BatchReader()
    _ = feed(&reader, ["delete 0.0 a"])
    reader.readFailed()
    #expect(feed(&reader, ["oh", "end"]))
    #expect(throws: LineError.badRow(2)) { try reader.finish() }
  }

  @Test("have a limited number of lines")
  func tooMany() {
    let row = "delete 0.0 a"
    expectEqual(
      (try? batch([String](repeating: row, count: 10_000)).get())?.batch.deletes.count, 10_000)
    expectEqual(batch([String](repeating: row, count: 10_001)), .failure(.tooManyRows(10_000)))
    expectEqual(
      batch(["bad"] + [String](repeating: row, count: 10_000)), .failure(.tooManyRows(10_000)))
  }

  @Test("of a content have sections with their items; the number of items is optional")
  func contents() throws {
    let content = try content([
      "section A 1 Fruit", "item a apple", "section - - ", "item - x", "item -",
      "section C 0",
    ]).get()
    expectEqual(
      content,
      [
        Section(id: "A", title: "Fruit", items: [Item(id: "a", text: "apple")]),
        Section(
          id: .missing, title: "",
          items: [Item(id: .missing, text: "x"), Item(id: .missing, text: "")]),
        Section(id: "C", title: ""),
      ])
    try expectEqual(self.content([]).get(), [])
  }

  @Test(
    "with a wrong number of items report an invalid row",
    arguments: [
      (["item a x"], 1), (["section A 2 Fruit", "item x milk"], 1),
      (["section A 1", "section B 0"], 2), (["section A 0", "item x milk"], 2),
      (["section A Fruit"], 1), (["section A - Fruit", "item a was=0.0 x"], 2),
      (["section A - \\x"], 1),
    ])
  func counts(_ lines: [String], _ line: Int) {
    expectEqual(content(lines), .failure(.badRow(line)))
  }
}
