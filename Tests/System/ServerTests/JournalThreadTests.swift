import BoardJournal
import BoardModel
import Dispatch
import Libuv
import Simulation
import Synchronization
import SystemTestKit
import TestKit
import Testing

@testable import BoardServer

@Suite("A thread of several journals")
struct JournalThreadTests {
  /// A lane that commits nothing, and notes which groups it got.
  private final class NotedLane: JournalLane {
    private struct Notes {
      var together: [[Int]] = []
      var beside: [Int] = []
    }

    private let notes = Mutex(Notes())
    /// The groups for which others would have to wait.
    private let slow: Set<Int>
    /// The groups whose commit lasts until another group is committed.
    private let lasting: Set<Int>
    private let isOtherDone = DispatchSemaphore(value: 0)

    init(slow: Set<Int> = [], lasting: Set<Int> = []) {
      (self.slow, self.lasting) = (slow, lasting)
    }

    var together: [[Int]] { notes.withLock { $0.together } }
    var beside: [Int] { notes.withLock { $0.beside } }

    func commit(_ groups: [LaneGroup]) -> [CommitOutcome?] {
      notes.withLock { $0.together.append(groups.map(\.number)) }
      let lasts = groups.contains { lasting.contains($0.number) }
      if lasts { isOtherDone.wait() } else { isOtherDone.signal() }
      return groups.map { slow.contains($0.number) ? nil : .committed }
    }

    func commitAside(_ group: LaneGroup) -> CommitOutcome {
      notes.withLock { $0.beside.append(group.number) }
      return .committed
    }
  }

  /// Commits numbered groups, each to a journal, in one turn of a loop.
  ///
  /// - Parameters:
  ///   - later: What comes when their commit has begun.
  ///   - next: What comes in the turn in which a group has its outcome, behind that.
  /// - Returns: The numbers in the order of their outcomes.
  private func commit(
    _ groups: [(Int, MemoryJournal)], on lane: NotedLane, then later: [(Int, MemoryJournal)] = [],
    next: [Int: (Int, MemoryJournal)] = [:]
  ) throws -> [Int] {
    let harness = try Harness()
    let thread = JournalThread(on: harness.loop, lane: lane)
    var (done, due) = ([Int](), [(Int, MemoryJournal)]())
    func commit(_ groups: [(Int, MemoryJournal)], of count: Int) {
      for (number, journal) in groups {
        thread.commit([.number("group", number)], to: journal) { outcome in
          expectEqual(outcome, .committed)
          done.append(number)
          if let next = next[number] { due.append(next) }
          if done.count == count { harness.loop.stop() }
        }
      }
    }
    let count = groups.count + later.count + next.count
    let timer = try Timer(on: harness.loop) { commit(later, of: count) }
    harness.loop.onTurnEnd = {
      commit(due, of: count)
      due = []
      thread.endTurn()
    }
    defer { harness.loop.onTurnEnd = nil }
    commit(groups, of: count)
    #expect(lane.together.isEmpty, "Others may still come in this turn.")
    thread.endTurn()
    timer.start(after: .zero)
    harness.loop.run()
    return done
  }

  @Test("commits the groups of a turn together, and of each journal one at a time")
  func together() throws {
    let (lane, one, two) = (NotedLane(), MemoryJournal(), MemoryJournal())
    try expectEqual(commit([(0, one), (1, two), (2, one), (3, one)], on: lane), [0, 1, 2, 3])
    #expect(lane.together == [[0, 1], [2], [3]] && lane.beside == [])
  }

  @Test("commits the groups that come by the end of a turn with those that have waited")
  func turns() throws {
    let (lane, one, two) = (NotedLane(), MemoryJournal(), MemoryJournal())
    let done = try commit(
      [(0, one), (1, one)], on: lane, next: [0: (2, two), 2: (3, two)])
    expectEqual(Set(done), [0, 1, 2, 3])
    expectEqual(lane.together, [[0], [1, 2], [3]])
  }

  @Test("lets no other journal wait for a commit that takes long, but the same one")
  func lasting() throws {
    let (one, two) = (MemoryJournal(), MemoryJournal())
    let lane = NotedLane(lasting: [0])
    let done = try commit([(0, one)], on: lane, then: [(1, two), (2, one), (3, two)])
    expectEqual(Set(done), [0, 1, 2, 3])
    expectEqual(lane.together.prefix(2), [[0], [1]])
  }

  @Test("commits beside the others what they would wait for, and then the next of its journal")
  func beside() throws {
    let journals = (0..<6).map { _ in MemoryJournal() }
    let lane = NotedLane(slow: [0, 1, 2, 3, 4])
    let groups = journals.enumerated().map { ($0, $1) } + [(6, journals[0]), (7, journals[5])]
    expectEqual(Set(try commit(groups, on: lane)), Set(0..<8))
    expectEqual(lane.together[0], [0, 1, 2, 3, 4, 5])
    expectEqual(lane.together.dropFirst().flatMap(\.self).sorted(), [6, 7])
    expectEqual(lane.beside.sorted(), [0, 1, 2, 3, 4])
  }
}

extension LaneGroup {
  /// The number that it sets.
  fileprivate var number: Int {
    guard case .number(_, let number?) = group.entries[0] else { return -1 }
    return number
  }
}
