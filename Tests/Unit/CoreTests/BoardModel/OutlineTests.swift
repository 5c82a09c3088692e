import BoardModel
import TestKit
import Testing

@Suite("The outline of a board")
struct OutlineTests {
  @Test("is read to sections and items with ids in its order")
  func reading() throws {
    let content = try Content(outline: "To buy: Bread \"Oat milk\" | \"In: the basket\":|Empty:")
    expectEqual(content.map(\.title), ["To buy", "In: the basket", "Empty"])
    expectEqual(content.map(\.id), ["s1", "s2", "s3"])
    expectEqual(
      content[0].items, [Item(id: "i1", text: "Bread"), Item(id: "i2", text: "Oat milk")])
    #expect(try Content(outline: "  ").isEmpty)
  }

  @Test(
    "is what it is read from, with quotes where they are needed",
    arguments: [
      "", "A:", "To buy: Bread \"Oat milk\" | Basket:", #"A: "a \"b\" \\ c" "|" "" | "x|y": z"#,
      "\" a\": é 🍞",
    ])
  func writing(_ outline: String) throws {
    try expectEqual(Content(outline: outline).outline, outline)
  }

  @Test(
    "says at which character it is none",
    arguments: [
      ("A", 1, "a section is its title, `:` and its items"), ("A: b | C", 8, "a section is"),
      ("A: b |", 7, "a section follows `|`"), ("A: \"b", 6, "the quotes do not end"),
      ("\"A\" b:", 6, "a `:` follows the title of a section"),
      ("A: \"", 5, "the quotes do not end"),
    ])
  func faults(_ outline: String, _ column: Int, _ reason: String) {
    #expect {
      try Content(outline: outline)
    } throws: { error in
      let fault = error as? OutlineFault
      return fault?.column == column && fault?.reason.hasPrefix(reason) == true
    }
  }
}
