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
