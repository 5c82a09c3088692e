import BoardJournal
import BoardModel
import Foundation
import KillTrial
import LocalNodes
import PostgresJournal
import SQLiteJournal
import Simulation
import SystemTestKit
import TestKit
import Testing

/// Moving a journal between a directory and a space, in both directions.
@Suite("A journal that is moved")
struct MigrationTests {
  /// Places as `dropline migrate` names them.
  private static let here = "a folder/with blanks"
  private static let there =
    "space main of postgres://dropline@one.example,two.example/boards?target_session_attrs=read-write"
  private let server: PostgresServer
  private let scratch: Scratch

  init() throws {
    server = try PostgresServer.shared.get()
    scratch = try Scratch()
  }

  private func directory(
    _ name: String, _ purpose: JournalPurpose = .serving
  ) throws -> SQLiteJournal {
    var settings = SQLiteJournal.Settings.trial
    settings.isLocking = false
    return try SQLiteJournal(scratch.at(name), settings, for: purpose)
  }

  private func space(
    _ name: SpaceName, _ purpose: JournalPurpose = .serving
  ) throws -> PostgresJournal {
    try server.journal(in: name, for: purpose)
  }

  private func name() -> SpaceName { SpaceName("m\(UInt64.random(in: 0...(.max)))")! }

  /// A directory with some groups, and what is in it.
  private func filled(_ groups: Int) throws -> JournalContents {
    let journal = try directory("data")
    _ = try journal.acquire()
    for number in 0..<groups { expectEqual(journal.commit(SampleGroups.group(number)), .committed) }
    return try JournalContents(of: journal)
  }

  private func move(_ source: any MovableJournal, _ target: any MovableJournal) throws {
    let stored = try source.acquire()
    _ = try target.acquire()
    let copy = JournalCopy(from: source.source, to: target)
    try copy.run(stored)
    try source.markMoved(to: Self.there)
    try target.markComplete()
  }

  @Test("is the same at the other place and back again", arguments: [0, 1, 3, 30])
  func andBack(_ groups: Int) throws {
    let before = try filled(groups)
    let name = name()
    try move(
      directory("data", .moving(to: Self.there)),
      space(name, .arriving(from: Self.here, before.epoch)))
    let between = try JournalContents(of: space(name))
    #expect(between.epoch == before.epoch && between.steps == before.steps)
    expectEqual(between.server.clients, before.server.clients)
    try move(
      space(name, .moving(to: Self.there)),
      directory("back", .arriving(from: Self.here, before.epoch)))
    let after = try JournalContents(of: directory("back"))
    expectEqual(after, between)
  }

  @Test("is there already if it is moved once more")
  func again() throws {
    let before = try filled(1)
    let name = name()
    let arriving = JournalPurpose.arriving(from: Self.here, before.epoch)
    try move(directory("data", .moving(to: Self.there)), space(name, arriving))
    let fault = #expect(throws: JournalFault.self) { _ = try space(name, arriving) }
    expectEqual(
      fault,
      .unusable(
        "space \(name) has what was in \(Self.here) already: it was moved there"))
  }

  @Test("goes on where it was: groups can be committed and boards trimmed")
  func goesOn() throws {
    let before = try filled(20)
    let name = name()
    try move(
      directory("data", .moving(to: Self.there)),
      space(name, .arriving(from: Self.here, before.epoch)))
    let journal = try space(name)
    let stored = try journal.acquire()
    for number in 20..<40 { expectEqual(journal.commit(SampleGroups.group(number)), .committed) }
    for board in stored.boards {
      guard let snapshot = board.numbers[JournalNumber.snapshot] else { continue }
      expectEqual(journal.commit([.trim(board.name, upTo: snapshot)]), .committed)
    }
    try expectEqual(JournalContents(of: space(name)).count, 40)
  }

  @Test("cannot be served at its old place any more")
  func moved() throws {
    let before = try filled(2)
    let name = name()
    try move(
      directory("data", .moving(to: Self.there)),
      space(name, .arriving(from: Self.here, before.epoch)))
    let fault = #expect(throws: JournalFault.self) { _ = try directory("data") }
    #expect(try #require(fault).description.hasSuffix("was moved to \(Self.there)"))
    #expect(throws: JournalFault.self) { _ = try SQLiteJournal.inspect(scratch.at("data")) }
    try move(
      space(name, .moving(to: Self.there)),
      directory("back", .arriving(from: Self.here, before.epoch)))
    #expect(throws: JournalFault.unusable("space \(name) was moved to \(Self.there)")) {
      _ = try space(name)
    }
  }

  @Test("cannot be served before it is complete, and a second try completes it")
  func interrupted() throws {
    let before = try filled(9)
    let name = name()
    let purpose = JournalPurpose.arriving(from: Self.here, before.epoch)
    let half = try space(name, purpose)
    _ = try half.acquire()
    expectEqual(half.commit([.created("z", revision: 0)]), .committed)
    #expect(throws: JournalFault.self) { _ = try space(name) }
    // The second try ends after the source was marked, and the third one does the rest.
    let source = try directory("data", .moving(to: Self.there))
    let stored = try source.acquire()
    let target = try space(name, purpose)
    _ = try target.acquire()
    let copy = JournalCopy(from: source.source, to: target)
    try copy.run(stored)
    try source.markMoved(to: Self.there)
    try move(directory("data", .moving(to: Self.there)), space(name, purpose))
    try expectEqual(JournalContents(of: space(name)).steps, before.steps)
  }

  @Test("has a short log, however much is copied")
  func shortLog() throws {
    let source = MemoryJournal(MemoryStore())
    _ = source.acquire()
    let body = [UInt8](repeating: 0x20, count: 2 << 20)
    for board: BoardName in ["a", "b", "c", "d", "e", "f", "g", "h"] {
      let group: JournalGroup = [
        .created(board, revision: 0), .snapshot(board, revision: 0, body: body),
      ]
      expectEqual(source.commit(group), .committed)
    }
    let stored = source.acquire()
    let target = try directory("data", .arriving(from: Self.here, stored.epoch))
    _ = try target.acquire()
    try JournalCopy(from: source.source, to: target).run(stored)
    let log = try FileManager.default.attributesOfItem(
      atPath: scratch.at("data/journal.db-wal"))
    #expect(try #require(log[.size] as? Int) < 3 * body.count)
  }

  @Test("does not arrive where something is")
  func occupied() throws {
    let before = try filled(2)
    let name = try server.space()
    let journal = try space(name)
    _ = try journal.acquire()
    #expect(throws: JournalFault.self) {
      _ = try space(name, .arriving(from: Self.here, before.epoch))
    }
    #expect(throws: JournalFault.self) {
      _ = try directory("data", .arriving(from: Self.here, before.epoch))
    }
    try expectEqual(JournalContents(of: directory("data")), before)
  }
}
