import Allocations
import BoardDelivery
import BoardModel
import TestKit
import Testing

@testable import BoardHub

/// Counts on one thread, so that the numbers are the same on every machine. Several things that are
/// paid for once, and arrays that double, are allowed for by comparing two crowds.
@Suite("The memory of a turn")
struct AllocationTests {
  /// How often memory is asked for while edits are flushed to so many watchers.
  private func allocations(watchers count: Int, edits: Int) throws -> Int {
    var scene = try HubScene(.fixed(.zero))
    // All watchers are served in one turn.
    scene.hub.budget.stepsPerTurn = .max / 4
    let author = scene.connect()
    scene.say("open list", by: author)
    let watchers = scene.watchers(count)
    _ = scene.turn()
    var total = 0
    for round in 0..<edits {
      scene.say("edit i\(round % 10) \(round)", by: author)
      let before = allocationsOfThisThread()
      let effects = scene.turn()
      total += Int(allocationsOfThisThread() - before)
      expectEqual(Sent(effects).encodings.count, 1)
      #expect(Sent(effects).writes.count >= watchers.count)
    }
    return total
  }

  @Test("is counted")
  func counter() {
    let before = allocationsOfThisThread()
    var array: [Int] = []
    array.reserveCapacity(1_000)
    withExtendedLifetime(array) { #expect(allocationsOfThisThread() > before) }
  }

  @Test("needs no allocation per watcher and batch")
  func fanOut() throws {
    let edits = 20
    let few = try allocations(watchers: 10, edits: edits)
    let many = try allocations(watchers: 1_010, edits: edits)
    // A list of a thousand receivers doubles seven times more than one of ten.
    #expect(many - few <= 10 * edits, "\(few) for 10 watchers, \(many) for 1,010")
  }
}
