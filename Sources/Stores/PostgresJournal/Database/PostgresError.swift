import BoardJournal

/// Why a pipeline has no results.
enum PostgresError: Error, Hashable {
  /// There is no connection, or it ended. What was sent may have been done.
  case lost(String)
  /// The database refused a statement, and has undone what was before it in the transaction.
  case refused(state: String, message: String)
}

extension PostgresError {
  /// - Parameter message: Of libpq: of a server that has refused the connection it is `…FATAL:  SQLSTATE: …; LOCATION…`.
  init(failureToConnect message: String) {
    let refusal = message.matches(of: /FATAL: +([0-9A-Z]{5}): ([^;]+)/).last?.output
    guard let refusal else {
      self = .lost(message)
      return
    }
    let error = PostgresError.refused(state: String(refusal.1), message: String(refusal.2))
    self = error.kind == .lost ? .lost(error.sentence) : error
  }
}

/// Maps errors of a body that changes nothing to journal faults.
func asFault<Result>(_ body: () throws(PostgresError) -> Result) throws(JournalFault) -> Result {
  do { return try body() } catch { throw error.fault }
}

/// Maps errors of a body to journal faults that changes a space as long as it has its term.
func asFault<Result>(
  counting space: StoredSpace, _ body: () throws(PostgresError) -> Result
) throws(JournalFault) -> Result {
  do { return try body() } catch {
    throw error.kind == .overtaken ? space.changed : error.fault
  }
}

/// A connection that is made when it is needed, and again after it was lost, used by one thread at a time.
final class PostgresConnector: @unchecked Sendable {
  private let url: StoreURL
  private var connection: PostgresConnection? { didSet { lockLimit = nil } }
  /// For how many milliseconds the connection waits for a lock; nil for as long as the database lets it.
  private var lockLimit: Int?
  /// The name of its connections for others who look at the database.
  private let name: String

  init(_ url: StoreURL, named name: String) {
    self.url = url
    self.name = name
  }

  private func connected() throws(PostgresError) -> PostgresConnection {
    if let connection { return connection }
    let opened = try PostgresConnection(url)
    try opened.run([Statement.setName(.text(name))], within: .seconds(10))
    connection = opened
    return opened
  }

  /// Gives up the connection: it was lost, or may be in the middle of something.
  func drop() { connection = nil }

  /// Runs statements, as `PostgresConnection.run` does.
  ///
  /// - Parameter lockLimit: For how many milliseconds they wait for a lock; nil for as long as the database lets them.
  @discardableResult
  func run(
    _ calls: [StatementCall], within limit: Duration, lockLimit: Int? = nil
  ) throws(PostgresError) -> [ResultTable] {
    let connection = try connected()
    if lockLimit != self.lockLimit {
      let value = lockLimit.map { PostgresValue.int($0) } ?? .null
      try connection.run([Statement.limitLocks(value)], within: limit)
      self.lockLimit = lockLimit
    }
    return try connection.run(calls, within: limit)
  }
}
