import Glibc
import LoadTrial

/// `Benchmarks load [SCENARIO…] [--seconds COUNT] [--watchers COUNT] [--rate COUNT]`: puts the real program
/// under load.
enum LoadCommand {
  static let word = "load"

  /// Exits with status 1 if something is not as expected.
  static func run(_ words: [String]) throws {
    var words = words[...]
    var scenarios: [LoadScenario] = []
    var numbers: [String: Int] = [:]
    while let word = words.popFirst() {
      if let scenario = LoadScenario(rawValue: word) {
        scenarios.append(scenario)
      } else if options.contains(word), let number = words.popFirst().flatMap({ Int($0) }),
        number > 0
      {
        numbers[word] = number
      } else {
        return explain(word)
      }
    }
    print(Machine.summary)
    let store = getenv("DROPLINE_STORE").map { String(cString: $0) }
    // The last one takes an hour, if no other time is given.
    if scenarios.isEmpty {
      scenarios = LoadScenario.allCases.filter { $0 != .soak && ($0 != .nodes || store != nil) }
    }
    let program = try KillCommand.program()
    var isGood = true
    for scenario in scenarios {
      isGood =
        try show(
          scenario, scenario.run(size(of: scenario, numbers), program: program, store: store))
        && isGood
    }
    if !isGood { exit(1) }
  }

  private static let options = ["--seconds", "--watchers", "--rate"]

  private static func size(of scenario: LoadScenario, _ numbers: [String: Int]) -> LoadSize {
    var size = LoadSize.full(scenario)
    if let seconds = numbers["--seconds"] { size.time = .seconds(seconds) }
    size.watchers = numbers["--watchers"] ?? size.watchers
    size.rate = numbers["--rate"] ?? size.rate
    return size
  }

  private static func show(_ scenario: LoadScenario, _ report: LoadReport) throws -> Bool {
    print("\n\(scenario.rawValue): \(scenario.summary)\n")
    for row in report.rows {
      let expectation = row.expectation.isEmpty ? "" : ", expected: \(row.expectation)"
      print("  \(row.holds ? " " : "!") \(row.name): \(row.value)\(expectation)")
    }
    fflush(nil)
    return report.isGood
  }

  private static func explain(_ word: String) {
    print("\(word) is no scenario. Usage: Benchmarks load [SCENARIO…] [--seconds COUNT]")
    print("[--watchers COUNT] [--rate COUNT], with SCENARIO of:")
    for scenario in LoadScenario.allCases { print("  \(scenario.rawValue): \(scenario.summary)") }
    exit(64)
  }
}
