import Logging
import TestKit
import Testing

@testable import dropline

@Suite("The lines of a log about spaces")
struct SpaceLinesTests {
  @Test("are a few of each kind in ten seconds, and say how many were left out")
  func bounded() {
    var lines = SpaceLines()
    let start = ContinuousClock.now
    for number in 1..<SpaceLines.most {
      expectEqual(lines.judge("the database is away: reason \(number)", at: start), [:])
    }
    expectEqual(lines.judge("the database is away: x", at: start)?.keys.sorted(), ["more"])
    for _ in 0..<980 { expectNil(lines.judge("the database is away: y", at: start)) }
    expectEqual(lines.judge("owning", at: start), [:])
    let later = start + SpaceLines.time
    expectEqual(lines.judge("the database is away: z", at: later), ["left-out": "980"])
    expectEqual(lines.judge("the database is away: z", at: later), [:])
    expectEqual(lines.judge("owning", at: later), [:])
  }

  @Test("forget what was said long ago, however many kinds there are")
  func forgotten() {
    var lines = SpaceLines()
    let start = ContinuousClock.now
    for number in 0..<1_000 {
      expectEqual(lines.judge("\(number)", at: start + .seconds(number)), [:])
    }
  }
}
