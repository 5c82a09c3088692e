import ArgumentParser
import Glibc
import LoadTrial

/// `proofs load`: puts the real program under load.
struct LoadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Put the program under load.",
    discussion: """
      SCENARIOS
      \(LoadScenario.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))

      EXIT STATUS
        0 if all is as expected, 1 otherwise.
      """)

  @Argument(
    help: ArgumentHelp("The scenarios; all but `soak` if none is named.", valueName: "scenario"))
  var scenarios: [LoadScenario] = []

  @Option(help: ArgumentHelp("How long each takes.", valueName: "count"))
  var seconds: Int?

  @Option(help: ArgumentHelp("How many watch.", valueName: "count"))
  var watchers: Int?

  @Option(help: ArgumentHelp("The changes in a second.", valueName: "count"))
  var rate: Int?

  func validate() throws {
    guard [seconds, watchers, rate].allSatisfy({ $0.map { $0 > 0 } ?? true }) else {
      throw ValidationError("--seconds, --watchers and --rate are counts from 1 on")
    }
  }

  func run() throws {
    print(Machine.summary)
    let store = getenv("DROPLINE_STORE").map { String(cString: $0) }
    // The last one takes an hour, if no other time is given.
    let standard = LoadScenario.allCases.filter { $0 != .soak && ($0 != .nodes || store != nil) }
    var isGood = true
    for scenario in scenarios.isEmpty ? standard : scenarios {
      let report = try scenario.run(size(of: scenario), program: TestedProgram.path, store: store)
      isGood = show(scenario, report) && isGood
    }
    if !isGood { throw ExitCode.failure }
  }

  private func size(of scenario: LoadScenario) -> LoadSize {
    var size = LoadSize.full(scenario)
    if let seconds { size.time = .seconds(seconds) }
    size.watchers = watchers ?? size.watchers
    size.rate = rate ?? size.rate
    return size
  }

  private func show(_ scenario: LoadScenario, _ report: LoadReport) -> Bool {
    print("\n\(scenario.rawValue): \(scenario.summary)\n")
    for row in report.rows {
      let expectation = row.expectation.isEmpty ? "" : ", expected: \(row.expectation)"
      print("  \(row.holds ? " " : "!") \(row.name): \(row.value)\(expectation)")
    }
    fflush(nil)
    return report.isGood
  }
}

extension LoadScenario: ExpressibleByArgument {}
