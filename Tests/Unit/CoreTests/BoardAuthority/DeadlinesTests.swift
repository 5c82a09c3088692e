import Simulation
import TestKit
import Testing

@testable import BoardAuthority
@testable import BoardModel

@Suite("Deadlines")
struct DeadlinesTests {
  @Test("expire in the order of time, however many there are and in whatever order they were added")
  func order() {
    for count in 0...40 {
      var random = SeededRandom(seed: count)
      let times = (0..<count).map { _ in Int.random(in: 0..<20, using: &random) }
      var deadlines = Deadlines<SessionID>()
      for (number, time) in times.enumerated() {
        deadlines.insert(SessionID(number + 1), at: .seconds(time))
      }
      var came: [Int] = []
      while let (first, _) = deadlines.first {
        expectNil(deadlines.removeFirst(until: first - .seconds(1)))
        #expect(deadlines.removeFirst(until: first) != nil)
        came.append(Int(first / .seconds(1)))
      }
      expectEqual(came, times.sorted())
      expectNil(deadlines.removeFirst(until: .seconds(100)))
    }
  }
}
