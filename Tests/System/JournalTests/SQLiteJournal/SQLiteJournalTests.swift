import BoardJournal
import BoardModel
import Foundation
import Simulation
import SystemTestKit
import TestKit
import Testing

@testable import SQLiteJournal

@Suite("A journal in a directory")
struct SQLiteJournalTests {
  private let scratch: Scratch
  private let data: String

  init() throws {
    scratch = try Scratch()
    data = scratch.at("data")
  }

  private func opened() throws -> SQLiteJournal {
    let journal = try SQLiteJournal(data, .trial)
    _ = try journal.acquire()
    return journal
  }

  private func mode(_ name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(data)/\(name)")
    return attributes[.posixPermissions] as? Int
  }

  @Test("has permissions only for its owner")
  func modes() throws {
    let journal = try opened()
    expectEqual(journal.commit(SampleGroups.group(0)), .committed)
    try expectEqual(mode(""), 0o700)
    let names = try FileManager.default.contentsOfDirectory(atPath: data)
    let expected = [
      "journal.db", "journal.db-shm", "journal.db-wal", "lock", "reserve", "witness",
    ]
    expectEqual(names.sorted(), expected)
    for name in names { try expectEqual(mode(name), 0o600, "\(name)") }
  }

  @Test("is served by one process at a time; the error for a second one has its process id")
  func lock() throws {
    let journal = try opened()
    let pid = ProcessInfo.processInfo.processIdentifier
    let message = "the data directory \(data) is in use by process \(pid)"
    #expect(throws: JournalFault.inUse(message)) { try SQLiteJournal(data, .trial) }
    expectEqual(journal.commit(SampleGroups.group(0)), .committed)
  }

  @Test("is unlocked when its journal is released")
  func unlocked() throws {
    for _ in 0..<3 { _ = try opened() }
  }

  @Test("syncs to the disk on every commit")
  func synchronous() throws {
    let journal = try opened()
    try expectEqual(journal.database.text("PRAGMA synchronous"), "2")
    try expectEqual(journal.database.text("PRAGMA journal_mode"), "wal")
    try expectEqual(journal.database.text("PRAGMA wal_autocheckpoint"), "0")
  }

  @Test(
    "refuses another format by its number, whoever opens it", arguments: [1, Schema.format + 1])
  func formats(_ format: Int) throws {
    for _ in 0..<1 { _ = try opened() }
    let (file, maker) = ("\(data)/journal.db", format < Schema.format ? "an earlier" : "a later")
    try Database(file).execute("PRAGMA user_version = \(format)")
    let fault = JournalFault.unusable(
      "the journal has format \(format), made by \(maker) Dropline; this one reads format "
        + "\(Schema.format). "
        + "Serve it with the version that made it, or choose another directory")
    #expect(throws: fault) { try SQLiteJournal(data, .trial) }
    #expect(throws: fault) { try JournalReader(of: data) }
    #expect(throws: fault) { try SQLiteJournal.backup(of: data, to: scratch.at("copy")) }
    #expect(throws: fault) { try SQLiteJournal.restore(file, to: scratch.at("restored")) }
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: scratch.path), ["data"])
  }

  @Test("refuses a database that is not a journal")
  func kinds() throws {
    for _ in 0..<1 { _ = try opened() }
    try Database("\(data)/journal.db").execute("PRAGMA application_id = 7")
    #expect(throws: JournalFault.unusable("this is a database, but no journal of Dropline")) {
      try SQLiteJournal(data, .trial)
    }
  }

  @Test("has an epoch that no other directory has, and keeps it")
  func epoch() throws {
    let epoch = try SQLiteJournal(data, .trial).acquire().epoch
    expectEqual(epoch.string.utf8.count, 8)
    for _ in 0..<3 { try expectEqual(SQLiteJournal(data, .trial).acquire().epoch, epoch) }
    let other = try SQLiteJournal(scratch.at("other"), .trial).acquire().epoch
    #expect(other != epoch)
  }

  @Test("is created again if its creation was interrupted")
  func halfMade() throws {
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    try write([1, 2, 3], toFile: "\(data)/new.db")
    try expectEqual(opened().commit(SampleGroups.group(0)), .committed)
  }

  @Test("releases its reserve for pending commits on a full disk, and creates it again")
  func reserve() throws {
    let journal = try opened()
    expectEqual(journal.commit(SampleGroups.group(0)), .committed)
    // A full disk: the file may not grow by a page.
    let pages = try journal.database.text("PRAGMA page_count")
    try journal.database.execute("PRAGMA max_page_count = \(pages)")
    #expect(!journal.isDiskFull)
    let body = [UInt8](repeating: 0x6D, count: 100_000)
    expectEqual(journal.commit([.policy("a", target: "*", body: body)]), .full)
    #expect(journal.isDiskFull && !FileManager.default.fileExists(atPath: "\(data)/reserve"))
    expectEqual(journal.commit([.number("n", 1)]), .committed)
    #expect(journal.makeRoom() && !journal.isDiskFull)
    try journal.database.execute("PRAGMA max_page_count = 1000000")
    expectEqual(journal.commit([.policy("a", target: "*", body: body)]), .committed)
    expectEqual(journal.commit(SampleGroups.group(1)), .committed)
  }

  @Test("copies a long log into the database, and reuses the log")
  func checkpoints() throws {
    let journal = try opened()
    var longest = 0
    for number in 0..<400 {
      expectEqual(journal.commit(SampleGroups.group(number)), .committed)
      try journal.checkpoint()
      longest = max(longest, try contents(ofFile: "\(data)/journal.db-wal").count)
    }
    #expect(longest < 256 << 10, "\(longest) bytes")
    #expect(try contents(ofFile: "\(data)/journal.db").count < 200 << 10)
  }

  @Test("extends its log while a reader is open, and truncates it afterwards")
  func longLog() throws {
    let journal = try opened()
    let log = "\(data)/journal.db-wal"
    expectEqual(journal.commit(SampleGroups.group(0)), .committed)
    let reader = try Database("\(data)/journal.db", readOnly: true)
    try reader.execute("BEGIN; SELECT count(*) FROM log")
    var number = 1
    while try contents(ofFile: log).count < 512 << 10 {
      expectEqual(journal.commit(SampleGroups.group(number)), .committed)
      try journal.checkpoint()
      number += 1
    }
    try reader.execute("COMMIT")
    var isCut = false
    for next in number..<number + 40 {
      expectEqual(journal.commit(SampleGroups.group(next)), .committed)
      try journal.checkpoint()
      if try contents(ofFile: log).isEmpty { isCut = true }
    }
    #expect(isCut)
  }

  @Test("writes little to remove a large board, and reuses its room")
  func removal() throws {
    let journal = try opened()
    let body = [UInt8](repeating: 0x6D, count: 2 << 20)
    for _ in 0..<3 {
      let creation: JournalGroup = [
        .created("a", revision: 1), .snapshot("a", revision: 1, body: body),
      ]
      expectEqual(journal.commit(creation), .committed)
      try journal.checkpoint()
      expectEqual(journal.commit([.number("n", 1)]), .committed)
      expectEqual(journal.commit([.removed("a")]), .committed)
      try journal.checkpoint()
      #expect(try contents(ofFile: "\(data)/journal.db-wal").count < 200 << 10)
    }
    #expect(try contents(ofFile: "\(data)/journal.db").count < 3 << 20)
  }

  @Test("commits nothing more after an unknown outcome")
  func broken() throws {
    let journal = try opened()
    expectEqual(journal.commit(SampleGroups.group(0)), .committed)
    try journal.database.execute("DROP TABLE reply")
    for _ in 0..<2 {
      guard case .unknown = journal.commit(SampleGroups.group(1)) else {
        Issue.record("It goes on.")
        return
      }
    }
  }
}
