import Logging
import Testing

@testable import dropline

@Suite("The lines of a log about spaces")
struct SpaceLinesTests {
  @Test("are a few of each kind in ten seconds, and say how many were left out")
  func bounded() {
    var lines = SpaceLines()
    let start = ContinuousClock.now
    for number in 1..<SpaceLines.most {
      #expect(lines.judge("the database is away: reason \(number)", at: start) == [:])
    }
    #expect(lines.judge("the database is away: x", at: start)?.keys.sorted() == ["more"])
    for _ in 0..<980 { #expect(lines.judge("the database is away: y", at: start) == nil) }
    #expect(lines.judge("owning", at: start) == [:])
    let later = start + SpaceLines.time
    #expect(lines.judge("the database is away: z", at: later) == ["left-out": "980"])
    #expect(lines.judge("the database is away: z", at: later) == [:])
    #expect(lines.judge("owning", at: later) == [:])
  }

  @Test("forget what was said long ago, however many kinds there are")
  func forgotten() {
    var lines = SpaceLines()
    let start = ContinuousClock.now
    for number in 0..<1_000 {
      #expect(lines.judge("\(number)", at: start + .seconds(number)) == [:])
    }
  }
}
