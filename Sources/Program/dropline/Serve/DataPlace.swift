import ArgumentParser
import BoardJournal
import BoardModel
import BoardServer
import Glibc
import Logging
import PostgresJournal
import SQLiteJournal

/// The storage of boards: a directory, `none` for memory only, or a space of a database.
enum DataPlace: ExpressibleByArgument, CustomStringConvertible {
  case memory
  case directory(String)
  case space(StoreURL, SpaceName)

  /// The default directory.
  static let standard = DataPlace.directory("dropline-data")

  /// The place that commands use if none is named: `DROPLINE_DATA`, or the default directory.
  ///
  /// - Throws: `ValidationError` if the variable is not a directory's name.
  static func fromEnvironment() throws -> DataPlace {
    try argument(of: "DROPLINE_DATA", "directory") ?? standard
  }

  /// Reads a directory, or `none`.
  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    self = argument == "none" ? .memory : .directory(argument)
  }

  var description: String {
    switch self {
    case .memory: "none"
    case .directory(let path): path
    case .space(let url, let space): "space \(space) of \(url)"
    }
  }

  var defaultValueDescription: String { description }

  /// The space of a database; nil for a place without spaces.
  var space: SpaceName? {
    switch self {
    case .memory, .directory: nil
    case .space(_, let space): space
    }
  }

  /// Opens the journal that is kept there; nil for memory.
  ///
  /// - Parameters:
  ///   - lease: Of this process; nil for a new one.
  ///   - onTrouble: Receives what its operator should know, on the thread that commits.
  func open(
    of lease: NodeLease? = nil, onTrouble: @escaping @Sendable (String) -> Void
  ) throws(JournalFault) -> (any Journal)? {
    switch self {
    case .memory: return nil
    case .directory(let path): return try SQLiteJournal(path)
    case .space(let url, let space):
      return try PostgresJournal(
        space, of: lease ?? NodeLease(url, as: .alone), renewsLease: true, onTrouble: onTrouble)
    }
  }
}

extension DataPlace {
  /// The place as a server takes it.
  ///
  /// - Throws: `JournalFault` if another server has the space, or if it is damaged.
  func opened(logger: Logger) throws(JournalFault) -> BoardServer.Place {
    switch self {
    case .memory: return .memory
    case .directory(let path): return .directory(path)
    case .space(let url, let space):
      var database: PostgresDatabase?
      try StartWait(logger: logger).wait { () throws(JournalFault) in
        let current = if let database { database } else { try PostgresDatabase(url) }
        database = nil
        guard let holder = try current.awaitedHolder(of: space) else { return }
        database = current
        throw .inUse("space \(space) is served by \(holder)")
      }
      guard let journal = try open(onTrouble: { logger.warning("\($0)") }) else { return .memory }
      return .journal(journal, of: space, at: "\(self)")
    }
  }
}

extension BoardStore {
  /// Acquires the journal at a place and restores its boards, which no server serves.
  ///
  /// - Throws: `JournalFault` if a server has the journal, or if it is damaged.
  init(at place: DataPlace) throws(JournalFault) {
    let quiet = Logger(label: "dropline") { _ in SwiftLogNoOpLogHandler() }
    try self.init(try place.open { _ in }, in: place.space, cadence: .automatic, logger: quiet)
  }
}

extension NodeRegistration {
  /// This process, if it is no node.
  static var alone: NodeRegistration {
    NodeRegistration(
      address: nil, process: thisProcess, version: ProgramVersion.text)
  }
}

/// What tells this process from all others, and where it is.
let thisProcess: String = {
  var name = [CChar](repeating: 0, count: 256)
  gethostname(&name, name.count - 1)
  let host = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  return "process \(getpid()) on \(host)"
}()

extension StoreURL: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension SpaceName: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
