import BoardJournal
import SQLiteJournal
import SystemTestKit
import TestKit

/// Each implementation of the journal that there is.
enum JournalKind: String, CaseIterable {
  case memory, sqlite, faultyMemory, faultySQLite
}

/// A place where journals of one kind are opened, one after the other and beside each other.
final class JournalPlace {
  private let kind: JournalKind
  private let store = MemoryStore()
  private let scratch: Scratch

  init(_ kind: JournalKind) throws {
    self.kind = kind
    scratch = try Scratch()
  }

  /// Opens a journal on what the others have left.
  func open() throws -> any Journal {
    switch kind {
    case .memory: MemoryJournal(store)
    case .sqlite: try sqlite()
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
