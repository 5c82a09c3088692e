import ArgumentParser
import Glibc
import Libuv
import Transcripts

/// `dropline check`: the transcripts of the protocol against any server.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play the protocol's transcripts against any server.",
    usage: """
      dropline check [<options>] <host:port>
      dropline check [<options>] --serve <command>
      """,
    discussion: """
      Says what clients say in `protocol/transcripts`, and compares line by line what they read. A \
      server that passes speaks the protocol.

      With HOST:PORT the server runs already, and others may use it meanwhile. Each scenario gets \
      boards and names of its own; what the server counts (guest-7, d12) is translated. What cannot \
      be played there is skipped, with its reason. Boards cannot be removed by the protocol: they \
      stay, empty, as NAME-check-….

      With --serve a fresh server is started for each scenario, and ended by SIGKILL. The command is \
      given to `sh`, with {port} for the port to listen at, {boards} for a folder with a file \
      NAME.board for each board that the server must have (as `open` shows it), and {data} for an \
      empty folder that stays when the server is killed and started again.

      EXAMPLES
        dropline check localhost:7667
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
    help: ArgumentHelp("Play only scenarios with this in their title.", valueName: "words"))
  var only: String?

  @Option(
    help: ArgumentHelp(
      "How long a scenario may wait for time to pass; longer ones are skipped.",
      valueName: "time"))
  var longestWait = TimeOption(.seconds(10))

  @Option(
    help: ArgumentHelp("How long the server may take for an answer.", valueName: "time"))
  var patience = TimeOption(.seconds(5))

  @Flag(help: "Say it in JSON, an object on each line.")
  var json = false

  @Argument(help: ArgumentHelp("The server.", valueName: "host:port"))
  var server: ServerAddress?

  func validate() throws {
    guard (server == nil) != (serve == nil) else {
      throw ValidationError("Say either HOST:PORT or --serve COMMAND.")
    }
    if let serve, !serve.contains("{port}") {
      throw ValidationError(
        "The command has no {port}: nobody would know where the server listens.")
    }
  }

  func run() throws {
    CheckInterruption.begin()
    let files: [Transcript]
    do throws(Complaint) {
      files = try CheckFiles.transcripts(
        at: transcripts.isEmpty ? [CheckFiles.standard] : transcripts)
    } catch {
      complain(error.description)
      throw ExitCode(EX_USAGE)
    }
    guard files.contains(where: { $0.scenarios.contains(where: isWanted) }) else {
      complain("no scenario has that in its title: \(printable(only ?? ""))")
      throw ExitCode(EX_USAGE)
    }
    var report = CheckReport(asJSON: json)
    for file in files {
      for scenario in file.scenarios where isWanted(scenario) {
        let outcome = try outcome(of: scenario, in: file.file, isFirst: report.passed == 0)
        try CheckInterruption.check()
        report.add(scenario, of: file.file, outcome)
      }
    }
    report.close()
    if report.failed > 0 { throw ExitCode.failure }
  }

  private func isWanted(_ scenario: Scenario) -> Bool {
    only.map { scenario.title.contains($0) } != false
  }

  /// - Throws: `ExitCode` 69 where there is no server at all, or where nothing ever greeted us.
  private func outcome(
    of scenario: Scenario, in file: String, isFirst: Bool
  ) throws -> CheckOutcome {
    if scenario.waiting > longestWait.duration {
      return .skipped("waits for \(scenario.waiting.shown); --longest-wait allows it")
    }
    do {
      return try serve.map { try play(scenario, in: file, starting: $0) }
        ?? play(scenario, in: file, at: server!)
    } catch  where CheckInterruption.hasCome {
      return .broken("interrupted")
    } catch let difference as Difference {
      return .failed(difference)
    } catch CheckFailure.unplayable(let reason) {
      return .skipped(reason)
    } catch let failure as CheckFailure where failure.isNoGreeting && isFirst {
      complain(printable(failure.description))
      throw ExitCode(EX_UNAVAILABLE)
    } catch SocketFault.unreachable(let reason) {
      complain(printable(reason))
      throw ExitCode(EX_UNAVAILABLE)
    } catch CheckFailure.noServer(let reason) {
      complain(printable(reason))
      throw ExitCode(EX_UNAVAILABLE)
    } catch {
      return .broken("\(error)")
    }
  }

  private func play(
    _ scenario: Scenario, in file: String, starting command: String
  ) throws -> CheckOutcome {
    if let obstacle = FreshStage.obstacle(to: scenario, starting: command) {
      return .skipped(obstacle)
    }
    var stage = FreshStage(starting: command, patience: patience.duration)
    try Player.play(scenario, of: file, on: &stage)
    return .passed
  }

  private func play(
    _ scenario: Scenario, in file: String, at address: ServerAddress
  ) throws -> CheckOutcome {
    if let obstacle = RemoteStage.obstacle(to: scenario) { return .skipped(obstacle) }
    // Unlike any that this run or another one has used; line numbers differ within a file.
    let chance = String(UInt32.random(in: 0..<1 << 24), radix: 36)
    let ending = "-check-\(chance)-\(scenario.line)"
    var stage = RemoteStage(
      at: address, patience: patience.duration, ending: ending, for: scenario)
    defer { stage.cleanUp() }
    try Player.play(scenario, of: file, on: &stage)
    return .passed
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
