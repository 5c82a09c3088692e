import TestKit
import Testing

@testable import KillTrial

@Suite("The evidence of a crash test")
struct EvidenceTests {
  @Test("objects to an executed command that produced a revision its board had passed")
  func executedAnew() {
    let evidence = Evidence()
    evidence.produced(moment(7), by: "a1.1", isReplayed: false)
    evidence.produced(moment(6), by: "a1.2", isReplayed: false)
    expectEqual(evidence.objections, ["two contents, life 0: t1 was at 7 and came to 6 anew"])
  }

  /// `insert-section t1` is refused, `create t1` makes revision 6, and the server is killed before
  /// either reply arrives. The retries execute the first, as refusals are not stored, and replay the
  /// second.
  @Test("accepts the replayed reply of a command that was executed before its predecessor")
  func replayedBehind() {
    let evidence = Evidence()
    evidence.produced(moment(7), by: "a1.1", isReplayed: false)
    evidence.produced(moment(6), by: "a1.2", isReplayed: true)
    expectEqual(evidence.objections, [])
  }

  @Test("objects to two commands that produced one revision", arguments: [false, true])
  func twice(isReplayed: Bool) {
    let evidence = Evidence()
    evidence.produced(moment(6), by: "a1.1", isReplayed: true)
    evidence.produced(moment(7), by: "a1.2", isReplayed: false)
    evidence.produced(moment(6), by: "a1.3", isReplayed: isReplayed)
    expectEqual(
      evidence.objections.last, "two contents, life 0: t1 came to 6 twice, by a1.3 as well")
  }

  private func moment(_ revision: Int) -> Evidence.Moment { .init(board: "t1", revision: revision) }
}
