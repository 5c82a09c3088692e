/// A place where a transcript is played: a hub in memory, a server behind sockets, a server
/// somewhere else.
///
/// The player says what each client does and asks what it reads; it never runs two things at once,
/// so every function may block. A stage throws what goes wrong with itself; what goes wrong with
/// the server is an answer.
public protocol Stage {
  /// Forgets everything and starts a fresh server that holds these boards, with a flush window of
  /// zero, so that every line is a turn of its own.
  mutating func start(holding boards: [GivenBoard]) throws

  /// Connects a client and reads the greeting.
  ///
  /// - Returns: the line of the greeting.
  mutating func connect(_ client: String) throws -> String

  /// Sends these bytes, line feeds included.
  mutating func send(_ bytes: [UInt8], from client: String) throws

  /// What the client reads next as a line, without its line feed.
  mutating func nextLine(of client: String) throws -> Received<String>

  /// The next bytes that the client reads, just as many, whatever they are.
  mutating func nextBytes(_ count: Int, of client: String) throws -> Received<[UInt8]>

  /// Ends what the client sends; it goes on reading.
  mutating func halfClose(_ client: String) throws

  /// Drops the connection both ways, without a word, and returns when the server knows.
  mutating func cut(_ client: String) throws

  /// Lets so much time pass for server and clients, and returns when the server has acted on it.
  mutating func advance(by time: Duration) throws

  /// Ends the server without a word and starts it on what it kept. No client is connected then.
  mutating func crash() throws

  /// Takes all room from what the server keeps, or gives it back.
  mutating func setFull(_ isFull: Bool) throws

  /// Ends the scenario and returns what clients were sent and have not read. What only ending it
  /// brought about does not count.
  mutating func finish() throws -> [Leftover]
}

/// The answer of a stage to a question for more.
public enum Received<Value> {
  case value(Value)
  /// The server has closed the connection and nothing is left to read.
  case closed
  /// There is nothing to read, and nothing will come by itself.
  case nothing
}

/// A line that a client was sent and has not read.
public struct Leftover: Hashable, Sendable {
  public var client: String
  public var line: String

  public init(client: String, line: String) {
    self.client = client
    self.line = line
  }
}
