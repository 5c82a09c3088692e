import BoardJournal
import BoardModel
import KillTrial
import LocalNodes
import PostgresJournal
import SQLiteJournal
import Simulation
import SystemTestKit
import TestKit

/// Each implementation of the journal.
enum JournalKind: String, CaseIterable {
  case memory, sqlite, postgres, faultyMemory, faultySQLite
}

/// A storage for journals of one kind, opened successively and concurrently.
final class JournalPlace {
  private let kind: JournalKind
  private let store = MemoryStore()
  private let scratch: Scratch
  /// The space of a journal on PostgreSQL.
  private let space: SpaceName?

  init(_ kind: JournalKind) throws {
    self.kind = kind
    scratch = try Scratch()
    space = kind == .postgres ? try PostgresServer.shared.get().space() : nil
  }

  /// Opens a journal on the stored data.
  func open() throws -> any Journal {
    switch kind {
    case .memory: MemoryJournal(store)
    case .sqlite: try sqlite()
    case .postgres:
      try PostgresServer.shared.get().journal(in: space!)
    case .faultyMemory: FaultyJournal(MemoryJournal(store))
    case .faultySQLite: FaultyJournal(try sqlite())
    }
  }

  private func sqlite() throws -> SQLiteJournal {
    var settings = SQLiteJournal.Settings.trial
    settings.isLocking = false
    return try SQLiteJournal(scratch.at("data"), settings)
  }
}
