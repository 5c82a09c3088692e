/// A reader of bytes that others wrote, and the laws that hold for it, whatever the bytes are.
///
/// The fuzzer finds inputs; a test replays the files of `Tests/Proofs/corpora`.
package enum FuzzTarget: String, CaseIterable, Sendable {
  case frames
  case commands
  case serverLines = "server-lines"
  case jsonCommands = "json-commands"
  case session
  case http
  case webSocket = "web-socket"
  case journalRows = "journal-rows"
  case boardFile = "board-file"
  case markdown
  case csv
  case trello
  case access
  case configuration
  case keys

  /// Checks the laws for an input.
  ///
  /// - Throws: `BrokenLaw`.
  package func check(_ bytes: [UInt8]) throws {
    switch self {
    case .frames: try FrameLaws.check(bytes)
    case .commands: try CommandLaws.check(bytes)
    case .serverLines: try ServerLineLaws.check(bytes)
    case .jsonCommands: try JSONCommandLaws.check(bytes)
    case .session: try SessionLaws.check(bytes)
    case .http: try WebLaws.checkRequests(bytes)
    case .webSocket: try WebLaws.checkFrames(bytes)
    case .journalRows: try JournalLaws.check(bytes)
    case .boardFile: try BoardFileLaws.check(bytes)
    case .markdown: try ImportLaws.checkMarkdown(bytes)
    case .csv: try ImportLaws.checkCSV(bytes)
    case .trello: try ImportLaws.checkTrello(bytes)
    case .access: try SettingLaws.checkAccess(bytes)
    case .configuration: try SettingLaws.checkConfiguration(bytes)
    case .keys: try KeyLaws.check(bytes)
    }
  }

  /// The most bytes of an input that the fuzzer makes: a few lines.
  package var longestInput: Int {
    switch self {
    case .frames, .session, .keys: 128
    case .commands, .webSocket, .journalRows, .markdown, .csv, .access, .configuration: 256
    case .serverLines, .jsonCommands, .http, .boardFile, .trello: 512
    }
  }

  /// How many of a hundred inputs are for this target: fewer of those that take long.
  package var share: Int {
    switch self {
    case .session, .http, .webSocket: 1
    case .serverLines, .jsonCommands, .journalRows: 5
    case .commands, .boardFile, .trello, .access: 8
    case .frames, .markdown, .csv, .configuration, .keys: 10
    }
  }

  /// How often a check reads the input.
  package func readings(of bytes: [UInt8]) -> Int {
    switch self {
    case .frames: splits(of: bytes).count + 2
    case .keys: splits(of: bytes).count + 1
    case .http, .webSocket: splits(of: bytes, most: 4).count + 1
    // A hub begins, two clients are greeted and open a board.
    case .session: 8
    case .commands, .serverLines, .jsonCommands, .journalRows, .boardFile,
      .markdown, .csv, .trello, .access, .configuration:
      1
    }
  }
}
