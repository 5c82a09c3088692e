import BoardJournal
import BoardModel
import Simulation
import SystemTestKit
import TestKit
import Testing

@testable import SQLiteJournal

/// Rows that were changed by another program.
@Suite("A tampered journal")
struct TamperTests {
  private let scratch: Scratch
  private let data: String

  /// Boards `a`, `b`, `c` and `d`, with revisions, snapshots, policies and numbers.
  init() throws {
    scratch = try Scratch()
    data = scratch.at("data")
    let journal = try SQLiteJournal(data, .trial)
    _ = try journal.acquire()
    for number in 0..<8 { expectEqual(journal.commit(SampleGroups.group(number)), .committed) }
  }

  private func fault(after sql: String) throws -> JournalFault? {
    try Database("\(data)/journal.db").execute(sql)
    do {
      _ = try JournalContents(of: SQLiteJournal(data, .trial))
      return nil
    } catch let fault as JournalFault {
      return fault
    }
  }

  /// Changes that a journal never makes. `board(a)` stands for the id of a board.
  static let changes = [
    "UPDATE board SET name = 'x' WHERE name = 'a'",
    "UPDATE board SET name = CASE name WHEN 'a' THEN 'b' ELSE 'a' END WHERE name IN ('a', 'b')",
    "UPDATE board SET name = 'no name!' WHERE name = 'a'",
    "UPDATE board SET head = head - 1 WHERE name = 'a'",
    "UPDATE board SET policy_sum = policy_sum + 1 WHERE name = 'b'",
    "UPDATE policy SET body = 'policy * paused=yes' WHERE target = '*'",
    "UPDATE policy SET target = 's9' WHERE target = '*'",
    "UPDATE policy SET sum = sum + 1",
    "DELETE FROM policy WHERE board = board(b) AND target = '*'",
    "INSERT INTO policy VALUES (99, '*', '', 0)",
    "UPDATE board SET id = 99 WHERE name = 'a'",
    "DELETE FROM board WHERE name = 'a'",
    "DELETE FROM board WHERE name = 'd'",
    "DELETE FROM log WHERE board = board(a) AND rev = (SELECT max(rev) FROM log)",
    "DELETE FROM log WHERE board = board(d)",
    "UPDATE log SET board = board(c) WHERE board = board(d)",
    "UPDATE log SET board = 99 WHERE board = board(a)",
    "UPDATE log SET body = body || 'delete 0.0 i1' WHERE board = board(a) AND rev = 16",
    "UPDATE log SET client = 'bob' WHERE board = board(a) AND rev = 16",
    "UPDATE log SET at = at + 1 WHERE board = board(a) AND rev = 16",
    "UPDATE log SET origin = NULL WHERE origin IS NOT NULL",
    "DELETE FROM snapshot WHERE board = board(b)",
    "UPDATE snapshot SET body = replace(body, 'Käse', 'Wurst') WHERE board = board(a)",
    "UPDATE snapshot SET rev = rev + 1 WHERE board = board(b)",
    "INSERT INTO snapshot VALUES (99, 1, 0, '')",
    "INSERT INTO board_number VALUES (99, 'items', 1, 0)",
    "UPDATE board_number SET value = value + 1 WHERE board = board(a)",
    "UPDATE board_number SET board = board(b) WHERE board = board(a)",
    "UPDATE number SET value = value + 1",
    "UPDATE number SET key = 'items' WHERE key = 'groups'",
    "UPDATE client SET digest = 'mine' WHERE id = 'anna'",
    "UPDATE reply SET body = 'ok'",
    "UPDATE journal SET epoch = 'another1'",
    "UPDATE journal SET epoch = 'NO'",
    "UPDATE journal SET groups = groups + 1",
    "UPDATE journal SET backup = 1",
    "INSERT INTO journal SELECT 2, epoch, groups, backup, sum FROM journal",
    "DELETE FROM journal",
    "DROP TABLE board_number",
    "ALTER TABLE board ADD COLUMN base INTEGER",
  ]

  @Test("is refused", arguments: changes)
  func refused(_ change: String) throws {
    let sql = change.replacing(/board\(([a-d])\)/) {
      "(SELECT id FROM board WHERE name = '\($0.output.1)')"
    }
    guard case .damaged(let sentence) = try fault(after: sql) else {
      Issue.record("It is not found out.")
      return
    }
    #expect(sentence.count > 20)
  }

  @Test("is refused if two boards have one name")
  func duplicateNames() throws {
    let sum = JournaledBoard(id: 99, head: 0).checksum(of: "a")
    let fault = try fault(after: "INSERT INTO board VALUES (99, 'a', 0, 0, \(sum))")
    expectEqual(fault, .changed("the name of a board"))
  }

  @Test("is served if nothing was changed")
  func untouched() throws {
    expectNil(try fault(after: "SELECT count(*) FROM board"))
    let found = try JournalContents(of: SQLiteJournal(data, .trial))
    expectEqual(found.server.boards.map(\.name), ["a", "b", "c", "d"])
    let expected = try found.expected
    #expect(found.count == 8 && found == expected)
  }
}
