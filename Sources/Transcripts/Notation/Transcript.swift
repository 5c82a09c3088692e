/// A file of conversations between clients and a server, written down to be played.
///
/// `protocol/transcripts/README.md` describes the notation.
public struct Transcript: Sendable {
  /// The file's name, as differences are reported with it.
  public let file: String
  public let scenarios: [Scenario]
}

/// One conversation with a fresh server.
public struct Scenario: Sendable {
  public let title: String
  /// The line of the title in its file.
  public let line: Int
  /// The boards that the server holds at the start.
  public let boards: [GivenBoard]
  /// What a server must be for the scenario to be fair, beside what its steps show.
  public let needs: Set<Need>
  /// The profiles that it shows, beside the core.
  public let profiles: Set<ServerProfile>
  public let steps: [Step]

  public init(
    title: String, line: Int, boards: [GivenBoard], needs: Set<Need> = [],
    profiles: Set<ServerProfile> = [], steps: [Step]
  ) {
    self.title = title
    self.line = line
    self.boards = boards
    self.needs = needs
    self.profiles = profiles
    self.steps = steps
  }
}

/// A condition under which a scenario holds.
public enum Need: String, Hashable, Sendable, CaseIterable {
  /// The boards were there when the server started: nothing is known of how they came about.
  case givenBoards = "given boards"
  /// Nobody but the transcript is or was there.
  case freshServer = "a fresh server"
  /// Each command is a turn of its own, whose batches are sent before the next is executed.
  case noWindow = "a window of zero"
}

/// A board of a `given`, in the lines of a snapshot.
public struct GivenBoard: Hashable, Sendable {
  public let name: String
  public let revision: Int
  /// The lines behind the head: `section SECTION ITEMS TITLE` and `item ITEM TEXT`.
  public let lines: [String]
}

/// One line of a scenario: something a client does, or something it must see.
public struct Step: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case connect
    /// Sends a line and its line feed. A malformed one is meant to be outside the grammar.
    case line(String, malformed: Bool)
    /// Sends bytes as they are.
    case bytes([UInt8])
    case expect(Expectation)
    /// Ends the client's input; it can still read.
    case end
    /// Drops the connection both ways, without a word.
    case cut
    /// Lets time pass for all. This step and those below have no client.
    case wait(Duration)
    /// Ends the server without a word, as a power cut does, and starts it on what it kept.
    case crash
    /// Takes all room from what the server keeps, or gives it back.
    case disk(isFull: Bool)
  }

  /// The line number in the file.
  public let line: Int
  /// The client's name in the transcript, or empty if it is nobody. It is not a name of the protocol.
  public let client: String
  public let action: Action

  public init(line: Int, client: String, action: Action) {
    self.line = line
    self.client = client
    self.action = action
  }
}

/// What a client must read next.
public enum Expectation: Hashable, Sendable {
  /// This line, or one that says the same.
  case line(LinePattern)
  /// As many lines as the line before says that follow, whatever they hold.
  case listing
  /// These bytes, which are no line.
  case bytes([UInt8])
  /// The end of what the server sends.
  case closed
}
