import BoardWire
import Transcripts

/// The outcome of a scenario.
enum CheckOutcome {
  case passed
  case failed(TranscriptDifference)
  /// It could not begin, or the connection broke.
  case broken(String)
  case skipped(String)
}

/// Prints the outcome of each scenario, and counts them.
struct CheckReport {
  private let isJSON: Bool
  private var file: String?
  private(set) var passed = 0
  private(set) var failed = 0
  private(set) var skipped = 0

  init(asJSON isJSON: Bool) { self.isJSON = isJSON }

  mutating func add(_ scenario: Scenario, of file: String, _ outcome: CheckOutcome) {
    switch outcome {
    case .passed: passed += 1
    case .failed, .broken: failed += 1
    case .skipped: skipped += 1
    }
    isJSON ? sayJSON(scenario, of: file, outcome) : say(scenario, of: file, outcome)
  }

  func close() {
    if isJSON {
      say(JSONLine(("passed", passed), ("failed", failed), ("skipped", skipped)).json)
    } else {
      say("\(passed) passed, \(failed) failed, \(skipped) skipped")
    }
  }

  private mutating func say(_ scenario: Scenario, of file: String, _ outcome: CheckOutcome) {
    if self.file != file { say(file) }
    self.file = file
    let title = shown(scenario.title)
    switch outcome {
    case .passed: say("  pass  \(title)")
    case .skipped(let reason): say("  skip  \(title): \(shown(reason))")
    case .broken(let reason):
      say("  FAIL  \(title)")
      say("        \(file):\(scenario.line): \(shown(reason))")
    case .failed(let difference):
      say("  FAIL  \(title)")
      say("        \(file):\(difference.line)")
      say("        \(difference.client) expected: \(shown(difference.expected))")
      say("        \(difference.client) got:      \(shown(difference.got))")
    }
  }

  private func sayJSON(_ scenario: Scenario, of file: String, _ outcome: CheckOutcome) {
    var object = JSONLine(("file", file), ("line", scenario.line), ("scenario", scenario.title))
    switch outcome {
    case .passed: object.add(("result", "passed"))
    case .skipped(let reason): object.add(("result", "skipped"), ("reason", reason))
    case .broken(let reason): object.add(("result", "failed"), ("reason", reason))
    case .failed(let difference):
      object.add(
        ("result", "failed"), ("at", difference.line), ("client", difference.client),
        ("expected", difference.expected), ("got", difference.got))
    }
    say(object.json)
  }

  private func shown(_ text: String) -> String { printable(text) }

  private func say(_ line: String) { sayLine(line) }
}
