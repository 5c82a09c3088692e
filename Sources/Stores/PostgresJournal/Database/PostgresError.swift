import BoardJournal

/// Why a pipeline has no results.
enum PostgresError: Error, Hashable {
  /// There is no connection, or it ended. What was sent may have been done.
  case lost(String)
  /// The database refused a statement, and has undone what was before it in the transaction.
  case refused(state: String, message: String)

  /// The fault that the error means for a reader.
  var fault: JournalFault {
    switch self {
    case .lost(let message): .failed("the database does not answer: \(message)")
    case .refused("3F000", _), .refused("42P01", _):
      .unusable("the database has no tables of dropline: `dropline schema` prints what makes them")
    case .refused("42501", let message):
      .unusable("the database lets this user not do what is needed: \(message)")
    case .refused(let state, let message): .failed("the database refuses: \(message) (\(state))")
    }
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
    // The division by the rows counted.
    if case .refused("22012", _) = error { throw space.changed }
    throw error.fault
  }
}

/// A connection that is made when it is needed, and again after it was lost.
final class PostgresConnector {
  private let url: StoreURL
  private var connection: PostgresConnection?
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
  @discardableResult
  func run(
    _ calls: [StatementCall], within limit: Duration
  ) throws(PostgresError) -> [ResultTable] {
    try connected().run(calls, within: limit)
  }
}
