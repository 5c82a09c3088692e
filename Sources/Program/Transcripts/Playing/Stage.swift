/// A stage on which transcripts are played: an in-memory hub, a server with sockets, a remote
/// server.
///
/// The player calls it for each action of a client and each expected input, one at a time, so every
/// function may block. A stage throws its own failures; failures of the server are results.
public protocol Stage {
  /// Resets the stage and starts a fresh server with these boards and a flush window of zero, so
  /// that every line is its own turn.
  mutating func start(holding boards: [GivenBoard]) throws

  /// Connects a client and reads the greeting.
  ///
  /// - Returns: the line of the greeting.
  mutating func connect(_ client: String) throws -> String

  /// Sends these bytes, line feeds included.
  mutating func send(_ bytes: [UInt8], from client: String) throws

  /// Reads the client's next line, without its line feed.
  mutating func nextLine(of client: String) throws -> Received<String>

  /// Reads exactly `count` bytes of the client.
  mutating func nextBytes(_ count: Int, of client: String) throws -> Received<[UInt8]>

  /// Half-closes the connection: the client stops sending, and can still read.
  mutating func halfClose(_ client: String) throws

  /// Breaks the connection in both directions, and returns when the server has noticed.
  mutating func cut(_ client: String) throws

  /// Advances time, and returns when the server has acted on it.
  mutating func advance(by time: Duration) throws

  /// Kills the server and restarts it from its stored data. No client is connected then.
  mutating func crash() throws

  /// Begins to drain the server, for at most a minute.
  mutating func drain() throws

  /// Fills the server's disk, or frees it.
  mutating func setFull(_ isFull: Bool) throws

  /// Makes the server's database silent, and returns when commands are refused, or lets it answer again.
  mutating func setSilent(_ isSilent: Bool) throws

  /// Lets access rules hold, each a line of an access file. The label of each token is the token.
  mutating func setAccess(_ rules: [String]) throws

  /// Ends the scenario and returns the unread lines of clients, without those that the end itself
  /// caused.
  mutating func finish() throws -> [Leftover]
}

/// The result of a read on a stage.
public enum Received<Value> {
  case value(Value)
  /// The server has closed the connection and everything is read.
  case closed
  /// Nothing is available, and nothing will arrive without further action.
  case nothing
}

/// An unread line of a client.
public struct Leftover: Hashable, Sendable {
  public var client: String
  public var line: String

  public init(client: String, line: String) {
    self.client = client
    self.line = line
  }
}
