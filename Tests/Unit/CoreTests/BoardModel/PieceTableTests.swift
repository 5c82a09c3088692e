import Simulation
import TestKit
import Testing

@testable import BoardModel

@Suite("A piece table")
struct PieceTableTests {
  /// An element as a plain array would hold it.
  private enum Element: Equatable {
    case old(Int)
    case record(Int)
  }

  @Test(
    "is equal to an array of old and touched elements, however often it is split",
    arguments: [40, 3_000])
  func model(steps: Int) throws {
    for seed in randomSeeds(3) {
      var random = SeededRandom(seed: seed)
      var list = PieceTable.old
      var model = (0..<500).map { Element.old($0) }
      for step in 0..<steps {
        let index = random.below(model.count)
        change(&list, &model, at: index, record: step, random.below(5))
        try #require(element(of: list, at: index) == model[index], "seed \(seed)")
      }
      try #require(elements(of: list, count: model.count) == model, "seed \(seed)")
      expectEqual(list.count(old: 500), model.count)
      let records = model.filter { if case .record = $0 { true } else { false } }
      expectEqual(list.recordCount, records.count)
      expectEqual(list.untouchedCount(old: 500), model.count - records.count)
    }
  }

  @Test("appends all items of a new section at once", arguments: [0, 1, 16, 17, 100])
  func manyRecords(count: Int) {
    var list = PieceTable.new
    list.append(records: 0..<count)
    expectEqual(elements(of: list, count: count), (0..<count).map { .record($0) })
    list.insert(record: 7_000, at: count)
    expectEqual(element(of: list, at: count), .record(7_000))
    expectEqual(list.recordCount, count + 1)
  }

  private func change(
    _ list: inout PieceTable, _ model: inout [Element], at index: Int, record: Int, _ kind: Int
  ) {
    switch kind {
    case 0:
      let piece = list.remove(at: index)
      expectEqual(piece.record.map { .record($0) } ?? .old(piece.start), model.remove(at: index))
      list.insert(record: record, at: index)
      model.insert(.record(record), at: index)
    case 1 where model.count > 400:
      _ = list.remove(at: index)
      model.remove(at: index)
      list.insert(record: record, at: 0)
      model.insert(.record(record), at: 0)
    case 2:
      let place = list.find(index)
      if place.piece.record != nil { return }
      list.record(place, record: record)
      model[index] = .record(record)
    default:
      list.insert(record: record, at: index)
      model.insert(.record(record), at: index)
    }
  }

  private func element(of list: PieceTable, at index: Int) -> Element {
    let place = list.find(index)
    return place.piece.record.map { .record($0) } ?? .old(place.piece.start + place.offset)
  }

  private func elements(of list: PieceTable, count: Int) -> [Element] {
    var elements: [Element] = []
    list.walk { piece, index in
      if let record = piece.record { return elements.append(.record(record)) }
      let end = piece.start + min(piece.count, count - index)
      for old in piece.start..<max(piece.start, end) { elements.append(.old(old)) }
    }
    return elements
  }
}
