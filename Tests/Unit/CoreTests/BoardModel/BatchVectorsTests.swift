import BoardModel
import Simulation
import TestKit
import Testing

@Suite("The vectors of the protocol hold")
struct BatchVectorsTests {
  @Test(
    "for composition: many edits are one batch", arguments: BatchVector.all(in: "composition.txt"))
  func composition(_ vector: BatchVector) throws {
    var before = drawnBoard(vector["before"])
    for fields in vector.all("fields") { before.perform(before.edit("set \(fields)")) }
    var after = before
    var composition = Composition()
    for line in vector.all("edit") {
      let edit = after.edit(line)
      after.perform(edit)
      composition.append(edit)
    }
    let rows = BatchRows(vector.all("row")).batch
    expectEqual(after.names, vector["after"])
    expectEqual(composition.batch(content: after), rows)
    expectNil(rows.validate(on: ContentShape(before)))
    try expectEqual(rows.apply(to: before), after)
    try expectEqual(ListViewModel(before).performWithReloads(rows), after)
  }

  @Test(
    "for legality: every rule names the row that breaks it",
    arguments: BatchVector.all(in: "legality.txt"))
  func legality(_ vector: BatchVector) throws {
    let before = drawnBoard(vector["before"])
    let rows = BatchRows(vector.all("row"))
    let shape = ContentShape(before)
    let counts = vector.all("counts").first?.split(separator: " ").compactMap { Int($0) }
    let violation =
      counts.map { rows.batch.validate(on: shape, leadingTo: $0) } ?? rows.batch.validate(on: shape)
    var verdict = [violation?.rule.rawValue ?? "legal"]
    if let number = rows.number(of: violation?.row) { verdict.append("\(number)") }
    expectEqual(verdict.joined(separator: " "), vector["verdict"])
    if counts == nil {
      let view = try? ListViewModel(before).performWithReloads(rows.batch)
      expectEqual((view != nil), (violation == nil))
    }
  }

  @Test("for every rule: each one has a vector")
  func everyRule() {
    let vectors = BatchVector.all(in: "legality.txt")
    let seen = Set(vectors.compactMap { $0["verdict"].split(separator: " ").first })
    for rule in BatchRule.allCases { #expect(seen.contains(rule.rawValue[...]), "\(rule)") }
    #expect(seen.contains("legal"))
  }
}
