import BoardJournal
import BoardModel
import Foundation
import KillTrial
import LocalNodes
import PostgresJournal
import SystemTestKit
import TestKit
import Testing

@testable import SQLiteJournal

@Suite("A backup of a space")
struct SpaceBackupTests {
  private let server: PostgresServer
  private let scratch: Scratch
  private let space: SpaceName

  init() throws {
    server = try PostgresServer.shared.get()
    scratch = try Scratch()
    space = try server.space()
  }

  private var file: String { scratch.at("backup") }

  /// Fills the space with sample groups.
  ///
  /// - Returns: Its journal, which goes on.
  private func filled(_ groups: Int) throws -> PostgresJournal {
    let journal = try server.journal(in: space)
    _ = try journal.acquire()
    for number in 0..<groups { expectEqual(journal.commit(SampleGroups.group(number)), .committed) }
    return journal
  }

  /// Backs the space up.
  ///
  /// - Parameter hook: Runs before each step that is read of a board, with the number of steps before it.
  private func backUp(
    _ name: SpaceName? = nil, in place: PostgresServer? = nil,
    _ hook: @escaping (Int) -> Void = { _ in }
  ) throws {
    let snapshot = try SpaceSnapshot(of: name ?? space, in: (place ?? server).url())
    let source = HookedSource(snapshot, hook)
    try SQLiteJournal.backup(of: snapshot.stored, from: source, to: file)
  }

  private func restored(_ name: String = "restored") throws -> SQLiteJournal {
    try SQLiteJournal.restore(file, to: scratch.at(name))
    return try SQLiteJournal(scratch.at(name), .trial)
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
  }

  private func row() throws -> String {
    try server.execute("SELECT s FROM dropline.space s WHERE name = '\(space)'")
  }

  @Test("has all that the space has, and leaves the space as it is", arguments: [0, 1, 3, 30])
  func everything(_ groups: Int) throws {
    let journal = try filled(groups)
    let before = try (row(), JournalContents(of: journal))
    let row = try row()
    try backUp()
    try expectEqual(self.row(), row)
    expectEqual(journal.commit(SampleGroups.group(groups)), .committed)
    try expectEqual(files(), ["backup"])
    let statements = try Statements(Database(file, readOnly: true))
    let state = try statements.state()
    #expect(state.isBackup && state.epoch == before.1.epoch)
    try expectEqual(statements.clients(), before.1.server.clients)
    try expectEqual(statements.numbers(), before.1.server.numbers)
    let found = try JournalContents(of: restored())
    #expect(found.steps == before.1.steps && found.server.boards == before.1.server.boards)
    if groups > 0 { try expectEqual(found, found.expected(restoredAfter: groups)) }
  }

  @Test("is a file as one of a directory is")
  func form() throws {
    _ = try filled(3)
    try backUp()
    let journal = try restored()
    _ = try journal.acquire()
    try SQLiteJournal.backup(of: scratch.at("restored"), to: scratch.at("other"))
    let (one, other) = try (contents(ofFile: file), contents(ofFile: scratch.at("other")))
    // The page size, the kind of the log, the text encoding, the format and the application.
    for range in [16..<24, 56..<64, 68..<72] { expectEqual(one[range], other[range]) }
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("has one moment, while the space changes and others take it")
  func moment() throws {
    let first = try filled(20)
    let epoch = try JournalContents(of: first).epoch
    var (journal, next) = (first, 20)
    try backUp { step in
      if step == 1 {
        journal = try! server.journal(in: space)
        _ = try! journal.acquire()
      }
      expectEqual(journal.commit(SampleGroups.group(next)), .committed)
      next += 1
    }
    #expect(next > 40)
    try expectEqual(JournalContents(of: journal).count, next)
    let found = try JournalContents(of: restored())
    #expect(found.epoch != epoch && found.count == 20)
    try expectEqual(found, found.expected(restoredAfter: 20))
  }

  @Test("has a new epoch in each place that it is put back to, a directory or a space")
  func epoch() throws {
    let before = try JournalContents(of: filled(9))
    try backUp()
    let first = try JournalContents(of: restored("first"))
    try expectEqual(JournalContents(of: SQLiteJournal(scratch.at("first"), .trial)), first)
    let name = SpaceName("\(space)-again")!
    try SQLiteJournal.restore(file, to: scratch.at("second"))
    try move(scratch.at("second"), to: name)
    let second = try JournalContents(of: server.journal(in: name))
    expectEqual(Set([before, first, second].map(\.epoch)).count, 3)
    #expect(second.steps == before.steps && second.server.numbers == before.server.numbers)
    expectEqual(second.server.clients, first.server.clients)
    #expect(second.server.clients.flatMap(\.replies).isEmpty)
    try expectEqual(JournalContents(of: server.journal(in: space)), before)
  }

  /// Moves a directory to a space.
  private func move(_ directory: String, to name: SpaceName) throws {
    let source = try SQLiteJournal(directory, .trial, for: .moving(to: "there"))
    let stored = try source.acquire()
    let target = try server.journal(in: name, for: .arriving(from: "here", stored.epoch))
    _ = try target.acquire()
    try JournalCopy(from: source.source, to: target).run(stored)
    try source.markMoved(to: "there")
    try target.markComplete()
  }

  private func fault(_ body: () throws -> Void) throws -> String {
    let fault = #expect(throws: JournalFault.self) { try body() }
    return try #require(fault).description
  }

  @Test(
    "is not made of a space that cannot be served",
    arguments: [
      ("moved", "there", "was moved to there"), ("arriving", "here", "is incomplete"),
      ("restored", "it had come to 9 groups", "`dropline space accept-loss"),
    ])
  func unusable(_ state: String, _ note: String, _ reason: String) throws {
    _ = try filled(1)
    try server.execute(
      "UPDATE dropline.space SET state = '\(state)', note = '\(note)' WHERE name = '\(space)'")
    #expect(try fault { try backUp() }.contains(reason))
    try expectEqual(files(), [])
  }

  @Test("is not made of a space that is not there, nor of a database with other tables")
  func unknown() throws {
    let none = SpaceName("no-such-space")!
    #expect(try fault { try backUp(none) }.hasPrefix("there is no space no-such-space"))
    let bare = try PostgresServer(hasTables: false)
    #expect(try fault { try backUp(in: bare) }.contains("`dropline schema` prints"))
    let own = try PostgresServer()
    for format in [1, 99] {
      try own.execute("UPDATE dropline.format SET version = \(format), compatible = \(format)")
      #expect(try fault { try backUp(in: own) }.contains("has tables of format \(format)"))
    }
    try expectEqual(files(), [])
  }

  @Test("needs only the right to read")
  func reader() throws {
    let before = try JournalContents(of: filled(5))
    try server.execute(
      """
      CREATE ROLE reader LOGIN; GRANT USAGE ON SCHEMA dropline TO reader;
      GRANT SELECT ON ALL TABLES IN SCHEMA dropline TO reader;
      """)
    let address = server.address().replacing("//dropline@", with: "//reader@")
    let snapshot = try SpaceSnapshot(of: space, in: #require(StoreURL(address)))
    try SQLiteJournal.backup(of: snapshot.stored, from: snapshot, to: file)
    try expectEqual(JournalContents(of: restored()).steps, before.steps)
  }

  @Test("replaces no file")
  func occupied() throws {
    _ = try filled(1)
    try write([1], toFile: file)
    try expectEqual(fault { try backUp() }, "\(file) is there already")
    try expectEqual(contents(ofFile: file), [1])
    try expectEqual(files(), ["backup"])
  }

  @Test("is not made of damaged rows, and leaves no file then")
  func damaged() throws {
    _ = try filled(3)
    try server.execute(
      """
      UPDATE dropline.log SET body = 'x' WHERE rev = 5
        AND space = (SELECT id FROM dropline.space WHERE name = '\(space)')
      """)
    #expect(try fault { try backUp() }.contains("revision 5 of board b is not as it was written"))
    try expectEqual(files(), [])
  }

  @Test("leaves no file if the database goes away in the middle, and can be made afterwards")
  func interrupted() throws {
    let own = try PostgresServer()
    try PostgresDatabase(own.url()).create(space)
    let journal = try own.journal(in: space)
    _ = try journal.acquire()
    for number in 0..<3 { expectEqual(journal.commit(SampleGroups.group(number)), .committed) }
    let reason = try fault {
      try backUp(in: own) { step in if step == 3 { try! own.crash() } }
    }
    #expect(reason.hasPrefix("the database does not answer: "))
    try expectEqual(files(), [])
    try own.start()
    try backUp(in: own)
    try expectEqual(files(), ["backup"])
  }
}

/// A source with a hook before each step.
private final class HookedSource: BoardSource, @unchecked Sendable {
  private let source: any BoardSource
  private let hook: (Int) -> Void
  private var steps = 0

  init(_ source: any BoardSource, _ hook: @escaping (Int) -> Void) {
    (self.source, self.hook) = (source, hook)
  }

  func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    try source.replay(board) { step throws(JournalFault) in
      hook(steps)
      steps += 1
      try visit(step)
    }
  }

  func check() throws(JournalFault) { try source.check() }

  func stopCheck() { source.stopCheck() }
}
