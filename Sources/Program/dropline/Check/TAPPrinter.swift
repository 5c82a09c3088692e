import Transcripts

/// For test harnesses: the Test Anything Protocol, version 14.
struct TAPPrinter: ScenarioPrinter {
  private var count = 0

  func beginning(of count: Int) -> [String] { ["TAP version 14", "1..\(count)"] }

  mutating func lines(for played: PlayedScenario, _ scenario: Scenario, in file: String) -> [String]
  {
    count += 1
    let title = "\(count) - \(escaped("\(file): \(scenario.title)"))"
    switch played.outcome {
    case .passed: return ["ok \(title)"]
    case .skipped(let reason): return ["ok \(title) # SKIP \(escaped(reason))"]
    case .broken(let reason):
      let place = [("file", file.json), ("line", "\(scenario.line)"), ("message", reason.json)]
      return ["not ok \(title)"] + block(place, played.conversation)
    case .failed(let difference):
      let place = [
        ("file", file.json), ("line", "\(difference.line)"), ("client", difference.client.json),
        ("expected", difference.expected.json), ("got", difference.got.json),
      ]
      return ["not ok \(title)"] + block(place, played.conversation)
    }
  }

  /// A description, in which a number sign would begin a directive.
  private func escaped(_ text: String) -> String {
    printable(text).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }

  /// A block of YAML below a test.
  private func block(_ members: [(name: String, value: String)], _ conversation: [String])
    -> [String]
  {
    let lines = members.map { "  \($0.name): \($0.value)" }
    let list = conversation.map { "    - \($0.json)" }
    let all = list.isEmpty ? lines : lines + ["  conversation:"] + list
    return ["  ---"] + all + ["  ..."]
  }
}
