import BoardModel
import TestKit
import Testing

@Suite("A mapped position")
struct PositionMappingTests {
  private let item = Item(id: "x", text: "x")
  private let section = Section(id: "X", title: "x")

  @Test("of a gap is shifted up by an insert at or before it, and down by a delete before it")
  func shifts() {
    let gap: IndexPath = [0, 2]
    func map(_ edit: Edit) -> IndexPath? { PositionMapping([edit]).gap(gap) }
    expectEqual(map(.insertItem(item, at: [0, 1])), [0, 3])
    expectEqual(map(.insertItem(item, at: [0, 2])), [0, 3])
    expectEqual(map(.insertItem(item, at: [0, 3])), gap)
    expectEqual(map(.insertItem(item, at: [1, 0])), gap)
    expectEqual(map(.deleteItem(item, at: [0, 1])), [0, 1])
    expectEqual(map(.deleteItem(item, at: [0, 2])), gap)
    expectEqual(map(.moveItem("x", from: [0, 0], to: [0, 4])), [0, 1])
    expectEqual(map(.moveItem("x", from: [0, 4], to: [0, 0])), [0, 3])
    expectEqual(map(.moveItem("x", from: [0, 0], to: [0, 1])), gap)
    expectEqual(map(.moveItem("x", from: [1, 0], to: [0, 2])), [0, 3])
  }

  @Test("of a gap follows its section, and is gone with it")
  func sections() {
    let gap: IndexPath = [1, 2]
    func map(_ edit: Edit) -> IndexPath? { PositionMapping([edit]).gap(gap) }
    expectEqual(map(.insertSection(section, at: 1)), [2, 2])
    expectEqual(map(.insertSection(section, at: 2)), gap)
    expectEqual(map(.deleteSection(section, at: 0)), [0, 2])
    expectNil(map(.deleteSection(section, at: 1)))
    expectEqual(map(.moveSection("X", from: 1, to: 3)), [3, 2])
    expectEqual(map(.moveSection("X", from: 0, to: 1)), [0, 2])
  }

  @Test("of a gap stays after what others inserted at the gap, and at the end of its section")
  func insertsAtOneGap() {
    let insert = Edit.insertItem(item, at: [0, 2])
    let move = Edit.moveItem("y", from: [1, 0], to: [0, 4])
    expectEqual(PositionMapping([insert]).gap([0, 2]), [0, 3])
    expectEqual(PositionMapping([insert, move]).gap([0, 3]), [0, 5])
    expectEqual(PositionMapping([insert, move]).inverse.gap([0, 2]), [0, 2])
  }

  @Test("of a path that was out of range is no item, even if its section is deleted")
  func outOfRange() {
    let mapping = PositionMapping([.deleteSection(Section(id: "A", title: "A"), at: 0)])
    expectEqual(mapping.item([0, 3]), .outOfRange)
    expectEqual(mapping.item([1, 3]), .at([0, 3]))
  }

  @Test("of an item survives a delete and insert of its section; that of the section does not")
  func reinserted() {
    let section = Section(id: "A", title: "A", items: [item])
    let mapping = PositionMapping([.deleteSection(section, at: 0), .insertSection(section, at: 0)])
    expectNil(mapping.section(0))
    expectNil(mapping.gap([0, 0]))
    expectEqual(mapping.item([0, 0]), .at([0, 0]))
  }
}
