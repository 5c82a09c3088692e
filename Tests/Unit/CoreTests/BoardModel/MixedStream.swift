import BoardModel
import Simulation
import TestKit

/// Moves and new texts, in random proportions.
struct MixedStream {
  let before: Content
  private(set) var after: Content
  private(set) var edits: [Edit] = []

  /// Edits of items alone, with inserts and deletes among them.
  init(items seed: Int) {
    var random = SeededRandom(seed: seed)
    before = Self.board(sections: 1 + random.below(4), items: 80, &random)
    after = before
    let share = random.below(101)
    for number in 0..<random.below(200) {
      guard let path = somePath(&random) else { break }
      let item = after[path.section].items[path.item]
      if random.percent(5) {
        perform(.deleteItem(item, at: path))
      } else if random.percent(5) {
        perform(.insertItem(Item(id: .init(unchecked: "n\(number)"), text: "new"), at: path))
      } else if random.percent(share) {
        perform(.moveItem(item.id, from: path, to: someGap(without: path, &random)))
      } else {
        perform(.reloadItem(item.id, at: path, from: item.text, to: someText(&random)))
      }
    }
  }

  /// Moves of the first sections, and one new text for each of some items in the other ones.
  init(sections seed: Int) {
    var random = SeededRandom(seed: seed)
    before = Self.board(sections: 8, items: 6, &random)
    after = before
    for _ in 0..<random.below(5) {
      let index = after.indices.filter { after[$0].id.string < "S4" }.randomElement(using: &random)!
      perform(.moveSection(after[index].id, from: index, to: random.below(8)))
    }
    let share = random.below(101)
    for (s, section) in after.enumerated() where section.id.string >= "S4" {
      for (i, item) in section.items.enumerated() where random.percent(share) {
        perform(.reloadItem(item.id, at: [s, i], from: item.text, to: "changed"))
      }
    }
  }

  private static func board(sections: Int, items: Int, _ random: inout SeededRandom) -> Content {
    (0..<sections).map { s in
      let items = (0..<random.below(items)).map { i in
        Item(id: .init(unchecked: "o\(s)_\(i)"), text: "old")
      }
      return Section(id: .init(unchecked: "S\(s)"), title: "old", items: items)
    }
  }

  private mutating func perform(_ edit: Edit) {
    after.perform(edit)
    edits.append(edit)
  }

  private func somePath(_ random: inout SeededRandom) -> IndexPath? {
    let full = after.indices.filter { !after[$0].items.isEmpty }
    guard let section = full.randomElement(using: &random) else { return nil }
    return [section, random.below(after[section].items.count)]
  }

  private func someGap(without path: IndexPath, _ random: inout SeededRandom) -> IndexPath {
    let section = random.below(after.count)
    let count = after[section].items.count - (section == path.section ? 1 : 0)
    return [section, random.below(count + 1)]
  }

  private func someText(_ random: inout SeededRandom) -> Text {
    random.percent(20) ? "old" : "changed"
  }

  /// Whether a batch is legal and leads to the board after, in the model of a list view as well.
  func accepts(_ batch: BatchUpdate) throws -> Bool {
    guard batch.validate(on: ContentShape(before)) == nil else { return false }
    let isRight = try batch.apply(to: before) == after
    return try isRight && ListViewModel(before).performWithReloads(batch) == after
  }
}
