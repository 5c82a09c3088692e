/// A connection that is made when it is needed, and again after it was lost.
final class PostgresConnector {
  private let url: StoreURL
  private var connection: PostgresConnection?
  /// The name of its connections for others who look at the database.
  private let name: String?

  /// - Parameter connection: One that is there already.
  init(_ url: StoreURL, _ connection: PostgresConnection? = nil, named name: String? = nil) {
    self.url = url
    self.connection = connection
    self.name = name
  }

  /// The connection that is there, if any.
  var current: PostgresConnection? { connection }

  func connected() throws(PostgresError) -> PostgresConnection {
    if let connection { return connection }
    let opened = try PostgresConnection(url)
    if let name { try opened.run([Statement.setName(.text(name))], within: .seconds(10)) }
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
