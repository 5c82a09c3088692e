import BoardModel
import TestKit
import Testing

@testable import BoardReplica

@Suite("A path in a view update")
struct ViewUpdatePathTests {
  @Test("leads to where the item is that stays, for every item and random changes")
  func law() {
    var followed = 0
    for seed in randomSeeds() {
      let stream = RandomStream(seed: seed, length: 12, items: 12)
      let (before, after) = (Board(stream.before), Board(stream.after))
      var composition = Composition()
      for edit in stream.edits { composition.append(edit) }
      let update = ViewUpdate(composition.batch(content: after), leadingTo: after)
      for section in 0..<before.sectionCount where !update.deletedSections.contains(section) {
        let index = update.section(after: section)
        expectEqual(index.map { after.sectionID(at: $0) }, before.sectionID(at: section), "\(seed)")
        if index.map({ after.itemCount(in: $0) }) == 0 { continue }
        for item in 0..<before.itemCount(in: section) {
          let path = IndexPath(section: section, item: item)
          if update.deletedItems.contains(path) { continue }
          let found = update.path(after: path)
          expectEqual(found.map { after.itemID(at: $0) }, before.itemID(at: path), "\(seed)")
          followed += 1
        }
      }
      for section in update.deletedSections {
        let path = IndexPath(section: section, item: 0)
        if !update.movedItems.contains(where: { $0.from == path }) {
          expectEqual(update.path(after: path), nil)
        }
      }
    }
    #expect(followed > 500)
  }

  @Test("of an item that is deleted is the gap that it has left")
  func gap() {
    var update = ViewUpdate()
    update.deletedItems = [[0, 1], [0, 2]]
    update.insertedItems = [[0, 0], [0, 3]]
    expectEqual(update.path(after: [0, 1]), [0, 2])
    expectEqual(update.path(after: [0, 2]), [0, 2])
    expectEqual(update.path(after: [0, 3]), [0, 2])
    expectEqual(update.path(after: [0, 4]), [0, 4])
    expectEqual(update.path(after: [1, 0]), [1, 0])
  }
}
