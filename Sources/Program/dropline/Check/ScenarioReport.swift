import ArgumentParser
import Glibc
import Net
import Transcripts

/// The outcome of a scenario.
enum CheckOutcome {
  case passed
  case failed(TranscriptDifference)
  /// It could not begin, or the connection broke.
  case broken(String)
  case skipped(String)
}

/// A scenario that was played, or skipped.
struct PlayedScenario {
  let outcome: CheckOutcome
  /// What all clients have sent and read, in order.
  let conversation: [String]
  let time: Duration

  init(_ outcome: CheckOutcome, _ conversation: [String] = [], took time: Duration = .zero) {
    (self.outcome, self.conversation, self.time) = (outcome, conversation, time)
  }
}

/// A way to print what became of scenarios.
protocol ScenarioPrinter {
  /// Before the first scenario of so many.
  func beginning(of count: Int) -> [String]
  mutating func lines(for played: PlayedScenario, _ scenario: Scenario, in file: String) -> [String]
  func end(_ counts: OutcomeCounts) -> [String]
}

extension ScenarioPrinter {
  func beginning(of count: Int) -> [String] { [] }
  func end(_ counts: OutcomeCounts) -> [String] { [] }
}

/// How many scenarios ended in which way.
struct OutcomeCounts {
  private(set) var passed = 0
  private(set) var failed = 0
  private(set) var skipped = 0

  mutating func add(_ outcome: CheckOutcome) {
    switch outcome {
    case .passed: passed += 1
    case .failed, .broken: failed += 1
    case .skipped: skipped += 1
    }
  }
}

/// How `check` and `play` report.
struct ReportOptions: ParsableArguments {
  @Flag(help: "Say it in JSON, an object on each line.")
  var json = false

  @Flag(help: "Say it in the Test Anything Protocol, version 14.")
  var tap = false

  @Option(
    help: ArgumentHelp(
      "Write a report in the XML of JUnit to this file, too.", valueName: "file"),
    completion: .file(extensions: ["xml"]))
  var junit: String?

  func validate() throws {
    if json, tap { throw ValidationError("--json and --tap are two ways to say it; choose one.") }
  }

  private func printer(showingConversations: Bool) -> any ScenarioPrinter {
    if tap { return TAPPrinter() }
    if json { return JSONPrinter(showsConversations: showingConversations) }
    return TextPrinter(showsConversations: showingConversations)
  }

  /// Plays scenarios and reports each.
  ///
  /// - Throws: `ExitCode` 1 if one failed, 74 if the report cannot be written, 128 and the number of the signal if
  ///   one ended it, or what `play` throws.
  func play(
    _ files: [Transcript], withTitle title: String?, showingConversations: Bool,
    _ play: (Scenario, _ file: String) throws -> PlayedScenario
  ) throws {
    let wanted = files.flatMap { file in
      file.scenarios.filter { title.map($0.title.contains) ?? true }.map { (file.file, $0) }
    }
    var printer = printer(showingConversations: showingConversations)
    var counts = OutcomeCounts()
    var xml = JUnitReport()
    for line in printer.beginning(of: wanted.count) { sayLine(line) }
    for (file, scenario) in wanted {
      let played = try play(scenario, file)
      try EndingSignal.check()
      counts.add(played.outcome)
      xml.add(played, scenario, in: file)
      for line in printer.lines(for: played, scenario, in: file) { sayLine(line) }
    }
    for line in printer.end(counts) { sayLine(line) }
    if let junit { try reportingFault { try xml.write(to: junit) } }
    if counts.failed > 0 { throw ExitCode.failure }
  }

  private func reportingFault(_ write: () throws -> Void) throws {
    do { try write() } catch {
      complain("\(error)", ExitCode(EX_IOERR))
      throw ExitCode(EX_IOERR)
    }
  }
}

/// For people: one line for each scenario, and what was wrong.
private struct TextPrinter: ScenarioPrinter {
  let showsConversations: Bool
  private var file: String?

  init(showsConversations: Bool) { self.showsConversations = showsConversations }

  mutating func lines(for played: PlayedScenario, _ scenario: Scenario, in file: String) -> [String]
  {
    let head = self.file == file ? [] : [printable(file)]
    self.file = file
    let title = printable(scenario.title)
    let conversation = showsConversations ? played.conversation : []
    let shown = conversation.isEmpty ? [] : ["", "conversation:"] + conversation
    switch played.outcome {
    case .passed: return head + ["  pass  \(title)"]
    case .skipped(let reason): return head + ["  skip  \(title): \(printable(reason))"]
    case .broken(let reason):
      return head + ["  FAIL  \(title)"]
        + indented(["\(file):\(scenario.line): \(reason)"] + shown)
    case .failed(let difference):
      return head + ["  FAIL  \(title)"]
        + indented(["\(file):\(difference.line)"] + difference.comparison + shown)
    }
  }

  private func indented(_ lines: [String]) -> [String] {
    lines.map { $0.isEmpty ? "" : "        \(printable($0))" }
  }

  func end(_ counts: OutcomeCounts) -> [String] {
    ["\(counts.passed) passed, \(counts.failed) failed, \(counts.skipped) skipped"]
  }
}

extension TranscriptDifference {
  /// What was expected of which client, and what it got.
  var comparison: [String] {
    ["\(client) expected: \(expected)", "\(client) got:      \(got)"]
  }
}

/// For programs: one object for each scenario.
private struct JSONPrinter: ScenarioPrinter {
  let showsConversations: Bool

  func lines(for played: PlayedScenario, _ scenario: Scenario, in file: String) -> [String] {
    var object = JSONLine(("file", file), ("line", scenario.line), ("scenario", scenario.title))
    switch played.outcome {
    case .passed: object.add(("result", "passed"))
    case .skipped(let reason): object.add(("result", "skipped"), ("reason", reason))
    case .broken(let reason): object.add(("result", "failed"), ("reason", reason))
    case .failed(let difference):
      object.add(
        ("result", "failed"), ("at", difference.line), ("client", difference.client),
        ("expected", difference.expected), ("got", difference.got))
    }
    switch played.outcome {
    case .failed where showsConversations, .broken where showsConversations:
      object.add(("conversation", played.conversation))
    case .passed, .skipped, .failed, .broken: break
    }
    return [object.json]
  }

  func end(_ counts: OutcomeCounts) -> [String] {
    [
      JSONLine(("passed", counts.passed), ("failed", counts.failed), ("skipped", counts.skipped))
        .json
    ]
  }
}
