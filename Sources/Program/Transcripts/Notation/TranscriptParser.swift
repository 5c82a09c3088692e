extension Transcript {
  /// Parses a transcript. `file` is the name for reports.
  ///
  /// - Throws: `TranscriptError` at the first line that is not of the notation.
  public static func parse(_ text: String, file: String) throws(TranscriptError) -> Transcript {
    var parser = TranscriptParser(text)
    return Transcript(file: file, scenarios: try parser.scenarios())
  }
}

/// A line that is not of the transcripts' notation.
public struct TranscriptError: Error, Hashable, Sendable, CustomStringConvertible {
  public let line: Int
  public let reason: String

  public var description: String { "line \(line): \(reason)" }
}

/// Reads a transcript line by line.
private struct TranscriptParser {
  private let lines: [String]
  private var index = 0

  /// The lines under one title, or before the first.
  private struct Part {
    var title = ""
    var line = 1
    var boards: [GivenBoard]?
    var needs: Set<Need> = []
    var profiles: Set<ServerProfile>?
    var steps: [Step] = []
  }

  init(_ text: String) {
    lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// All scenarios. The lines before the first title begin each one that has no `given` itself.
  mutating func scenarios() throws(TranscriptError) -> [Scenario] {
    let opening = try rest(of: Part())
    var scenarios: [Scenario] = []
    while index < lines.count {
      let title = String(lines[index].dropFirst(3))
      index += 1
      let own = try rest(of: Part(title: title, line: index))
      let begin = own.boards == nil ? opening : Part()
      scenarios.append(
        Scenario(
          title: own.title, line: own.line, boards: own.boards ?? begin.boards ?? [],
          needs: begin.needs.union(own.needs),
          profiles: own.profiles ?? opening.profiles ?? [], steps: begin.steps + own.steps))
    }
    return scenarios
  }

  /// The lines from here to the next title.
  private mutating func rest(of part: Part) throws(TranscriptError) -> Part {
    var part = part
    var policies = PolicyRows()
    while index < lines.count, !lines[index].hasPrefix("## ") {
      let line = lines[index]
      index += 1
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line == "given" {
        part.boards = try givenBoards()
      } else if line.hasPrefix("needs "), let need = Need(rawValue: String(line.dropFirst(6))) {
        part.needs.insert(need)
      } else if line.hasPrefix("profile ") {
        part.profiles = try profiles(line, number: index)
      } else if line == "access" {
        part.steps.append(accessStep())
      } else {
        part.steps.append(policies.complete(try step(line, number: index)))
      }
    }
    return part
  }

  /// The boards of a `given`, up to a blank line.
  private mutating func givenBoards() throws(TranscriptError) -> [GivenBoard] {
    var boards: [GivenBoard] = []
    while index < lines.count, !lines[index].isEmpty {
      let head = lines[index].split(separator: " ")
      let number = index + 1
      guard head.count == 5, head[0] == "board", let revision = Int(head[2]),
        let count = Int(head[4]), count >= 0
      else { throw TranscriptError(line: number, reason: "no head of a board") }
      let body = lines[number...].prefix(count)
      guard body.count == count,
        body.allSatisfy({ $0.hasPrefix("section ") || $0.hasPrefix("item ") }),
        body.count(where: { $0.hasPrefix("section ") }) == Int(head[3])
      else { throw TranscriptError(line: number, reason: "sections or lines miscounted") }
      boards.append(
        GivenBoard(name: String(head[1]), revision: revision, lines: Array(body)))
      index += count + 1
    }
    return boards
  }

  /// The rules of an `access`, up to a blank line.
  private mutating func accessStep() -> Step {
    let number = index
    let rules = lines[index...].prefix { !$0.isEmpty }
    index = rules.endIndex
    return Step(line: number, client: "", action: .access(Array(rules)))
  }

  private func profiles(_ line: String, number: Int) throws(TranscriptError) -> Set<ServerProfile> {
    let names = line.split(separator: " ").dropFirst()
    let profiles = names.compactMap { ServerProfile(rawValue: String($0)) }
    guard profiles.count == names.count, !names.isEmpty else {
      throw TranscriptError(line: number, reason: "no profile: \(line)")
    }
    return Set(profiles).subtracting([.core])
  }

  private static let serverActions: [String: Step.Action] = [
    "server crashes": .crash, "server drains": .drain, "disk full": .disk(isFull: true),
    "disk free": .disk(isFull: false), "database silent": .database(isSilent: true),
    "database answers": .database(isSilent: false),
  ]

  private func step(_ line: String, number: Int) throws(TranscriptError) -> Step {
    let client = line.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let rest = line.dropFirst(client.count)
    if client == "wait", rest.hasPrefix(" "), let time = duration(rest.dropFirst()) {
      return Step(line: number, client: "", action: .wait(time))
    }
    if let action = Self.serverActions[line] {
      return Step(line: number, client: "", action: action)
    }
    guard !client.isEmpty, let action = action(rest) else {
      throw TranscriptError(line: number, reason: "not understood: \(line)")
    }
    return Step(line: number, client: String(client), action: action)
  }
}

/// The action after the client's name.
private func action(_ text: Substring) -> Step.Action? {
  switch text {
  case " connects": return .connect
  case " ends": return .end
  case " cuts": return .cut
  case ">": return .line("", malformed: false)
  case "< (closed)": return .expect(.closed)
  case "< | …": return .expect(.listing)
  default: break
  }
  let sign = text.prefix { $0 != " " }
  let rest = text.dropFirst(sign.count + 1)
  switch sign {
  case ">": return .line(String(rest), malformed: false)
  case ">?": return .line(String(rest), malformed: true)
  case ">!": return bytes(rest).map { .bytes($0) }
  case "<": return .expect(.line(LinePattern(String(rest))))
  case "<!": return bytes(rest).map { .expect(.bytes($0)) }
  default: return nil
  }
}

/// `31s` or `250ms`.
private func duration(_ text: Substring) -> Duration? {
  if text.hasSuffix("ms") { return Int(text.dropLast(2)).map { .milliseconds($0) } }
  return text.hasSuffix("s") ? Int(text.dropLast()).map { .seconds($0) } : nil
}
