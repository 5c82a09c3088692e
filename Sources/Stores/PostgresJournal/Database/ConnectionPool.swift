import BoardJournal
import Synchronization

/// Connections for any thread, each used by one body at a time. Some of them are kept for the next body.
final class ConnectionPool: Sendable {
  private let url: StoreURL
  private let idle = Mutex<[PostgresConnection]>([])
  /// The most connections that are kept.
  private static let mostIdle = 4

  init(_ url: StoreURL) { self.url = url }

  /// Runs a body with a connection, which is of no use any more if the body throws.
  func using<Result>(
    _ body: (PostgresConnection) throws(JournalFault) -> Result
  ) throws(JournalFault) -> Result {
    let connection = try connected()
    let result = try body(connection)
    keep(connection)
    return result
  }

  /// Runs statements if that needs no new connection. They may fail.
  func tryRunning(_ calls: [StatementCall], within limit: Duration) {
    guard let connection = takeIdle() else { return }
    guard (try? connection.run(calls, within: limit)) != nil else { return }
    keep(connection)
  }

  /// A connection that was kept and still answers, or a new one.
  private func connected() throws(JournalFault) -> PostgresConnection {
    while let connection = takeIdle() {
      if (try? connection.run([Statement.ping()], within: .seconds(2))) != nil { return connection }
    }
    return try asFault { () throws(PostgresError) in try PostgresConnection(url) }
  }

  private func takeIdle() -> PostgresConnection? { idle.withLock { $0.popLast() } }

  private func keep(_ connection: PostgresConnection) {
    idle.withLock { if $0.count < Self.mostIdle { $0.append(connection) } }
  }
}
