/// Plays scenarios on a stage and reports the first difference.
public struct Player {
  private let scenario: Scenario
  private let file: String
  /// The line that each client read last: a listing's length is its last word.
  private var heads: [String: String] = [:]

  private init(_ scenario: Scenario, of file: String) {
    self.scenario = scenario
    self.file = file
  }

  /// Plays a scenario from a fresh start to its end.
  ///
  /// - Throws: `Difference` where the server does not do what stands written, and whatever the
  ///   stage throws about itself.
  public static func play(
    _ scenario: Scenario, of file: String, on stage: inout some Stage
  ) throws {
    var player = Player(scenario, of: file)
    try stage.start(holding: scenario.boards)
    for step in scenario.steps { try player.play(step, on: &stage) }
    if let leftover = try stage.finish().first {
      throw player.difference(
        at: scenario.steps.last?.line ?? scenario.line, leftover.client,
        expected: "no more lines", got: leftover.line)
    }
  }

  /// Plays all scenarios of a transcript, one after the other.
  public static func play(_ transcript: Transcript, on stage: inout some Stage) throws {
    for scenario in transcript.scenarios {
      try play(scenario, of: transcript.file, on: &stage)
    }
  }

  private mutating func play(_ step: Step, on stage: inout some Stage) throws {
    switch step.action {
    case .connect: try stage.connect(step.client)
    case .line(let line, _): try stage.send(Array(line.utf8) + [0x0A], from: step.client)
    case .bytes(let bytes): try stage.send(bytes, from: step.client)
    case .end: try stage.halfClose(step.client)
    case .cut: try stage.cut(step.client)
    case .wait(let time): try stage.advance(by: time)
    case .crash: try stage.crash()
    case .disk(let isFull): try stage.setFull(isFull)
    case .expect(.line(let pattern)): try expect(pattern, step, on: &stage)
    case .expect(.listing): try expectListing(step, on: &stage)
    case .expect(.bytes(let bytes)): try expect(bytes, step, on: &stage)
    case .expect(.closed): try expectClosed(step, on: &stage)
    }
  }

  private mutating func expect(
    _ pattern: LinePattern, _ step: Step, on stage: inout some Stage
  ) throws {
    let received = try stage.nextLine(of: step.client)
    guard case .value(let line) = received else {
      throw difference(at: step, expected: pattern.description, got: received.shown { $0 })
    }
    let recognized = stage.recognized(line, of: step.client, as: pattern)
    guard pattern.matches(recognized) else {
      throw difference(at: step, expected: pattern.description, got: recognized)
    }
    heads[step.client] = line
  }

  private func expectListing(_ step: Step, on stage: inout some Stage) throws {
    let count = heads[step.client].flatMap(lastNumber) ?? 0
    for number in 0..<count {
      let received = try stage.nextLine(of: step.client)
      guard case .value(let line) = received, line == "|" || line.hasPrefix("| ") else {
        throw difference(
          at: step, expected: "| … (\(number + 1) of \(count))", got: received.shown { $0 })
      }
    }
  }

  private func expect(_ bytes: [UInt8], _ step: Step, on stage: inout some Stage) throws {
    let received = try stage.nextBytes(bytes.count, of: step.client)
    guard case .value(bytes) = received else {
      throw difference(at: step, expected: hex(bytes), got: received.shown(hex))
    }
  }

  private func expectClosed(_ step: Step, on stage: inout some Stage) throws {
    let received = try stage.nextLine(of: step.client)
    guard case .closed = received else {
      throw difference(at: step, expected: "(closed)", got: received.shown { $0 })
    }
  }

  private func difference(at step: Step, expected: String, got: String) -> Difference {
    difference(at: step.line, step.client, expected: expected, got: got)
  }

  private func difference(
    at line: Int, _ client: String, expected: String, got: String
  ) -> Difference {
    Difference(
      file: file, line: line, scenario: scenario.title, client: client, expected: expected,
      got: got)
  }
}

/// The first place where a server did not do what a transcript says.
public struct Difference: Error, Hashable, Sendable, CustomStringConvertible {
  public let file: String
  public let line: Int
  public let scenario: String
  public let client: String
  public let expected: String
  public let got: String

  public init(
    file: String, line: Int, scenario: String, client: String, expected: String, got: String
  ) {
    self.file = file
    self.line = line
    self.scenario = scenario
    self.client = client
    self.expected = expected
    self.got = got
  }

  public var description: String {
    """
    \(file):\(line): \(scenario)
      \(client) expected: \(expected)
      \(client) got:      \(got)
    """
  }
}

extension Received {
  fileprivate func shown(_ text: (Value) -> String) -> String {
    switch self {
    case .value(let value): text(value)
    case .closed: "(closed)"
    case .nothing: "(nothing)"
    }
  }
}

/// Bytes as the notation writes them: `FF FC 06`.
func hex(_ bytes: [UInt8]) -> String {
  bytes.map { byte in
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "0" + digits : digits
  }.joined(separator: " ")
}
