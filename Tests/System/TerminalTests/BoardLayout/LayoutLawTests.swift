import BoardModel
import BoardTerminal
import Simulation
import TestKit
import Testing

@Suite("Every layout")
struct LayoutLawTests {
  /// Tries a law on many random lists, sizes and measures.
  private func onRandomLayouts(_ law: (RandomLayout, inout SeededRandom) -> Bool) {
    for seed in 0..<600 {
      var random = SeededRandom(seed: seed)
      let list = RandomLayout(&random)
      guard law(list, &random) else {
        Issue.record("seed \(seed): \(list.counts) in \(list.layout)")
        return
      }
    }
  }

  @Test("finds in a rectangle the same elements as a linear search, in the same order")
  func visible() {
    onRandomLayouts { list, random in
      let all = list.all
      return (0..<20).allSatisfy { _ in
        let rect = random.rect(around: list.layout.contentSize)
        return list.layout.attributes(in: rect) == all.filter { $0.frame.intersects(rect) }
      }
    }
  }

  @Test("gives no cell to two elements, and none outside the content")
  func noOverlap() {
    onRandomLayouts { list, _ in
      let size = list.layout.contentSize
      var taken = Set<LayoutPoint>()
      for frame in list.all.map(\.frame) {
        guard frame.x >= 0, frame.y >= 0, !frame.isEmpty, frame.maxX <= size.width,
          frame.maxY <= size.height
        else { return false }
        for y in frame.y..<frame.maxY {
          for x in frame.x..<frame.maxX where !taken.insert(LayoutPoint(x: x, y: y)).inserted {
            return false
          }
        }
      }
      return true
    }
  }

  @Test("contains each item once if all of the content is visible, and no others")
  func complete() {
    onRandomLayouts { list, _ in
      let size = list.layout.contentSize
      let rect = LayoutRect(x: 0, y: 0, width: size.width, height: size.height)
      let outside = list.counts.enumerated().map { LayoutPath(section: $0.0, item: $0.1) }
      return list.layout.attributes(in: rect).compactMap(\.path) == list.paths
        && outside.allSatisfy { list.layout.attributes(for: $0) == nil }
        && list.layout.header(of: list.counts.count) == nil
    }
  }

  @Test("finds the element under a point, and nothing in a gap")
  func points() {
    onRandomLayouts { list, random in
      let all = list.all
      let size = list.layout.contentSize
      return (0..<40).allSatisfy { _ in
        let point = LayoutPoint(
          x: random.below(size.width + 4) - 2, y: random.below(size.height + 4) - 2)
        let hit = all.first { $0.frame.contains(point) }
        return list.layout.item(at: point) == hit?.path
          && hit.map { list.layout.section(at: point.y) == $0.section } != false
      }
    }
  }

  @Test("is the same after a resize as if it had that size from the beginning")
  func resizing() {
    for seed in 0..<300 {
      var first = SeededRandom(seed: seed)
      var list = RandomLayout(&first)
      let places = list.all
      let width = list.layout.width
      list.layout.resize(to: first.below(100))
      #expect(list.all.allSatisfy { $0.frame.maxX <= list.layout.width }, "seed \(seed)")
      list.layout.resize(to: width)
      expectEqual(list.all, places, "seed \(seed)")
    }
  }

  @Test("finds the nearest neighbour in each direction")
  func neighbors() {
    onRandomLayouts { list, random in
      let items = list.all.filter { $0.path != nil }
      guard !items.isEmpty else { return true }
      return (0..<5).allSatisfy { _ in
        let item = random.one(of: items)
        return LayoutDirection.allCases.allSatisfy { direction in
          let found = list.layout.neighbor(of: item.path!, direction)
          return isNearest(found, of: items, to: item.frame, direction)
        }
      }
    }
  }

  /// Whether nothing that lies in that direction is nearer than what was found.
  private func isNearest(
    _ found: LayoutPath?, of items: [LayoutAttributes], to frame: LayoutRect,
    _ direction: LayoutDirection
  ) -> Bool {
    let gaps = items.compactMap { gap(from: frame, to: $0.frame, direction) }
    guard let found, let place = items.first(where: { $0.path == found }) else {
      return found == nil && gaps.isEmpty
    }
    return gap(from: frame, to: place.frame, direction) == gaps.min()
  }

  private func gap(
    from frame: LayoutRect, to other: LayoutRect, _ direction: LayoutDirection
  ) -> Int? {
    let hasLine = frame.y < other.maxY && other.y < frame.maxY
    switch direction {
    case .up: return other.maxY <= frame.y ? frame.y - other.maxY : nil
    case .down: return other.y >= frame.maxY ? other.y - frame.maxY : nil
    case .left: return hasLine && other.maxX <= frame.x ? frame.x - other.maxX : nil
    case .right: return hasLine && other.x >= frame.maxX ? other.x - frame.maxX : nil
    }
  }
}

extension LayoutAttributes {
  var section: Int {
    switch element {
    case .header(let section): section
    case .item(let path): path.section
    }
  }
}
