import Glibc
import Transcripts

/// A report in the XML that CI systems read: a suite for each file, a case for each scenario.
struct JUnitReport {
  private struct Suite {
    let file: String
    var cases: [String] = []
    var failures = 0
    var errors = 0
    var skipped = 0
    var time: Duration = .zero
  }

  private var suites: [Suite] = []

  mutating func add(_ played: PlayedScenario, _ scenario: Scenario, in file: String) {
    if suites.last?.file != file { suites.append(Suite(file: file)) }
    var suite = suites.removeLast()
    suite.time += played.time
    let name = [
      ("name", scenario.title), ("classname", file), ("file", file), ("line", "\(scenario.line)"),
      ("time", shown(played.time)),
    ]
    switch played.outcome {
    case .passed: suite.cases.append(element("testcase", name))
    case .skipped(let reason):
      suite.skipped += 1
      suite.cases.append(element("testcase", name, [element("skipped", [("message", reason)])]))
    case .broken(let reason):
      suite.errors += 1
      let text = ["\(file):\(scenario.line): \(reason)"] + played.conversation
      suite.cases.append(
        element("testcase", name, [element("error", [("message", reason)], [body(text)])]))
    case .failed(let difference):
      suite.failures += 1
      let text = ["\(file):\(difference.line)"] + difference.comparison + played.conversation
      let message = difference.comparison.joined(separator: "; ")
      suite.cases.append(
        element("testcase", name, [element("failure", [("message", message)], [body(text)])]))
    }
    suites.append(suite)
  }

  /// Writes the file, or replaces it.
  ///
  /// - Throws: `Complaint`.
  func write(to path: String) throws {
    unlink(path)
    try OutputFile(new: path).write(Array(text.utf8))
  }

  private var text: String {
    let all = suites.map { suite in
      element(
        "testsuite",
        [
          ("name", suite.file), ("tests", "\(suite.cases.count)"),
          ("failures", "\(suite.failures)"), ("errors", "\(suite.errors)"),
          ("skipped", "\(suite.skipped)"), ("time", shown(suite.time)),
        ], suite.cases)
    }
    return #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
      + element("testsuites", [("name", "dropline")], all) + "\n"
  }

  /// Seconds with a fraction.
  private func shown(_ time: Duration) -> String {
    let milliseconds = Int(time / .milliseconds(1))
    return "\(milliseconds / 1_000).\(String(1_000 + milliseconds % 1_000).dropFirst())"
  }

  private func element(
    _ name: String, _ attributes: [(name: String, value: String)], _ content: [String] = []
  ) -> String {
    let head = attributes.map { " \($0.name)=\"\(escaped($0.value))\"" }.joined()
    return content.isEmpty
      ? "<\(name)\(head)/>"
      : "<\(name)\(head)>\n\(content.joined(separator: "\n"))\n</\(name)>"
  }

  private func body(_ lines: [String]) -> String {
    lines.map(escaped).joined(separator: "\n")
  }

  /// The text without what XML takes for markup, or does not allow.
  private func escaped(_ text: String) -> String {
    printable(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }
}
