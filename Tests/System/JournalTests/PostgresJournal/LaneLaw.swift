import BoardJournal
import BoardModel
import KillTrial
import LocalNodes
import Simulation
import SystemTestKit
import TestKit

@testable import PostgresJournal

/// A mistake in the statements that commit the groups of several spaces together.
enum PlantedLaneBug: CaseIterable {
  /// Rows are written of groups that are not counted.
  case uncountedWritten
  /// A group is counted whoever holds the space.
  case anyHolder
  /// A group is counted however many there are.
  case anyGroups
  /// Groups are said to be committed that are not.
  case allCommitted
  /// Groups of spaces with another holder are said to wait for a lock.
  case overtakenIsLocked

  /// What is replaced, and by what.
  private var change: [(String, String)] {
    switch self {
    case .uncountedWritten:
      [("(space IN (SELECT id FROM counted))", "(space IN (SELECT id FROM wanted))")]
    case .anyHolder:
      [
        ("AND s.term = w.term AND s.groups = w.groups FOR", "FOR"),
        ("AND s.term = free.term AND s.groups = free.groups", ""),
      ]
    case .anyGroups:
      [(" AND s.groups = w.groups FOR", " FOR"), (" AND s.groups = free.groups", "")]
    case .allCommitted:
      [
        ("SELECT id, 0::bigint FROM counted", "SELECT id, 0::bigint FROM wanted"),
        ("(w.id IN (SELECT id FROM counted)) IS NOT TRUE", "false"),
      ]
    case .overtakenIsLocked: [("ELSE 2", "ELSE 1")]
    }
  }

  /// A statement with the mistake.
  func spoiled(_ right: Statement) -> Statement {
    let sql = change.reduce(right.sql) { $0.replacing($1.0, with: $1.1) }
    precondition(sql != right.sql, "The mistake is not in the statement.")
    return Statement(right.name, right.parameters, sql)
  }
}

/// A law that does not hold.
struct LaneViolation: Error {
  let description: String
}

/// Random groups of a few spaces on one lane, and journals in memory that get those that are said to be committed. In each
/// round somebody spoils the commit, or that of one space.
final class LaneLaw {
  /// What happens in a round.
  private enum Fault: CaseIterable {
    case none, misfit, taken, locked, refused, lostBefore, lostAfter, late
  }

  private struct Space {
    let name: SpaceName
    let store: MemoryStore
    let twin: MemoryJournal
    var groups: RandomGroups
    var journal: PostgresJournal
  }

  static let server = Result {
    let server = try PostgresServer()
    try server.execute(
      """
      CREATE TABLE refused (name text);
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM refused JOIN dropline.space s USING (name) WHERE s.id = NEW.id) THEN
          RAISE EXCEPTION 'no';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER refuse BEFORE UPDATE OF groups ON dropline.space
      FOR EACH ROW EXECUTE FUNCTION refuse();
      """)
    return server
  }

  private let server: PostgresServer
  private let proxy: PostgresProxy
  private let lease: NodeLease
  /// Another process.
  private let other: NodeLease
  private let lane: PostgresLane
  private var spaces: [Space] = []
  private var random: SeededRandom

  init(seed: Int, planting bug: PlantedLaneBug? = nil) throws {
    server = try Self.server.get()
    proxy = try PostgresProxy(before: server.socket)
    lease = server.lease("law \(seed)", through: proxy.port)
    other = server.lease("other \(seed)", at: "other:\(UInt32.random(in: 0...(.max)))")
    _ = try lease.renew()
    _ = try other.renew()
    var timeouts = DatabaseTimeouts()
    timeouts.answer = .seconds(2)
    timeouts.outage = .seconds(20)
    timeouts.pause = .milliseconds(20)
    lane = PostgresLane(
      lease, timeouts: timeouts, changing: { bug?.spoiled($0) ?? $0 })
    random = SeededRandom(seed: seed)
    for number in 0..<4 {
      let name = try server.space()
      let journal = try PostgresJournal(name, of: lease, on: lane) { _ in }
      let store = MemoryStore(epoch: try journal.acquire().epoch)
      let twin = MemoryJournal(store)
      _ = twin.acquire()
      spaces.append(
        Space(
          name: name, store: store, twin: twin, groups: RandomGroups(seed: seed * 10 + number),
          journal: journal))
    }
  }

  deinit { proxy.close() }

  /// - Throws: `LaneViolation`.
  func hold(rounds: Int) throws {
    for _ in 0..<rounds { try round(random.one(of: Fault.allCases)) }
    for space in spaces {
      try server.execute("UPDATE dropline.space SET owner = NULL WHERE name = '\(space.name)'")
      let found = try JournalContents(of: try PostgresJournal(space.name, of: other) { _ in })
      try require(
        found == JournalContents(of: MemoryJournal(space.store)), "\(space.name) has other rows")
    }
  }

  private func require(_ isRight: Bool, _ sentence: @autoclosure () -> String) throws {
    if !isRight { throw LaneViolation(description: sentence()) }
  }

  private func round(_ fault: Fault) throws {
    let guilty = random.below(spaces.count)
    let isNumber = fault == .late && random.percent(60)
    let drawn = spaces.indices.map { index in
      draw(isMisfit: fault == .misfit && index == guilty, isNumber: isNumber, for: index)
    }
    if fault == .taken { try take(guilty) }
    let parts = zip(spaces, drawn).map { LaneGroup(journal: $0.journal, group: $1.group) }
    let end = try begin(fault, guilty, isNumber)
    var outcomes = lane.commit(parts)
    for (index, outcome) in outcomes.enumerated() where outcome == nil {
      try require(
        fault == .late || fault == .locked && index == guilty, "\(index) waits: \(fault)")
    }
    try end()
    for index in outcomes.indices where outcomes[index] == nil {
      outcomes[index] = lane.commitAside(parts[index])
    }
    for (index, outcome) in outcomes.enumerated() {
      let isWrong = index == guilty && [.misfit, .taken, .refused].contains(fault)
      if isWrong, !drawn[index].group.isEmpty {
        let isRight = outcome.map { $0.isEnd(by: fault == .refused) } == true
        try require(isRight, "\(fault): \(outcome!)")
        try reopen(index)
      } else {
        try require(outcome == .committed, "\(fault) in \(guilty): \(index) is \(outcome!)")
        _ = spaces[index].twin.commit(drawn[index].group)
        spaces[index].groups = drawn[index].next
        if isWrong { try reopen(index) }
      }
    }
    try requireNumbers()
  }

  /// Checks what a copy would overwrite that comes late.
  private func requireNumbers() throws {
    let names = spaces.map { "'\($0.name)'" }.joined(separator: ", ")
    let found = try server.execute(
      """
      SELECT s.name || ' ' || key || ' ' || value FROM dropline.number n
      JOIN dropline.space s ON s.id = n.space WHERE s.name IN (\(names))
      """)
    let expected = spaces.flatMap { space in
      space.twin.acquire().numbers.map { "\(space.name) \($0.key) \($0.value)" }
    }
    try require(
      Set(found.split(separator: "\n").map(String.init)) == Set(expected), "numbers: \(found)")
  }

  /// Draws a group of a space, and what continues it.
  private func draw(
    isMisfit: Bool, isNumber: Bool, for index: Int
  ) -> (group: JournalGroup, next: RandomGroups) {
    var groups = spaces[index].groups
    if isMisfit { return (groups.misfit(), groups) }
    if isNumber { return (groups.nextNumber(), groups) }
    return (random.percent(80) ? groups.nextOfRows() : groups.next(), groups)
  }

  /// - Parameter isNumber: Whether a late copy is stored without a word: it comes when others have come behind it.
  /// - Returns: What ends the fault.
  private func begin(
    _ fault: Fault, _ guilty: Int, _ isNumber: Bool
  ) throws -> () throws -> Void {
    switch fault {
    case .none, .misfit, .taken: break
    case .lostBefore: proxy.spoil(.lostBeforeCommit)
    case .lostAfter: proxy.spoil(.lostAfterCommit)
    case .late:
      let commits = isNumber ? spaces.count + 1 + random.below(3) : random.below(6)
      proxy.spoil(.late(commits: commits, isBegun: false))
    case .locked:
      let connection = PostgresConnector(server.url(), named: "lock")
      let space = spaces[guilty].journal
      let lock = Statement.confirm(.int(space.space.id), .int(space.fence.term))
      try connection.run([Statement.begin(), lock], within: .seconds(10))
      return { try connection.run([Statement.rollback()], within: .seconds(10)) }
    case .refused:
      let (server, name) = (server, spaces[guilty].name)
      try server.execute("INSERT INTO refused VALUES ('\(name)')")
      return { try server.execute("DELETE FROM refused WHERE name = '\(name)'") }
    }
    return {}
  }

  /// Another process takes a space and commits a group.
  private func take(_ index: Int) throws {
    try free(index)
    let journal = try PostgresJournal(spaces[index].name, of: other) { _ in }
    _ = try journal.acquire()
    let group = spaces[index].groups.nextOfRows()
    try require(journal.commit(group) == .committed, "Who has taken a space cannot use it.")
    _ = spaces[index].twin.commit(group)
    try journal.release()
  }

  private func reopen(_ index: Int) throws {
    try free(index)
    spaces[index].journal = try PostgresJournal(spaces[index].name, of: lease, on: lane) { _ in }
    _ = try spaces[index].journal.acquire()
  }

  private func free(_ index: Int) throws {
    try server.execute(
      "UPDATE dropline.space SET owner = NULL WHERE name = '\(spaces[index].name)'")
  }
}

extension CommitOutcome {
  /// Whether nothing can be committed any more.
  fileprivate func isEnd(by refusal: Bool) -> Bool {
    switch self {
    case .committed, .full: false
    case .fenced: !refusal
    case .unknown(let reason): refusal && reason.hasPrefix("no (")
    }
  }
}
