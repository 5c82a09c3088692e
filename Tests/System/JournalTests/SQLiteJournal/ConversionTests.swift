import BoardJournal
import BoardModel
import Foundation
import Simulation
import SystemTestKit
import TestKit
import Testing
import TokenHashing

@testable import SQLiteJournal

@Suite("A journal of the format before this one")
struct ConversionTests {
  private let scratch: Scratch
  private let data: String

  init() throws {
    scratch = try Scratch()
    data = scratch.at("data")
  }

  /// A directory with the journal that a version of the earlier format wrote.
  private func writeEarlier(_ change: String = "") throws {
    try FileManager.default.createDirectory(
      atPath: data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try write([], toFile: "\(data)/journal.db")
    try Database("\(data)/journal.db").execute(EarlierFormat.dump + EarlierFormat.marks + change)
  }

  private static let policies: [ReplayStep] = [
    "policy * limit=9\n", "policy s1 max-items=3 empty=remove\n", "policy s2 on-choose=move:s1\n",
  ].map { .policy(body: Array($0.utf8)) }

  @Test("is converted when it is opened, and has all that it had")
  func converted() throws {
    try writeEarlier()
    for _ in 0..<2 {
      let found = try JournalContents(of: SQLiteJournal(data, .trial))
      expectEqual(found.epoch.string, "eybzzhxc")
      expectEqual(
        found.server.boards,
        [
          StoredBoard(name: "empty", head: 0),
          StoredBoard(
            name: "list", head: 5, numbers: ["items": 3, "sections": 3],
            policy: Array("policy * limit=9\n".utf8)),
        ])
      expectEqual(found.server.clients.map(\.replies.count), [1])
      expectEqual(found.server.numbers["guests"], 100)
      expectEqual(found.steps["list"]?.suffix(3), Self.policies[...])
      expectEqual(found.steps["list"]?.count, 9)
      expectEqual(found.steps["empty"], [.snapshot(revision: 0, body: [])])
    }
    let journal = try SQLiteJournal(data, .trial)
    _ = try journal.acquire()
    expectEqual(journal.commit([.policy("list", target: "s1", body: [])]), .committed)
    let steps = try JournalContents(of: journal).steps["list"]
    expectEqual(steps?.suffix(2), [Self.policies[0], Self.policies[2]])
  }

  @Test("is converted from the format in which a snapshot has no parts")
  func withoutParts() throws {
    for _ in 0..<1 {
      let journal = try SQLiteJournal(data, .trial)
      _ = try journal.acquire()
      for number in 0..<2 { expectEqual(journal.commit(SampleGroups.group(number)), .committed) }
    }
    let steps = try JournalContents(of: SQLiteJournal(data, .trial)).steps
    let database = try Database("\(data)/journal.db")
    try EarlierFormat.revertTokens(in: database)
    try EarlierFormat.revertBodies(in: database)
    try database.execute("DROP TABLE snapshot_part; PRAGMA user_version = 3")
    try expectEqual(JournalContents(of: SQLiteJournal(data, .trial)).steps, steps)
    try expectEqual(database.text("PRAGMA user_version"), "\(Schema.format)")
  }

  @Test("is converted from the format in which a search reads bodies, and has what it had")
  func withBodies() throws {
    for _ in 0..<1 {
      let journal = try SQLiteJournal(data, .trial)
      _ = try journal.acquire()
      for number in 0..<8 { expectEqual(journal.commit(SampleGroups.group(number)), .committed) }
    }
    let before = try JournalContents(of: SQLiteJournal(data, .trial))
    #expect(before.steps.values.joined().count > 8)
    let database = try Database("\(data)/journal.db")
    try EarlierFormat.revertBodies(in: database)
    try database.execute("PRAGMA user_version = 5")
    try SQLiteJournal.backup(of: data, to: scratch.at("copy"))
    try SQLiteJournal.restore(scratch.at("copy"), to: scratch.at("restored"))
    try expectEqual(database.text("PRAGMA user_version"), "5")
    for directory in [data, scratch.at("restored")] {
      let found = try JournalContents(of: SQLiteJournal(directory, .trial))
      #expect(found.steps == before.steps && found.server.boards == before.server.boards)
    }
  }

  @Test(
    "is converted from the formats in which no revision leaps, no board has a title, and no item fields",
    arguments: [6, 7, 8])
  func sameTables(_ format: Int) throws {
    for _ in 0..<1 {
      let journal = try SQLiteJournal(data, .trial)
      _ = try journal.acquire()
      expectEqual(journal.commit(SampleGroups.group(0)), .committed)
    }
    let steps = try JournalContents(of: SQLiteJournal(data, .trial)).steps
    let database = try Database("\(data)/journal.db")
    try database.execute("PRAGMA user_version = \(format)")
    try expectEqual(JournalContents(of: SQLiteJournal(data, .trial)).steps, steps)
    try expectEqual(database.text("PRAGMA user_version"), "\(Schema.format)")
  }

  @Test("can be backed up and restored")
  func backups() throws {
    try writeEarlier()
    try SQLiteJournal.restore("\(data)/journal.db", to: scratch.at("restored"))
    try SQLiteJournal.backup(of: data, to: scratch.at("copy"))
    try SQLiteJournal.restore(scratch.at("copy"), to: scratch.at("again"))
    for directory in ["restored", "again"] {
      let found = try JournalContents(of: SQLiteJournal(scratch.at(directory), .trial))
      expectEqual(found.steps["list"]?.suffix(3), Self.policies[...])
      #expect(found.epoch.string != "eybzzhxc")
    }
    try expectEqual(Database("\(data)/journal.db").text("PRAGMA user_version"), "2")
  }

  @Test(
    "is refused if it is damaged, and is not changed",
    arguments: [
      "UPDATE board SET policies = '' WHERE name = 'list'", "UPDATE board SET head = 4",
      "DROP TABLE number", "DELETE FROM board WHERE name = 'empty'",
    ])
  func damaged(_ change: String) throws {
    try writeEarlier(change)
    guard case .damaged? = fault() else {
      Issue.record("It is not found out.")
      return
    }
    try expectEqual(Database("\(data)/journal.db").text("PRAGMA user_version"), "2")
  }

  private func fault() -> JournalFault? {
    do throws(JournalFault) { _ = try SQLiteJournal(data, .trial) } catch { return error }
    return nil
  }

  @Test("is converted wholly or not at all, whichever call fails", arguments: CallFaultTests.faults)
  func interrupted(_ fault: CallFaultTests.Fault) throws {
    for _ in 0..<1 {
      let journal = try SQLiteJournal(data, .trial)
      _ = try journal.acquire()
      for number in 0..<8 { expectEqual(journal.commit(SampleGroups.group(number)), .committed) }
    }
    try EarlierFormat.revert("\(data)/journal.db")
    let helper = try HelperProgram.Loaded()
    for number in 1... {
      let directory = try scratch.copy(data, to: "\(number)")
      let report = helper.run(
        directory, count: 8, "\(fault.kind):\(fault.error):\(number):\(fault.mode)")
      try report.examine(directory, begun: 8)
      try scratch.remove("\(number)")
      if try #require(report.calls) < number { break }
    }
  }
}

extension EarlierFormat {
  /// Writes the board rows of a journal as the earlier format had them.
  static func revert(_ file: String) throws {
    let database = try Database(file)
    let statements = try Statements(database)
    let rows = try statements.boards()
    try revertTokens(in: database)
    for (row, _) in rows { try statements.joinParts(of: row.id, in: database) }
    try revertBodies(in: database)
    var sql = "BEGIN; DROP TABLE board; \(boardTable);"
    for (row, board) in rows {
      let policies = try database.text("SELECT body FROM policy WHERE board = \(row.id)")
        .split(separator: "\n").map { "\($0)\n" }.joined()
      let sum = JournaledBoard(
        id: row.id, head: row.head, policySum: Checksum(Array(policies.utf8)).value)
      sql += "INSERT INTO board VALUES (\(row.id), '\(board.name)', \(row.head), '\(policies)', "
      sql += "\(sum.checksum(of: board.name)));"
    }
    try database.execute(
      "\(sql) DROP TABLE policy; DROP TABLE snapshot_part; PRAGMA user_version = 2; COMMIT")
  }

  /// Writes revisions and snapshots as format 5 had them.
  static func revertBodies(in database: Database) throws {
    for table in Schema.bodyTables {
      try database.execute(
        """
        ALTER TABLE \(table.name) RENAME TO later; \(table.earlier);
        INSERT INTO \(table.name) (\(table.columns)) SELECT \(table.columns) FROM later;
        DROP TABLE later
        """)
    }
  }

  /// Writes the clients of `SampleGroups` as the earlier format had them: with their tokens.
  static func revertTokens(in database: Database) throws {
    let tokens = ["secret-long-enough"] + (0..<40).map { "token-\($0)" }
    let rows = try database.text("SELECT id || ' ' || digest FROM client").split(separator: "\n")
    try database.execute("DROP TABLE client; \(Schema.earlierClientTable)")
    for row in rows {
      let words = row.split(separator: " ").map(String.init)
      let token = try #require(tokens.first { TokenDigest(of: $0).description == words[1] })
      let sum = Checksum(words[0], token).stored
      try database.execute("INSERT INTO client VALUES ('\(words[0])', '\(token)', \(sum))")
    }
  }

  private static var boardTable: String {
    String(dump[..<dump.firstIndex(of: ";")!])
  }
}

extension Statements {
  /// Writes the snapshots of a board without parts.
  fileprivate func joinParts(of board: Int, in database: Database) throws {
    let revisions = try database.prepare("SELECT rev FROM snapshot WHERE board = ?")
    let body = try database.prepare("SELECT body FROM snapshot WHERE board = ? AND rev = ?")
    for revision in try revisions.numbers([.int(board)]) {
      var whole: [UInt8] = []
      try readParts.each([.int(board), .int(revision)]) { whole += $0.bytes(1) }
      try body.each([.int(board), .int(revision)]) { whole += $0.bytes(0) }
      try dropParts.run([.int(board), .int(revision)])
      let sum = Checksum(snapshot: whole, behind: [], of: board, revision)
      try addSnapshot.run([.int(board), .int(revision), .int(sum.stored)], body: whole)
    }
  }
}
