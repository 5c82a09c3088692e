import BoardModel
import BoardWire

/// A client of a server in its own process: it has no socket, but the same rules, roles and order as all others.
///
///     let bot = try await server.client(named: "bot")
///     try await bot.ask("insert end:s2 board=groceries Tea")
///
/// Its connection ends with it, or with `close()`.
public final class HostClient: Sendable {
  /// The name that the server has given it.
  public let name: ClientName
  private let connection: HostConnection

  fileprivate init(_ connection: HostConnection, named name: ClientName?, token: String?)
    async throws
  {
    self.connection = connection
    let hello = Request.connection(.hello(.init(name, token: token)))
    guard case .hello(let given) = try await connection.ask(try HostCommand(hello), .seconds(30))
    else {
      throw BoardServerFault.notAnswered("the reply to hello is another one")
    }
    self.name = given.client
  }

  /// Sends a command of one line, and waits for its reply.
  ///
  /// - Throws: `BoardServerFault.refused` with what the server says; `ended`; `silent` if there is no reply within the time,
  ///   in which case the command may have been executed; `CancellationError`.
  @discardableResult
  public func ask(_ request: Request, within time: Duration = .seconds(30)) async throws -> Reply {
    try await connection.ask(try HostCommand(request), time)
  }

  /// Sends a command as a person types it, and waits for its reply. A block is its lines up to `end`.
  ///
  /// - Throws: As `ask(_:within:)`, and `BoardServerFault.notAnswered` if it is no command.
  @discardableResult
  public func ask(_ command: String, within time: Duration = .seconds(30)) async throws -> Reply {
    try await connection.ask(try HostCommand(command), time)
  }

  /// The batches, snapshots and events that the client is sent, from the first use of this property on: one consumer takes each.
  ///
  /// Who watches a board takes them. If 65,536 bytes are not taken, the client is a slow reader: it gets one batch when it
  /// catches up, and its commands wait until then.
  public var messages: Messages {
    connection.inbox.keepMessages()
    return Messages(connection: connection)
  }

  /// Ends the connection. Whoever waits is told that it has ended.
  public func close() { connection.close() }

  /// Messages in the order in which the server has sent them, up to the end of the connection.
  public struct Messages: AsyncSequence, AsyncIteratorProtocol, Sendable {
    fileprivate let connection: HostConnection

    public func makeAsyncIterator() -> Messages { self }

    /// The next message; nil at the end, and if the task is cancelled.
    public func next() async -> ServerMessage? { await connection.inbox.nextMessage() }
  }
}

extension BoardServer {
  /// Connects a client of this process.
  ///
  /// - Parameters:
  ///   - name: Nil for the name that the server chooses.
  ///   - token: The secret that proves the name, if access rules reserve it.
  /// - Throws: `BoardServerFault.refused` if it may not have the name; `ended`.
  public func client(named name: String? = nil, token: String? = nil) async throws -> HostClient {
    let chosen = try name.map { name throws(BoardServerFault) in
      guard let chosen = ClientName(name) else {
        throw .notAnswered("\(name) is no name: 1 to 64 letters, digits, _ and -")
      }
      return chosen
    }
    return try await HostClient(HostConnection(to: control), named: chosen, token: token)
  }
}
