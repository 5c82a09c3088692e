import Simulation
import TestKit
import Testing

@testable import BoardModel

@Suite("Fields of items (section 19)")
struct FieldsTests {
  @Test(
    "have a name of small letters and digits that no key of a line has",
    arguments: [
      ("done", true), ("a", true), ("z9", true), (String(repeating: "a", count: 32), true),
      ("", false), ("9z", false), ("Done", false), ("due-date", false), ("dué", false),
      (String(repeating: "a", count: 33), false), ("rev", false), ("board", false), ("was", false),
      ("type", false),
    ])
  func names(_ word: String, _ isName: Bool) {
    expectEqual(FieldName(word) != nil, isName)
  }

  @Test("are what they were after their changes to others and back")
  func changes() throws {
    for seed in randomSeeds() {
      var random = SeededRandom(seed: seed)
      let (old, new) = (fields(&random), fields(&random))
      try #require(old.applying(old.changes(to: new)) == new, "seed \(seed)")
      try #require(new.applying(new.changes(to: old)) == old, "seed \(seed)")
      try #require(old.changes(to: new).isEmpty == (old == new), "seed \(seed)")
      let changes = old.changes(to: new)
      try #require(old.changes(to: old.applying(changes)) == changes, "seed \(seed)")
      try #require(new.changes(to: new.applying(changes)).isEmpty, "seed \(seed)")
      try #require(zip(new, new.dropFirst()).allSatisfy { $0.name < $1.name }, "seed \(seed)")
    }
  }

  @Test("are stored beside the texts of a board, whatever changes there")
  func storage() throws {
    for seed in randomSeeds(20) {
      var random = SeededRandom(seed: seed)
      var model = (0..<150).map { item($0, &random) }
      var board = Board([Section(id: "s", title: "S", items: model)])
      let before = (model: model, board: board)
      for _ in 0..<400 {
        let place = random.below(model.count)
        let id = model[place].id
        if random.percent(70) {
          let new = random.percent(50) ? fields(&random) : marked(model[place].fields, &random)
          _ = try board.setFields(of: id, model[place].fields.changes(to: new))
          model[place].fields = new
        } else {
          model[place].text = Text(String(repeating: "x", count: random.below(90)))
          _ = try board.setText(of: id, to: model[place].text)
        }
      }
      try #require(board.content[0].items == model, "seed \(seed)")
      try #require(before.board.content[0].items == before.model, "seed \(seed)")
      try #require(board.hasFields == model.contains { !$0.fields.isEmpty }, "seed \(seed)")
      for item in model { _ = try board.setFields(of: item.id, item.fields.changes(to: [:])) }
      try #require(!board.hasFields, "seed \(seed)")
      let bytes = model.reduce(2) { $0 + $1.id.string.utf8.count + $1.text.byteCount }
      try #require(board.textBytes == bytes, "seed \(seed)")
    }
  }

  @Test("cost nothing where there are none: no byte on a page, and no edit is larger")
  func cost() {
    var page = TextPage()
    expectEqual(page.makePlace(), 0)
    page.fill(0, with: "i1", "Bread", Fields())
    expectEqual(page.byteCount, 7)
    // The largest edit has an id, a path and two texts.
    expectEqual(MemoryLayout<Edit>.size, 16 + 16 + 2 * 16 + 1)
  }

  @Test("of an item that stays may change beside moves of others, in one batch")
  func besideMoves() throws {
    let before = Content(drawing: "A: a b c")
    let edits: [Edit] = [
      .moveItem("a", from: [0, 0], to: [0, 2]),
      .reconfigureItem("b", at: [0, 0], of: [:], by: ["done": "yes"]),
    ]
    let batch = Composition(edits).batch(content: before.performing(edits))
    expectEqual(batch.moves, [.init("a", from: [0, 0], to: [0, 2])])
    expectEqual(batch.reconfigures, [.init("b", ["done": "yes"], at: [0, 1])])
    #expect(batch.rowCount == 2 && batch.validate(on: ContentShape(before)) == nil)
  }

  @Test("of an item that moves make it a delete and an insert, which has all fields")
  func ofMoves() {
    var before = Content(drawing: "A: a b c")
    before[0].items[0].fields = ["due": "x", "label": "red"]
    let edits: [Edit] = [
      .moveItem("a", from: [0, 0], to: [0, 2]),
      .reconfigureItem(
        "a", at: [0, 2], of: before[0].items[0].fields,
        by: ["due": nil]),
    ]
    let batch = Composition(edits).batch(content: before.performing(edits))
    expectEqual(batch.deletes, [.init("a", at: [0, 0])])
    expectEqual(
      batch.inserts,
      [.init(Item(id: "a", text: "a", fields: ["label": "red"]), at: [0, 2], was: [0, 0])])
    expectEqual(batch.rowCount, 2)
  }

  @Test("of an item with another text are inserted with it, though no edit named them")
  func ofEditedMoves() {
    var before = Content(drawing: "A: a b c")
    before[0].items[0].fields = ["due": "x"]
    let edits: [Edit] = [
      .moveItem("a", from: [0, 0], to: [0, 2]),
      .reloadItem("a", at: [0, 2], from: "a", to: "new"),
    ]
    let after = Board(before.performing(edits))
    let batch = Composition(edits).batch(content: after)
    expectEqual(
      batch.inserts.map(\.arrival.item), [Item(id: "a", text: "new", fields: ["due": "x"])])
  }

  private func item(_ number: Int, _ random: inout SeededRandom) -> Item {
    Item(id: ItemID(unchecked: "i\(number)"), text: Text("text \(number)"), fields: fields(&random))
  }

  private func fields(_ random: inout SeededRandom) -> Fields {
    var fields = Fields()
    for name: FieldName in ["a", "done", "due", "label"] where random.percent(40) {
      fields.set(name, to: Text(String(repeating: "é", count: 1 + random.below(128))))
    }
    return fields
  }

  /// Fields of which one has a value of the length that it had.
  private func marked(_ fields: Fields, _ random: inout SeededRandom) -> Fields {
    if fields.isEmpty { return fields }
    let field = fields[random.below(fields.count)]
    let letter = random.percent(50) ? "à" : "ü"
    let value = Text(String(repeating: letter, count: field.value.byteCount / 2))
    return fields.applying([field.name: value])
  }
}
