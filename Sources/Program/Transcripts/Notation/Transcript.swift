/// A transcript: a file of executable conversations between clients and a server.
///
/// `protocol/transcripts/README.md` describes the notation.
public struct Transcript: Sendable {
  /// The file's name, for reports.
  public let file: String
  public let scenarios: [Scenario]

  /// Checks that each scenario can be played.
  ///
  /// - Throws: `TranscriptError`.
  public func check() throws(TranscriptError) {
    for scenario in scenarios { try scenario.check() }
  }
}

/// One conversation with a fresh server.
public struct Scenario: Sendable {
  public let title: String
  /// The line of the title in its file.
  public let line: Int
  /// The boards that the server holds at the start.
  public let boards: [GivenBoard]
  /// The requirements of the scenario beyond its steps.
  public let needs: Set<Need>
  /// The profiles that it uses, besides the core.
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
  /// The boards existed before the server's start, without a history.
  case givenBoards = "given boards"
  /// No other client uses or has used the server.
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

  public init(name: String, revision: Int, lines: [String]) {
    (self.name, self.revision, self.lines) = (name, revision, lines)
  }

  /// All lines, as a client reads them.
  public var snapshotLines: [String] {
    let sections = lines.count { $0.hasPrefix("section ") }
    return ["board \(name) \(revision) \(sections) \(lines.count)"] + lines
  }
}

/// One line of a scenario: an action of a client, or an expected line.
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
    /// Breaks the connection in both directions.
    case cut
    /// Advances time. This action and those below have no client.
    case wait(Duration)
    /// Kills the server, as a power failure does, and restarts it from its stored data.
    case crash
    /// Begins to drain the server.
    case drain
    /// Fills the server's disk, or frees it.
    case disk(isFull: Bool)
    /// Makes the server's database silent, or lets it answer again.
    case database(isSilent: Bool)
    /// Lets access rules hold, each a line of an access file.
    case access([String])
  }

  /// The line number in the file.
  public let line: Int
  /// The client's name in the transcript, or empty if there is none. It is not a protocol name.
  public let client: String
  public let action: Action

  public init(line: Int, client: String, action: Action) {
    self.line = line
    self.client = client
    self.action = action
  }
}

/// The next expected input of a client.
public enum Expectation: Hashable, Sendable {
  /// This line, or an equivalent one.
  case line(LinePattern)
  /// The following lines of the previous line, of any content.
  case listing
  /// These bytes, which are not a line.
  case bytes([UInt8])
  /// The end of the stream.
  case closed
}

/// The pattern of an expected line of a transcript.
public struct LinePattern: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ line: String) {
    description = line
  }

  /// Whether a line of a server matches. Its following lines are not compared.
  public func matches(_ line: String) -> Bool {
    guard let line = ParsedLine(message: line), let expected = ParsedLine(message: description)
    else { return false }
    var comparison = LineComparison(conditions: .exact)
    return comparison.matches(line, expected)
  }

  /// Whether the line is an unknown event, which must be skipped.
  public static func isUnknownEvent(_ line: String) -> Bool { Message.isUnknownEvent(line) }
}

extension Scenario {
  /// The boards of the scenario: given ones, created ones, and intentionally missing ones.
  public var boardNames: Set<String> {
    let named = commands.compactMap { command -> String? in
      switch command.verb {
      case "create": command.value("board", orWord: 0)
      case "rename-board": command.value("to", orWord: 1)
      default: nil
      }
    }
    return Set(boards.map(\.name) + named + steps.compactMap(\.missingBoard)).filter(isName)
  }

  /// The names that clients choose, without those that a server assigns.
  public var clientNames: Set<String> {
    let names = commands.filter { $0.verb == "hello" }
      .compactMap { $0.value("client", orWord: 0) }
    return Set(names.filter { isName($0) && !$0.hasPrefix("guest-") })
  }

  /// The well-formed commands of clients, without the rows of blocks.
  public var commands: [SentCommand] {
    var blocks: Set<String> = []
    return steps.compactMap { step in
      guard case .line(let line, let isMalformed) = step.action, let command = SentCommand(line)
      else { return nil }
      if blocks.contains(step.client) {
        if command.verb == "end" { blocks.remove(step.client) }
        return nil
      }
      if command.beginsBlock { blocks.insert(step.client) }
      return isMalformed ? nil : command
    }
  }

  /// Checks that it can be played.
  ///
  /// - Throws: `TranscriptError` at a line that no server sends, and at one of a client that has not connected.
  public func check() throws(TranscriptError) {
    _ = try Act.acts(of: steps)
    var connected: Set<String> = [""]
    for step in steps {
      if step.action == .connect { connected.insert(step.client) }
      guard connected.contains(step.client) else {
        throw TranscriptError(
          line: step.line, reason: "\(step.client) has not connected: \(step)")
      }
    }
  }

  /// The minimal duration of the scenario.
  public var waiting: Duration {
    steps.reduce(.zero) { sum, step in
      if case .wait(let time) = step.action { sum + time } else { sum }
    }
  }

  private func isName(_ word: String) -> Bool {
    word.utf8.contains { !isDigit($0) }
      && word.utf8.allSatisfy { byte in
        isDigit(byte) || UInt8(ascii: "_") == byte || UInt8(ascii: "-") == byte
          || Character(UnicodeScalar(byte)).isLetter && byte < 0x80
      }
  }
}

extension Step {
  /// The board of an expected `unknown-board` refusal.
  fileprivate var missingBoard: String? {
    guard let line = expectedLine.flatMap({ ParsedLine(message: $0) }), line.kind == "refused",
      line.words[0].string == "unknown-board"
    else { return nil }
    return line.key("board")?.string
  }
}

extension Step: CustomStringConvertible {
  /// The step in the notation; an `access` has several lines.
  public var description: String {
    switch action {
    case .connect: "\(client) connects"
    case .line("", malformed: false): "\(client)>"
    case .line(let line, let isMalformed): "\(client)>\(isMalformed ? "?" : "") \(line)"
    case .bytes(let bytes): "\(client)>! \(notation(of: bytes))"
    case .expect(.line(let pattern)): "\(client)< \(pattern)"
    case .expect(.listing): "\(client)< | …"
    case .expect(.bytes(let bytes)): "\(client)<! \(notation(of: bytes))"
    case .expect(.closed): "\(client)< (closed)"
    case .end: "\(client) ends"
    case .cut: "\(client) cuts"
    case .wait(let time): "wait \(shown(time))"
    case .crash: "server crashes"
    case .drain: "server drains"
    case .disk(let isFull): isFull ? "disk full" : "disk free"
    case .database(let isSilent): isSilent ? "database silent" : "database answers"
    case .access(let rules): (["access"] + rules + [""]).joined(separator: "\n")
    }
  }

  private func shown(_ time: Duration) -> String {
    let milliseconds = Int(time / .milliseconds(1))
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000)s" : "\(milliseconds)ms"
  }
}
