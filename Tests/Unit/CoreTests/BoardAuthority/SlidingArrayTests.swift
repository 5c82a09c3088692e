import BoardModel
import Simulation
import TestKit
import Testing

@testable import BoardAuthority

@Suite("An array that loses elements at its start", .serialized)
struct SlidingArrayTests {
  /// Notes how many there are.
  private final class Counted {
    nonisolated(unsafe) static var count = 0
    let number: Int
    init(_ number: Int) {
      self.number = number
      Self.count += 1
    }
    deinit { Self.count -= 1 }
  }

  @Test("has the elements of an array that does the same", arguments: 1...20)
  func model(seed: Int) {
    var random = SeededRandom(seed: seed)
    var (array, model) = (SlidingArray<Int>(), [Int]())
    for step in 0..<500 {
      if random.percent(60) {
        array.append(step)
        model.append(step)
      } else {
        let count = random.below(model.count + 1)
        array.removeFirst(count)
        model.removeFirst(count)
      }
      #expect(Array(array.all) == model && array.last == model.last, "seed \(seed)")
      #expect(array.count == model.count && array.isEmpty == model.isEmpty)
      for offset in model.indices { expectEqual(array[offset], model[offset]) }
      let half = model.count / 2..<model.count
      expectEqual(array[half], model[half][...], "seed \(seed)")
    }
  }

  @Test("keeps no more removed elements than a quarter of the others")
  func memory() {
    var array = SlidingArray<Counted>()
    for number in 0..<10_000 {
      array.append(Counted(number))
      if array.count > 100 { array.removeFirst() }
      #expect(Counted.count <= 126)
    }
    expectEqual(array[0].number, 9_900)
    array = SlidingArray()
    expectEqual(Counted.count, 0)
  }

  @Test("keeps none of those in whose place another one is left")
  func release() {
    var array = SlidingArray([Counted?]())
    for number in 0..<100 { array.append(Counted(number)) }
    array.removeFirst(10, leaving: nil)
    expectEqual(Counted.count, 90)
    expectEqual(array[0]?.number, 10)
  }
}
