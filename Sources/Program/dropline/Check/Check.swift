import ArgumentParser
import Net
import Transcripts

/// `dropline check`: the transcripts of the protocol against any server.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play the protocol's transcripts against any server.",
    usage: """
      dropline check [<options>] <server>
      dropline check [<options>] --serve <command>
      """,
    discussion: """
      Sends what clients send in `protocol/transcripts`, and compares what they read, as the \
      specification has it. A server that passes speaks the protocol.

      With SERVER the server runs already, and others may use it meanwhile. Each scenario gets \
      boards and names of its own; what the server counts (guest-7, d12) is translated. What cannot \
      be played there is skipped, with its reason. The boards are removed afterwards; on a server \
      without the profile `edit` they stay, empty, as NAME-check-….

      With --serve a fresh server is started for each scenario, and ended by SIGKILL. The command is \
      given to `sh`, with {port} for the port to listen at or {socket} for the path of a Unix socket, \
      {boards} for a folder with a file NAME.board for each board that the server must have (as `open` \
      shows it), and {data} for an empty folder that stays when the server is killed and started again.

      Played are the scenarios of the profiles that the server's greeting names, or of those of \
      --profile.

      EXAMPLES
        dropline check localhost:7667
        dropline check --profile edit,drag localhost:7667
        dropline check --serve 'dropline serve --listen 127.0.0.1:{port} --window 0ms --board \
      {boards} --data {data}'

      EXIT STATUS
        0 if no scenario failed, 1 if one did, 64 if it was asked wrongly or a transcript cannot be \
      read, 69 if the server cannot be reached, 74 if the report cannot be written, 128 and the \
      number of the signal if one ended it.
      """)

  @Option(
    help: ArgumentHelp(
      "Start a server with this command for each scenario, instead of using one that runs.",
      valueName: "command"))
  var serve: String?

  @Option(
    help: ArgumentHelp(
      "The transcripts: files, or folders of them. May be given several times; "
        + "protocol/transcripts if left out.",
      valueName: "path"),
    completion: .file(extensions: ["txt"]))
  var transcripts: [String] = []

  @Option(
    help: ArgumentHelp(
      "Play only scenarios of these profiles and of core: edit, drag, undo, select, fields, counts, people. May be "
        + "given several times; those of the server's greeting if left out.",
      valueName: "name,…"))
  var profile: [ProfileList] = []

  @Option(
    help: ArgumentHelp("Play only scenarios with this in their title.", valueName: "words"))
  var only: String?

  @Option(
    help: ArgumentHelp(
      "How long a scenario may wait for time to pass; longer ones are skipped.",
      valueName: "time"))
  var longestWait = TimeOption(.seconds(10))

  @Option(
    name: .customLong("patience"),
    help: ArgumentHelp("How long the server may take for an answer.", valueName: "time"))
  var timeout = TimeOption(.seconds(5))

  @OptionGroup var report: ReportOptions

  @Argument(help: ArgumentHelp("The server: HOST:PORT or unix:PATH.", valueName: "server"))
  var server: ServerAddress?

  func validate() throws {
    guard (server == nil) != (serve == nil) else {
      throw ValidationError("Say either a server, as HOST:PORT or unix:PATH, or --serve COMMAND.")
    }
    if let serve, !serve.contains("{port}"), !serve.contains("{socket}") {
      throw ValidationError(
        "The command has no {port} and no {socket}: nobody would know where the server listens.")
    }
  }

  func run() throws {
    EndingSignal.begin()
    let files = try PlayedFiles.read(
      transcripts.isEmpty ? [PlayedFiles.standard] : transcripts, withTitle: only)
    let run = try TranscriptRun(
      at: serve.map { .command($0) } ?? .remote(server!), timeout: timeout.duration)
    try report.play(files, withTitle: only, showingConversations: false) { scenario, file in
      try obstacle(to: scenario, having: run.profiles).map { PlayedScenario(.skipped($0)) }
        ?? run.play(scenario, in: file)
    }
  }

  /// Why a scenario is skipped, or nil if it can be played.
  private func obstacle(to scenario: Scenario, having greeted: Set<ServerProfile>) -> String? {
    let profiles = profile.isEmpty ? greeted : Set(profile.flatMap(\.profiles))
    if let missing = ServerProfile.allCases.first(where: {
      scenario.profiles.contains($0) && !profiles.contains($0)
    }) {
      return "needs the profile \(missing.rawValue)"
    }
    if scenario.waiting > longestWait.duration {
      return "waits for \(scenario.waiting.shown); --longest-wait allows it"
    }
    return nil
  }
}

/// Profiles, separated by commas.
struct ProfileList: ExpressibleByArgument {
  let profiles: Set<ServerProfile>

  init?(argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false)
    profiles = Set(names.compactMap { ServerProfile(rawValue: String($0)) })
    if names.contains(where: { ServerProfile(rawValue: String($0)) == nil }) { return nil }
  }
}

/// A time in `ms`, `s` or `m`.
struct TimeOption: ExpressibleByArgument, CustomStringConvertible {
  let duration: Duration

  init(_ duration: Duration) { self.duration = duration }

  init?(argument: String) {
    if argument.hasSuffix("ms"), let count = UInt32(argument.dropLast(2)) {
      duration = .milliseconds(count)
    } else if argument.hasSuffix("s"), let count = UInt32(argument.dropLast()) {
      duration = .seconds(count)
    } else if argument.hasSuffix("m"), let count = UInt32(argument.dropLast()) {
      duration = .seconds(60 * Int64(count))
    } else {
      return nil
    }
  }

  var description: String {
    let milliseconds = Int(duration / .milliseconds(1))
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000)s" : "\(milliseconds)ms"
  }

  var defaultValueDescription: String { description }
}
