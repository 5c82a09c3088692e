import BoardModel
import TestKit
import Testing

@testable import BoardDelivery

@Suite("The stored outcomes of drags")
struct StoredOutcomesTests {
  /// What a journal has of the outcomes.
  private final class Numbers {
    var values: [String: Int] = [:]
  }

  private let numbers = Numbers()

  private func add(
    _ session: Int, _ outcome: SessionOutcome, to outcomes: inout StoredOutcomes
  ) {
    for (key, value) in outcomes.add(SessionID(session), outcome) { numbers.values[key] = value }
  }

  @Test("are those of drags that dropped items")
  func kinds() {
    var outcomes = StoredOutcomes()
    let path = IndexPath(section: 1, item: 20)
    let stored: [SessionID: SessionOutcome] = [
      SessionID(7): .moved(revision: 4, path: path),
      SessionID(8): .copied(revision: 5, board: nil, path: path),
      SessionID(9): .copied(revision: 6, board: "list", path: path),
    ]
    for (session, outcome) in stored { add(session.number, outcome, to: &outcomes) }
    add(10, .unchanged(revision: 6, path: path), to: &outcomes)
    add(11, .cancelled, to: &outcomes)
    expectEqual(outcomes.bySession, stored)
    expectEqual(StoredOutcomes(stored: numbers.values).bySession, stored)
  }

  @Test("are the latest ones, also across a restart")
  func limit() {
    var outcomes = StoredOutcomes()
    for number in 1...2 * Limits.outcomes + 10 {
      if number % 3_000 == 0 { outcomes = StoredOutcomes(stored: numbers.values) }
      // A session that began late may end early.
      add(number ^ 1, .moved(revision: number, path: IndexPath(section: 0, item: 0)), to: &outcomes)
      #expect(numbers.values.count <= Limits.outcomes)
    }
    let revisions = outcomes.bySession.values.compactMap { outcome in
      if case .moved(let revision, _) = outcome { revision } else { nil }
    }
    expectEqual(revisions.sorted(), Array(Limits.outcomes + 11...2 * Limits.outcomes + 10))
    expectEqual(StoredOutcomes(stored: numbers.values).bySession, outcomes.bySession)
  }
}
