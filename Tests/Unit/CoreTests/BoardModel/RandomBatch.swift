import BoardModel
import Simulation
import TestKit

/// A batch that was legal until something in it was changed at random.
struct RandomBatch {
  let before: Content
  private(set) var batch: BatchUpdate
  private var random: SeededRandom

  init(seed: Int) {
    let stream = RandomStream(seed: seed, length: 8, sections: 4, items: 4)
    before = stream.before
    batch = Composition(stream.edits).batch(content: stream.after)
    random = SeededRandom(seed: seed &+ 7_000_001)
    for _ in 0..<random.below(4) { spoil() }
  }

  private mutating func spoil() {
    switch random.below(13) {
    case 0: add()
    case 1: changeIndices(\.deletedSections, \.index)
    case 2: changeIndices(\.insertedSections, \.index)
    case 3: changeIndices(\.movedSections, random.percent(50) ? \.source : \.destination)
    case 4: changePaths(\.deletes, \.path)
    case 5: changePaths(\.moves, random.percent(50) ? \.source : \.destination)
    case 6: changePaths(\.inserts, \.path)
    case 7: changePaths(\.reloads, \.path)
    case 8: repeatOrDrop(\.moves)
    case 9: repeatOrDrop(\.inserts)
    case 10: repeatOrDrop(\.deletes)
    case 11: changePaths(\.reconfigures, \.path)
    default: forget()
    }
  }

  private mutating func number() -> Int {
    random.percent(5)
      ? [Int.min, -1, Int.max, 1 << 40].randomElement(using: &random) ?? 0
      : random.below(5)
  }

  private mutating func path() -> IndexPath { [number(), number()] }

  private mutating func changeIndices<Row>(
    _ rows: WritableKeyPath<BatchUpdate, [Row]>, _ index: WritableKeyPath<Row, Int>
  ) {
    guard let position = batch[keyPath: rows].indices.randomElement(using: &random) else {
      return add()
    }
    batch[keyPath: rows][position][keyPath: index] = number()
  }

  private mutating func changePaths<Row>(
    _ rows: WritableKeyPath<BatchUpdate, [Row]>, _ path: WritableKeyPath<Row, IndexPath>
  ) {
    guard let position = batch[keyPath: rows].indices.randomElement(using: &random) else {
      return add()
    }
    batch[keyPath: rows][position][keyPath: path] = self.path()
  }

  private mutating func repeatOrDrop<Row>(_ rows: WritableKeyPath<BatchUpdate, [Row]>) {
    guard let position = batch[keyPath: rows].indices.randomElement(using: &random) else {
      return add()
    }
    let row = batch[keyPath: rows].remove(at: position)
    if random.percent(50) { batch[keyPath: rows] += [row, row] }
  }

  private mutating func forget() {
    guard let position = batch.inserts.indices.randomElement(using: &random) else { return add() }
    batch.inserts[position].arrival.was = random.percent(50) ? nil : path()
  }

  /// Adds a row that names what really stands there, so that it may well be right.
  private mutating func add() {
    let section = number()
    let path = path()
    if before.indices.contains(section) {
      addSectionRow(section)
    } else {
      batch.insertedSections.append(.init("X", title: "x", at: section))
    }
    guard random.percent(70), before.indices.contains(path.section),
      before[path.section].items.indices.contains(path.item)
    else { return batch.inserts.append(.init(Item(id: "x", text: "x"), at: path)) }
    addItemRow(before[path.section].items[path.item], at: path)
  }

  private mutating func addSectionRow(_ index: Int) {
    let id = before[index].id
    switch random.below(5) {
    case 0: batch.deletedSections.append(.init(id, at: index))
    case 1: batch.movedSections.append(.init(id, from: index, to: number()))
    case 2: batch.reloadedSections.append(.init(id, title: "x", at: index))
    default: break
    }
  }

  private mutating func addItemRow(_ item: Item, at path: IndexPath) {
    switch random.below(4) {
    case 0: batch.deletes.append(.init(item.id, at: path))
    case 1: batch.moves.append(.init(item.id, from: path, to: self.path()))
    case 2: batch.reconfigures.append(.init(item.id, ["done": "yes"], at: path))
    default: batch.reloads.append(.init(item.id, text: item.text, at: path))
    }
  }
}
