import BoardHub
import BoardModel
import BoardWire
import TestKit
import Testing

@Suite("Open names of a block")
struct OpenNamesTests {
  /// A board of two sections with two items each, that counts names up.
  private struct Board: NameSource {
    private let items: [[ItemID]] = [["a", "b"], ["c", "d"]]
    private let sections: [SectionID] = ["A", "B"]
    private var next = 0

    func itemID(before path: IndexPath) -> ItemID? {
      items.indices.contains(path.section) && items[path.section].indices.contains(path.item)
        ? items[path.section][path.item] : nil
    }
    func sectionID(before index: Int) -> SectionID? {
      sections.indices.contains(index) ? sections[index] : nil
    }
    mutating func newItemID() -> ItemID {
      next += 1
      return ItemID(unchecked: "i\(next)")
    }
    mutating func newSectionID() -> SectionID {
      next += 1
      return SectionID(unchecked: "s\(next)")
    }
  }

  /// What a client's lines come to.
  private func block<Rows: BlockRows>(_ lines: [String]) throws -> Rows {
    var reader = BlockReader<Rows>()
    for line in lines { _ = Array(line.utf8).withUnsafeBytes { reader.read($0) } }
    return try reader.finish()
  }

  @Test("are dashes: for the id at an index, or for a new id that the block does not use")
  func dashes() throws {
    var block: BatchBlock = try block([
      "delete 1.1 -", "delete 9.0 -", "move 0.1 1.0 -", "delete-section 1 -", "move-section 0 0 -",
      "insert 0.0 -", "insert 0.1 i1 x", "insert-section 1 - 1 T", "item -",
    ])
    var board = Board()
    block.fill(from: &board)
    expectEqual(block.batch.deletes.map(\.id.string), ["d", "-"])
    expectEqual(block.batch.moves.map(\.id), ["b"])
    expectEqual(block.batch.deletedSections.map(\.id), ["B"])
    expectEqual(block.batch.movedSections.map(\.id), ["A"])
    expectEqual(block.batch.inserts.map(\.arrival.item.id), ["i2", "i1"])
    expectEqual(block.batch.insertedSections.map(\.id), ["s3"])
    expectEqual(block.batch.insertedSections[0].items.map(\.item.id), ["i4"])
  }

  @Test("of a content get new ids")
  func contents() throws {
    var content: Content = try block([
      "section A 1 Fruit", "item a apple", "section - - ", "item - x", "item -", "section C 0",
    ])
    var board = Board()
    content.fill(from: &board)
    expectEqual(
      content,
      [
        Section(id: "A", title: "Fruit", items: [Item(id: "a", text: "apple")]),
        Section(
          id: "s1", title: "", items: [Item(id: "i2", text: "x"), Item(id: "i3", text: "")]),
        Section(id: "C", title: ""),
      ])
  }
}
