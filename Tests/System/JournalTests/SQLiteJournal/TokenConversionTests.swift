import BoardJournal
import BoardModel
import Foundation
import SystemTestKit
import TestKit
import Testing
import TokenHashing

@testable import SQLiteJournal

@Suite("A journal in which tokens were stored as they are")
struct TokenConversionTests {
  private let scratch: Scratch
  private let data: String

  init() throws {
    scratch = try Scratch()
    data = scratch.at("data")
  }

  private static func token(_ number: Int) -> String { "a-secret-of-somebody-\(number)" }
  private static func name(_ number: Int) -> String { "client-\(number)" }

  /// A directory of format 4 with clients 100 to 199, of which the ones before are deleted: their tokens are
  /// in pages that are free. Some clients are in the write-ahead log alone.
  private func writeEarlier() throws {
    for _ in 0..<1 {
      let journal = try SQLiteJournal(data, .trial)
      _ = try journal.acquire()
      expectEqual(journal.commit([.created("list", revision: 0)]), .committed)
    }
    let database = try Database("\(data)/journal.db")
    try database.execute("PRAGMA secure_delete = OFF; DROP TABLE client")
    try database.execute("\(Schema.earlierClientTable); PRAGMA user_version = 4")
    try EarlierFormat.revertBodies(in: database)
    for number in 0..<200 { try add(number, to: database) }
    _ = try database.text("PRAGMA wal_checkpoint(TRUNCATE)")
    for number in 0..<100 {
      try database.execute("DELETE FROM client WHERE id = '\(Self.name(number))'")
    }
  }

  private func add(_ number: Int, to database: Database) throws {
    let (name, token) = (Self.name(number), Self.token(number))
    let sum = Checksum(name, token).stored
    try database.execute("INSERT INTO client VALUES ('\(name)', '\(token)', \(sum))")
  }

  /// The files in which a token begins.
  private func filesWithTokens() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: data).filter { name in
      let bytes = try Data(contentsOf: URL(filePath: "\(data)/\(name)"))
      return bytes.range(of: Data("a-secret-of-somebody".utf8)) != nil
    }.sorted()
  }

  @Test("has no token in any file while it is served and afterwards, and still knows who has one")
  func converted() throws {
    try writeEarlier()
    try expectEqual(filesWithTokens(), ["journal.db"])
    for _ in 0..<1 {
      let journal = try SQLiteJournal(data, .trial)
      let clients = try journal.acquire().clients
      expectEqual(clients.count, 100)
      for client in clients {
        let number = try #require(Int(client.name.string.dropFirst("client-".count)))
        expectEqual(client.token, TokenDigest(of: Self.token(number)))
      }
      try expectEqual(filesWithTokens(), [])
      expectEqual(journal.commit([.number("n", 1)]), .committed)
      try expectEqual(filesWithTokens(), [])
    }
    try expectEqual(filesWithTokens(), [])
  }

  @Test("has no token in its files if they were in the write-ahead log when the server was killed")
  func killed() throws {
    try writeEarlier()
    let database = try Database("\(data)/journal.db")
    _ = try database.text("PRAGMA journal_mode = WAL")
    for number in 300..<340 { try add(number, to: database) }
    try expectEqual(filesWithTokens(), ["journal.db", "journal.db-wal"])
    let copy = try scratch.copy(data, to: "killed")
    try scratch.remove("data")
    try FileManager.default.moveItem(atPath: copy, toPath: data)
    try expectEqual(SQLiteJournal(data, .trial).acquire().clients.count, 140)
    try expectEqual(filesWithTokens(), [])
  }

  @Test("is restored from a backup without a token")
  func backups() throws {
    try writeEarlier()
    try SQLiteJournal.backup(of: data, to: scratch.at("copy"))
    try scratch.remove("data")
    try SQLiteJournal.restore(scratch.at("copy"), to: data)
    try expectEqual(filesWithTokens(), [])
    try expectEqual(SQLiteJournal(data, .trial).acquire().clients.count, 100)
  }

  @Test("is refused if a token was changed, and is as it was")
  func damaged() throws {
    try writeEarlier()
    let database = try Database("\(data)/journal.db")
    try database.execute("UPDATE client SET token = token || 'x' WHERE id = '\(Self.name(150))'")
    #expect(throws: JournalFault.changed("a client")) { try SQLiteJournal(data, .trial) }
    try expectEqual(database.text("PRAGMA user_version"), "4")
    try expectEqual(database.text("SELECT count(*) FROM client"), "100")
  }

  @Test("names each author of a revision by another identity, from which its token cannot be found")
  func authors() throws {
    try writeEarlier()
    let known = EarlierClient(name: Self.name(100), token: Self.token(100))
    let gone = EarlierClient(name: Self.name(1), token: Self.token(1))
    let authors = [known.earlierAuthor, gone.earlierAuthor, "guest-1", "zoe 7", gone.earlierAuthor]
    for _ in 0..<1 {
      let database = try Database("\(data)/journal.db")
      for (index, author) in authors.enumerated() { try add(index, by: author, to: database) }
      try database.execute("UPDATE log SET at = 9 WHERE rev = 5")
    }
    let database = try SQLiteJournal(data, .trial).database
    let found = try database.text("SELECT client FROM log ORDER BY rev").split(separator: "\n")
    expectEqual(found[0], "\(known.name) \(String(known.identity, radix: 16))")
    #expect(found[1].hasPrefix("\(gone.name) ") && found[1] != gone.earlierAuthor)
    expectEqual(found[2...3], ["guest-1", "zoe 7"])
    // A damaged row stays damaged.
    #expect(found[4] == gone.earlierAuthor)
    for row in 1...4 {
      let statement = try database.prepare(
        "SELECT rev, prev, at, client, origin, body, sum FROM log WHERE rev = \(row)")
      try statement.each([]) { row throws(JournalFault) in
        expectEqual(Checksum(row.revision(of: "list"), of: 1).stored, row.int(6))
      }
    }
  }

  private func add(_ index: Int, by author: String, to database: Database) throws {
    let parts = JournalRevision.author(author)
    let revision = JournalRevision(
      board: "list", from: index, to: index + 1, at: 1, client: parts.client,
      identity: parts.identity, origin: nil, body: Array("rename-section 0 s1 A\n".utf8))
    let sum = Checksum(revision, of: 1).stored
    try database.execute(
      "INSERT INTO log VALUES (1, \(index + 1), \(index), 1, '\(author)', NULL, "
        + "'rename-section 0 s1 A\n', \(sum))")
  }
}
